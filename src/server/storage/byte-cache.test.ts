import assert from "node:assert/strict";
import { test } from "node:test";
import { createByteCache } from "./byte-cache.ts";

/** A maker of bytes that counts how often it was asked. */
function maker(length: number): { readonly make: () => Promise<Buffer>; readonly times: () => number } {
  let times = 0;
  const make = async (): Promise<Buffer> => {
    times += 1;
    return Buffer.alloc(length);
  };
  return { make, times: () => times };
}

test("bytes are made once, however many ask at the same time or later", async () => {
  const cache = createByteCache(1_000);
  const { make, times } = maker(10);
  const all = await Promise.all([cache.get("a", make), cache.get("a", make), cache.get("a", make)]);
  assert.equal(new Set(all).size, 1);
  assert.equal(await cache.get("a", make), all[0]);
  assert.equal(times(), 1);
});

test("a making that fails is not kept", async () => {
  const cache = createByteCache(1_000);
  const { make, times } = maker(10);
  await assert.rejects(
    cache.get("a", () => Promise.reject(new Error("away"))),
    /away/,
  );
  await cache.get("a", make);
  assert.equal(times(), 1);
});

test("the longest unused go first, and the limit holds", async () => {
  const cache = createByteCache(25);
  const [a, b, c] = [maker(10), maker(10), maker(10)];
  await cache.get("a", a.make);
  await cache.get("b", b.make);
  await cache.get("a", a.make);
  await cache.get("c", c.make);
  await cache.get("a", a.make);
  await cache.get("b", b.make);
  assert.deepEqual([a.times(), b.times(), c.times()], [1, 2, 1]);
});

test("what is larger than the whole cache passes through and drives nothing out", async () => {
  const cache = createByteCache(25);
  const [small, large] = [maker(10), maker(26)];
  await cache.get("small", small.make);
  await cache.get("large", large.make);
  await cache.get("large", large.make);
  await cache.get("small", small.make);
  assert.deepEqual([small.times(), large.times()], [1, 2]);
});
