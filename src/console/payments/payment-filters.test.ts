import assert from "node:assert/strict";
import { test } from "node:test";
import { attemptStates } from "#core/attempt-status.ts";
import { kindOfState, paymentKinds, stateOfKind } from "./payment-filters.ts";

test("a payment is found under the kind of its state, and every kind finds some", () => {
  const named = attemptStates.filter((state) => kindOfState[state] !== null);
  const found = paymentKinds.map((kind) => stateOfKind(kind));
  assert.deepEqual(found.toSorted(), named.toSorted());
});
