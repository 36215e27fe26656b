import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type TestContext } from "node:test";
import { z } from "zod";
import { createState } from "./state.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const written = { name: "orders", persist: z.object({ total: z.number() }) } as const;

function directory(t: TestContext): string {
  const stateDir = mkdtempSync(join(tmpdir(), "simulator-state-"));
  t.after(() => rmSync(stateDir, { recursive: true }));
  return stateDir;
}

test("a persistent store is there again after a restart, a memory store is not", async (t) => {
  const stateDir = directory(t);
  const before = createState({ simulator: "bank", stateDir, log });
  before.store(written).set("a", { total: 5 });
  before.store<{ card: string }>({ name: "cards" }).set("a", { card: "5123450000000008" });
  await before.flush();
  const after = createState({ simulator: "bank", stateDir, log });
  assert.deepEqual(after.store(written).get("a"), { total: 5 });
  assert.equal(after.store({ name: "cards" }).size(), 0);
});

test("what only lives in memory is not in any file", async (t) => {
  const stateDir = directory(t);
  const state = createState({ simulator: "bank", stateDir, log });
  state.store<string>({ name: "cards" }).set("a", "5123450000000008");
  state.store(written).set("a", { total: 1 });
  await state.flush();
  const files = readdirSync(stateDir);
  assert.deepEqual(files, ["bank.json"]);
  assert.equal(readFileSync(join(stateDir, "bank.json"), "utf8").includes("5123450000000008"), false);
});

test("values that do not fit their schema any more are left out", (t) => {
  const stateDir = directory(t);
  const stores = {
    orders: [
      ["a", { total: "five" }],
      ["b", { total: 6 }],
    ],
  };
  writeFileSync(join(stateDir, "bank.json"), JSON.stringify({ format: 1, stores }));
  const store = createState({ simulator: "bank", stateDir, log }).store(written);
  assert.equal(store.size(), 1);
  assert.deepEqual(store.get("b"), { total: 6 });
});

test("a damaged file is an empty state and is said so", (t) => {
  const stateDir = directory(t);
  writeFileSync(join(stateDir, "bank.json"), '{"format":1,"stores":{"ord');
  const warnings: string[] = [];
  const state = createState({
    simulator: "bank",
    stateDir,
    log: { ...log, warn: (event) => warnings.push(event) },
  });
  assert.equal(state.store(written).size(), 0);
  assert.deepEqual(warnings, ["simulator_state_unreadable"]);
});

test("a change is on disk soon without anybody asking", async (t) => {
  const stateDir = directory(t);
  const state = createState({ simulator: "bank", stateDir, log });
  state.store(written).set("a", { total: 7 });
  const path = join(stateDir, "bank.json");
  const deadline = Date.now() + 5_000;
  while (!readdirSync(stateDir).includes("bank.json") && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.match(readFileSync(path, "utf8"), /"total":7/);
  await state.flush();
});

test("a store keeps its newest entries only", () => {
  const store = createState({ simulator: "bank", log }).store<number>({ name: "numbers", limit: 2 });
  for (const value of [1, 2, 3]) store.set(String(value), value);
  assert.deepEqual([...store.values()], [2, 3]);
});

test("a dump shows written stores and only the size of the others", () => {
  const state = createState({ simulator: "bank", log });
  state.store(written).set("a", { total: 1 });
  state.store<string>({ name: "cards" }).set("a", "5123450000000008");
  assert.deepEqual(state.dump(), { orders: { size: 1, entries: [{ total: 1 }] }, cards: { size: 1 } });
});
