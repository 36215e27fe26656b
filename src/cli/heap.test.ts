import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { getHeapSpaceStatistics } from "node:v8";
import { releaseStartMemory } from "./heap.ts";

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

test("V8 plans no collection of an idle program, which would drop its compiled code; by default it does", async () => {
  assert.match(await whatIsPlanned(""), /waiting for \d+ ms/);
  assert.doesNotMatch(await whatIsPlanned("keepCompiledCode();"), /waiting for \d+ ms/);
});

/** What V8 says of an idle program that has collected once: when it looks whether to collect for memory, and what it plans then. */
async function whatIsPlanned(first: string): Promise<string> {
  const program = `
    import { keepCompiledCode } from ${JSON.stringify(import.meta.resolve("./heap.ts"))};
    ${first}
    const kept = [];
    for (let index = 0; index < 3_000_000; index += 1) kept[index % 400_000] = { index };
    process.stdin.resume();`;
  const flags = [
    "--trace-memory-reducer",
    "--memory-reducer-delay-ms=20",
    "--gc-memory-reducer-start-delay-ms=20",
  ];
  const child = spawn(process.execPath, [...flags, "--input-type=module", "--eval", program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let said = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    said += chunk;
    // It looks and plans in one step: what it has said is complete when the program ends.
    if (/Memory reducer: \w+ alloc/.test(said)) child.stdin.end();
  }
  assert.match(said, /Memory reducer: \w+ alloc/, `V8 names it otherwise now: ${said}`);
  return said;
}
