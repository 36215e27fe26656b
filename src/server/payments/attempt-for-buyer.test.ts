/** What a buyer may read of one attempt: an answer for every state and step, and never that of the state where more is known. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type AttemptState, attemptStates, attemptSteps, factsOf } from "#core/attempt-status.ts";
import { declineReasons } from "#core/outcome.ts";
import { allMethods } from "#methods/allowed.ts";
import { flowFacts } from "#methods/flow.ts";
import { attemptRow } from "#test/attempt-row.ts";
import { type AttemptForBuyer, attemptForBuyer } from "./attempt-for-buyer.ts";
import type { AttemptRow } from "./attempt-store.ts";
import { ownRefusalCodes } from "./own-refusals.ts";

const now = Date.UTC(2026, 10, 20, 12);

const shown = (change: Partial<AttemptRow>): AttemptForBuyer =>
  attemptForBuyer(attemptRow(new Date(now - 60_000), change), now);

type Row = Readonly<Record<"start" | "confirm", AttemptForBuyer["kind"]>>;

const both = (kind: AttemptForBuyer["kind"]): Row => ({ start: kind, confirm: kind });

/** Of a card, by state and step. */
const ofCard: Readonly<Record<AttemptState, Row>> = {
  in_flight: both("checked"),
  awaiting_buyer: both("begun"),
  offered: both("offered"),
  unknown: { start: "begun", confirm: "checked" },
  authorised: both("approved"),
  captured: both("taken"),
  declined: both("declined"),
  cancelled: both("left"),
  expired: both("over"),
  superseded: both("superseded"),
  surplus: both("owed"),
  refunded: both("given_back"),
};

test("every state has its answer at each step: a start without an answer took nothing, and a step that takes money is checked", () => {
  for (const state of attemptStates)
    for (const step of attemptSteps) {
      assert.equal(shown({ method: "card", state, step }).kind, ofCard[state][step], `${state} ${step}`);
    }
});

test("no attempt by which money may have come or may still come is shown as ended or not begun", () => {
  const doubtful: readonly AttemptForBuyer["kind"][] = ["taken", "approved", "checked", "owed"];
  for (const { id: method } of allMethods)
    for (const state of attemptStates)
      for (const step of attemptSteps) {
        const { blocksStart, isOwed, tookNothing } = factsOf({ state, step });
        const { kind } = shown({ method, state, step });
        if (blocksStart || isOwed) assert.ok(doubtful.includes(kind), `${method} ${state} ${step}: ${kind}`);
        if (tookNothing) assert.ok(!doubtful.includes(kind), `${method} ${state} ${step}: ${kind}`);
      }
});

test("a buyer who may have paid on the provider's page reads that it is checked, every other that it was begun", () => {
  for (const { id: method, flow } of allMethods) {
    const { mayBePaidMeanwhile } = flowFacts[flow];
    const { kind } = shown({ method, state: "awaiting_buyer", step: "start" });
    assert.equal(kind, mayBePaidMeanwhile ? "checked" : "begun", method);
  }
  assert.equal(shown({ method: "tabby", state: "awaiting_buyer" }).kind, "checked");
});

test("what we ended ourselves is shown so with its problem, by each of its codes; a bank's own code is a decline with its reason", () => {
  for (const provider_code of ownRefusalCodes)
    assert.equal(shown({ state: "declined", provider_code }).kind, "ended_by_us", provider_code);
  assert.deepEqual(shown({ state: "declined", provider_code: "not_sent" }), {
    kind: "ended_by_us",
    problem: "gateway_refused",
  });
  for (const reason of declineReasons)
    assert.deepEqual(shown({ state: "declined", provider_code: "51", decline_reason: reason }), {
      kind: "declined",
      reason,
    });
});

test("a number is out until its end, and over after it, with no reason before anything has noted that", () => {
  const out = (expiresAt: string) =>
    shown({ method: "sadad", state: "offered", provider_data: { expiresAt } });
  assert.deepEqual(out(new Date(now).toISOString()), { kind: "offered" });
  assert.deepEqual(out(""), { kind: "offered" });
  assert.deepEqual(out(new Date(now - 1).toISOString()), { kind: "over", reason: null });
});

test("a code whose time is over is shown as that, whatever else ran out as left by its buyer", () => {
  const expired = (change: Partial<AttemptRow>) => shown({ state: "expired", ...change });
  assert.deepEqual(expired({ method: "stcpay", provider_data: { mobileEnd: "678" } }), {
    kind: "over",
    reason: "otp_expired",
  });
  for (const method of ["card", "tabby", "sadad"])
    assert.deepEqual(expired({ method }), { kind: "over", reason: "cancelled_by_buyer" }, method);
  assert.deepEqual(shown({ state: "cancelled" }), { kind: "left", reason: "cancelled_by_buyer" });
});
