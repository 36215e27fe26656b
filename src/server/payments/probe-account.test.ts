/** What the test of an account asks of its provider. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { allMethods } from "#methods/allowed.ts";
import type { AttemptContext, PaymentProvider } from "#methods/payment-method.ts";
import { answersOnAccount } from "./probe-account.ts";

test("a provider is asked about a payment of which nothing is stored, so that no adapter finds a name of its own and ends it without asking", async () => {
  const asked: AttemptContext[] = [];
  const provider: PaymentProvider = {
    id: "sample",
    start: async () => ({ kind: "not_sent", why: "not asked" }),
    check: async (context) => {
      asked.push(context);
      return { kind: "not_found" };
    },
  };
  for (const { id } of allMethods) assert.equal(await answersOnAccount(provider, id), true);
  for (const { attempt } of asked) assert.deepEqual([attempt.data, attempt.reference], [{}, null]);
  assert.equal(asked.length, allMethods.length);
});
