import assert from "node:assert/strict";
import { test } from "node:test";
import { getHeapSpaceStatistics } from "node:v8";
import { releaseStartMemory } from "./release-start-memory.ts";

const megabyte = 1024 * 1024;

function youngSpaceBytes(): number {
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
  if (!space) throw new Error("V8 has no space for young objects");
  return space.space_size;
}

test("after the start the space for young objects is small again", () => {
  // As loading does: much is made, and part of it survives for a while.
  const kept: object[] = [];
  for (let index = 0; index < 1_000_000; index += 1) kept[index % 200_000] = { index };
  assert.ok(youngSpaceBytes() > 8 * megabyte);
  releaseStartMemory();
  assert.ok(youngSpaceBytes() <= 2 * megabyte, `${youngSpaceBytes()} bytes`);
  assert.equal(kept.length, 200_000);
});
