import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { returnAddress } from "./return-address.ts";

const facts = {
  orderNumber: "7Q2M4X9KD3RT6WBN",
  externalOrderNumber: "طلب-1001.ب & c",
  status: "PAID",
  timestamp: 1_893_456_000,
} as const;

const parametersOf = (address: string) => Object.fromEntries(new URL(address).searchParams);
const hmac = (secret: string, text: string): string =>
  createHmac("sha256", secret).update(text).digest("hex");

test("the address carries both numbers, the status, its time and a signature over them", () => {
  assert.deepEqual(parametersOf(returnAddress("https://shop.example/done", facts, ["key"])), {
    orderNumber: facts.orderNumber,
    externalOrderNumber: facts.externalOrderNumber,
    status: "PAID",
    timestamp: "1893456000",
    signature: hmac("key", "1893456000.7Q2M4X9KD3RT6WBN.PAID.طلب-1001.ب & c"),
  });
});

test("an order without the merchant's number leaves it out, and signs it as empty", () => {
  const address = returnAddress("https://shop.example/done", { ...facts, externalOrderNumber: null }, [
    "key",
  ]);
  assert.equal(new URL(address).searchParams.has("externalOrderNumber"), false);
  assert.equal(
    new URL(address).searchParams.get("signature"),
    hmac("key", "1893456000.7Q2M4X9KD3RT6WBN.PAID."),
  );
});

test("the merchant's own parameters stay to the letter, before ours, and what follows a # stays last", () => {
  const own = "https://shop.example:8443/a%2Fb?x=1%20+2&flag&y=%D8%B7;z#/thanks?deep=1";
  const address = returnAddress(own, facts, ["key"]);
  assert.ok(
    address.startsWith("https://shop.example:8443/a%2Fb?x=1%20+2&flag&y=%D8%B7;z&orderNumber="),
    address,
  );
  assert.ok(address.endsWith("#/thanks?deep=1"), address);
});

test("a parameter of the merchant's with one of our names is replaced, however it is written", () => {
  const own =
    "https://shop.example/?status=paid&%73ignature=x&a=1&orderNumber=&timestamp=0&externalOrderNumber=9";
  const query = new URL(returnAddress(own, facts, ["key"])).searchParams;
  for (const name of ["status", "signature", "orderNumber", "timestamp", "externalOrderNumber"])
    assert.equal(query.getAll(name).length, 1, name);
  assert.equal(query.get("status"), "PAID");
  assert.equal(query.get("a"), "1");
});

test("two secrets make two signatures, none makes none", () => {
  const two = new URL(returnAddress("https://shop.example/", facts, ["new", "old"])).searchParams;
  const one = (secret: string) =>
    new URL(returnAddress("https://shop.example/", facts, [secret])).searchParams.get("signature");
  assert.equal(two.get("signature"), `${one("new")}.${one("old")}`);
  assert.equal(
    new URL(returnAddress("https://shop.example/", facts, [])).searchParams.has("signature"),
    false,
  );
});
