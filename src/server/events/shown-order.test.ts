import assert from "node:assert/strict";
import { test } from "node:test";
import { attemptStateFacts, attemptStates } from "#core/attempt-status.ts";
import { eventOfAttempt, eventTypes } from "#core/event-types.ts";
import { minor } from "#core/money.ts";
import type { OrderRecord } from "../orders/order-store.ts";
import { isBeingPaid, type ShownOrder, stateOf } from "./shown-order.ts";

const unpaid: ShownOrder = {
  id: 1,
  status: "PENDING",
  total: minor(11_500),
  refunded_total: minor(0),
  live_attempt: null,
  offered: [],
};

type Live = NonNullable<OrderRecord["live_attempt"]>;

/** With an attempt in a state, by its step that may take money. */
const paying = (state: Live["state"]): ShownOrder => ({
  ...unpaid,
  live_attempt: { state, step: "confirm", lease_end: null },
});

test("a payment that holds an order back and waits for its provider is an event that wakes open pages, or is looked at until it ends", () => {
  // What settles pays its order: `invoice.paid` says so.
  const waiting = attemptStates.filter((state) => {
    const { blocksStart, isChecked, settles } = attemptStateFacts[state];
    return blocksStart && isChecked && !settles;
  });
  for (const state of waiting) {
    const isPublished = eventTypes.some((type) => type === eventOfAttempt[state]);
    assert.ok(isPublished || isBeingPaid(paying(state), 0), state);
    assert.notEqual(
      stateOf(paying(state), 0),
      stateOf(unpaid, 0),
      `${state}: its page says that it is being checked`,
    );
  }
  assert.ok(waiting.length > 0);
});
