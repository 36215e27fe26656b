import assert from "node:assert/strict";
import { test } from "node:test";
import { createPlaces } from "./places.ts";

test("of one name so many run at a time, the others in their order, and another name waits for none of them", async () => {
  const inPlace = createPlaces(2);
  const begun: string[] = [];
  const begin = (name: string, label: string) => {
    const end = Promise.withResolvers<void>();
    const done = inPlace(name, async () => {
      begun.push(label);
      await end.promise;
      return label;
    });
    return { ...end, done };
  };
  const [a, b, c, d] = ["a", "b", "c", "d"].map((label) => begin("shop", label));
  const other = begin("other", "other");
  assert.deepEqual(begun, ["a", "b", "other"]);
  // A failure gives its place back, too.
  b?.reject(new Error("no answer"));
  await assert.rejects(b?.done ?? Promise.resolve(), /no answer/);
  assert.deepEqual(begun, ["a", "b", "other", "c"]);
  a?.resolve();
  assert.equal(await a?.done, "a");
  assert.deepEqual(begun, ["a", "b", "other", "c", "d"]);
  for (const one of [c, d, other]) one?.resolve();
  assert.deepEqual(await Promise.all([c?.done, d?.done, other.done]), ["c", "d", "other"]);
  const next = begin("shop", "next");
  assert.equal(begun.at(-1), "next");
  next.resolve();
  await next.done;
});
