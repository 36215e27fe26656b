import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  crockfordAlphabet,
  linkIdentityLength,
  orderNumberLength,
  readLinkIdentity,
  readOrderNumber,
} from "./crockford.ts";

test("what a person types for an order number means that number", () => {
  for (const typed of [
    "7ZK4M0Q1W9XV2B3C",
    "7zk4m0q1w9xv2b3c",
    " 7ZK4-M0Q1-W9XV-2B3C ",
    "7ZK4 M0Q1 W9XV 2B3C",
    "7zk4moqlw9xv2b3c",
    "7ZK4MOQIW9XV2B3C",
    "٧ZK٤M٠Q١W٩XV٢B٣C",
    "\u200e7ZK4M0Q1W9XV2B3C",
    "7ZK4M0Q1W9XV2B3C".padEnd(64),
  ]) {
    assert.equal(readOrderNumber(typed), "7ZK4M0Q1W9XV2B3C", typed);
  }
});

test("what cannot be an order number is null", () => {
  for (const typed of [
    "",
    "7ZK4M0Q1W9XV2B3",
    "7ZK4M0Q1W9XV2B3C7",
    "7ZK4M0Q1W9XV2B3U",
    "7ZK4M0Q1W9XV2B3é",
    "../../etc/passwd",
    "7ZK4M0Q1W9XV2B3C".padEnd(65),
  ]) {
    assert.equal(readOrderNumber(typed), null, typed);
  }
});

test("an order number is no link identity, nor the other way round", () => {
  assert.equal(readLinkIdentity("k7m2p9q4r1s8"), "K7M2P9Q4R1S8");
  assert.equal(readLinkIdentity("7ZK4M0Q1W9XV2B3C"), null);
  assert.equal(readOrderNumber("K7M2P9Q4R1S8"), null);
});

test("every number of the alphabet reads as itself, in lower case and in groups too", () => {
  const characters = fc.constantFrom(...crockfordAlphabet);
  const numbers = fc.string({ unit: characters, minLength: orderNumberLength, maxLength: orderNumberLength });
  fc.assert(
    fc.property(numbers, (number) => {
      assert.equal(readOrderNumber(number), number);
      assert.equal(readOrderNumber(number.toLowerCase()), number);
      assert.equal(readOrderNumber(number.replace(/(.{4})(?=.)/g, "$1-")), number);
      assert.equal(
        readLinkIdentity(number.slice(0, linkIdentityLength)),
        number.slice(0, linkIdentityLength),
      );
    }),
  );
});
