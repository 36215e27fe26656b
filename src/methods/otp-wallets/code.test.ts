import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "#core/limits.ts";
import { mostGuesses, undocumentedCode } from "./code.ts";

test("a buyer may type as many codes as the provider and we both take", () => {
  const most = (guesses: number | null) => mostGuesses({ ...undocumentedCode, guesses });
  assert.equal(most(3), 3);
  assert.equal(most(10), limits.codeGuessesPerAttempt);
  assert.equal(most(null), limits.codeGuessesPerAttempt);
});
