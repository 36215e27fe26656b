import assert from "node:assert/strict";
import { test } from "node:test";
import { type DraftStorage, keepDraft, readDraft } from "./draft.ts";

function memory(): DraftStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return { kept, getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
}

test("only the named fields are kept, and only they come back", () => {
  const storage = memory();
  keepDraft(() => storage, "k", { clientName: "سارة", number: "4111111111111111" }, ["clientName", "city"]);
  assert.deepEqual([...storage.kept.values()].join("").includes("4111"), false);
  assert.deepEqual(
    readDraft(() => storage, "k", ["clientName"]),
    { clientName: "سارة" },
  );
});

test("a storage that is closed, empty or full of something else gives an empty draft", () => {
  const closed = (): DraftStorage => {
    throw new Error("denied");
  };
  keepDraft(closed, "k", { clientName: "x" }, ["clientName"]);
  assert.deepEqual(readDraft(closed, "k", ["clientName"]), {});
  for (const text of [null, "", "{", "3", '{"clientName":7,"__proto__":{"clientName":"x"}}']) {
    const storage = { getItem: () => text, setItem: () => undefined };
    assert.deepEqual(
      readDraft(() => storage, "k", ["clientName"]),
      {},
      String(text),
    );
  }
});
