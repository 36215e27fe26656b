import assert from "node:assert/strict";
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { createState } from "./state.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const written = { name: "orders", persist: z.object({ total: z.number() }) } as const;

/** The state that the next start finds there. */
const reopen = (stateDir: string) => createState({ simulator: "bank", stateDir, log }).store(written);

test("a persistent store is there again after a restart, a memory store is not", async () => {
  using directory = temporaryDirectory();
  const stateDir = directory.path;
  const before = createState({ simulator: "bank", stateDir, log });
  before.store(written).set("a", { total: 5 });
  before.store<{ card: string }>({ name: "cards" }).set("a", { card: "5123450000000008" });
  before.compact();
  const after = createState({ simulator: "bank", stateDir, log });
  assert.deepEqual(after.store(written).get("a"), { total: 5 });
  assert.equal(after.store({ name: "cards" }).size(), 0);
});

test("what only lives in memory is not in any file", async () => {
  using directory = temporaryDirectory();
  const stateDir = directory.path;
  const state = createState({ simulator: "bank", stateDir, log });
  const cards = state.store<string>({ name: "cards" });
  const orders = state.store(written);
  for (const end of [nextTurn, state.compact]) {
    cards.set("a", "5123450000000008");
    orders.set("a", { total: 1 });
    await end();
    const files = readdirSync(stateDir);
    assert.equal(files.length, 1);
    for (const file of files)
      assert.equal(readFileSync(join(stateDir, file), "utf8").includes("5123450000000008"), false);
  }
});

test("a change is on disk before the caller that waits for the work continues, without a further call", async () => {
  using directory = temporaryDirectory();
  const store = reopen(directory.path);
  const work = async () => {
    store.set("a", { total: 7 });
    store.set("b", { total: 8 });
    store.delete("a");
  };
  await work();
  assert.deepEqual([...reopen(directory.path).values()], [{ total: 8 }]);
});

test("changes of one turn are there together or not at all, when the process dies in the middle", async () => {
  using directory = temporaryDirectory();
  const store = reopen(directory.path);
  store.set("a", { total: 1 });
  await nextTurn();
  store.set("b", { total: 2 });
  store.set("c", { total: 3 });
  await nextTurn();
  const journal = join(directory.path, "bank.journal");
  writeFileSync(journal, readFileSync(journal, "utf8").slice(0, -4));
  const warnings: string[] = [];
  const warn = (event: string) => warnings.push(event);
  const after = createState({ simulator: "bank", stateDir: directory.path, log: { ...log, warn } });
  assert.deepEqual([...after.store(written).values()], [{ total: 1 }]);
  assert.deepEqual(warnings, ["simulator_state_unreadable"]);
});

test("a start that died after it had folded the journal in plays it again to the same state", async () => {
  using directory = temporaryDirectory();
  const store = reopen(directory.path);
  for (const total of [1, 2, 3]) store.set(`order-${total}`, { total });
  store.delete("order-2");
  store.set("order-1", { total: 4 });
  await nextTurn();
  const journal = join(directory.path, "bank.journal");
  const lines = readFileSync(journal, "utf8");
  const folded = [...reopen(directory.path).values()];
  assert.deepEqual(readdirSync(directory.path), ["bank.json"]);
  appendFileSync(journal, lines);
  assert.deepEqual([...reopen(directory.path).values()], folded);
  assert.deepEqual(folded, [{ total: 4 }, { total: 3 }]);
});

test("a reset is not undone by a restart", async () => {
  using directory = temporaryDirectory();
  const state = createState({ simulator: "bank", stateDir: directory.path, log });
  const store = state.store(written);
  store.set("a", { total: 1 });
  await nextTurn();
  store.set("b", { total: 2 });
  state.reset();
  await nextTurn();
  assert.equal(reopen(directory.path).size(), 0);
});

test("the oldest entries that a full store releases do not come back", async () => {
  using directory = temporaryDirectory();
  const full = { ...written, limit: 2 };
  const store = createState({ simulator: "bank", stateDir: directory.path, log }).store(full);
  for (const total of [1, 2, 3]) store.set(String(total), { total });
  await nextTurn();
  assert.deepEqual([...reopen(directory.path).values()], [{ total: 2 }, { total: 3 }]);
});

test("the journal of a long run is folded in before it fills the disk", async () => {
  using directory = temporaryDirectory();
  const state = createState({ simulator: "bank", stateDir: directory.path, log });
  const store = state.store({ name: "texts", persist: z.string() });
  const text = "x".repeat(1024 ** 2);
  for (let round = 0; round < 40; round++) {
    store.set("one", `${round}${text}`);
    await nextTurn();
  }
  assert.ok(statSync(join(directory.path, "bank.journal")).size < 10 * 1024 ** 2);
  const after = createState({ simulator: "bank", stateDir: directory.path, log });
  assert.equal(after.store({ name: "texts", persist: z.string() }).get("one"), `39${text}`);
});

test("values that no longer fit their schema are left out", () => {
  using directory = temporaryDirectory();
  const stateDir = directory.path;
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

test("a damaged file is an empty state and is said so", () => {
  using directory = temporaryDirectory();
  const stateDir = directory.path;
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
