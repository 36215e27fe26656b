/** The rules of settling by themselves: what each outcome makes of an attempt, wherever it stands. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type AttemptState, attemptStateFacts, attemptStates } from "#core/attempt-status.ts";
import { minor } from "#core/money.ts";
import type { Outcome } from "#core/outcome.ts";
import * as timing from "#core/timing.ts";
import { attemptRow } from "#test/attempt-row.ts";
import type { LockedOrder } from "../orders/order-moves.ts";
import type { AttemptRow } from "./attempt-store.ts";
import { nextState, type OutcomeCause, wasNotSent } from "./next-state.ts";

const now = Date.UTC(2026, 10, 20, 12);
const ago = (ms: number) => new Date(now - ms);

/** An attempt that was begun ten seconds ago. */
const attempt = (change: Partial<AttemptRow> = {}): AttemptRow => attemptRow(ago(10_000), change);

const order: LockedOrder = {
  id: 1,
  order_number: "7K3M9Q2XW4HTBZ6N",
  merchant_id: 1,
  source: "api",
  status: "PENDING",
  total: minor(11_500),
  captured_total: 0,
  currency: "SAR",
  version: 1,
  expires_at: null,
  buyer_erased_at: null,
  has_digital: false,
};

function judge(change: Partial<AttemptRow>, outcome: Outcome, cause: OutcomeCause = "check", of = order) {
  return nextState(attempt(change), of, outcome, cause, now);
}

const captured = (amount: number, more: object = {}): Outcome => ({
  kind: "captured",
  reference: "r",
  money: { amount: minor(amount), currency: "SAR", ...more },
});
const notSent: Outcome = { kind: "not_sent", why: "SERVER_BUSY" };
const unknown: Outcome = { kind: "unknown", why: "no answer" };

test("a code that was sent is stored with the mobile's last digits, and with its end where the provider states one", () => {
  const sent = { kind: "otp_sent", reference: "r", mobileEnd: "678", data: { paymentId: "1" } } as const;
  const stored = (codeExpiresAt: number | null) =>
    judge({}, { ...sent, codeExpiresAt }, "start")?.set?.provider_data;
  assert.deepEqual(stored(null), { paymentId: "1", mobileEnd: "678" });
  assert.deepEqual(stored(now), { paymentId: "1", mobileEnd: "678", codeExpiresAt: String(now) });
});

test("the order's own money settles it from every live state and from an open bill, and nowhere else", () => {
  for (const state of attemptStates.filter((each) => !attemptStateFacts[each].settles)) {
    const isOpen = attemptStateFacts[state].live || state === "offered";
    const next = judge({ state }, captured(11_500));
    assert.equal(next?.settles ?? false, isOpen, state);
    if (state !== "surplus") assert.equal(next?.to, isOpen ? "captured" : "surplus", state);
  }
});

for (const [what, outcome, change, of] of [
  ["less than was asked for", captured(11_499), {}, order],
  ["more than was asked for", captured(11_501), {}, order],
  ["another currency", captured(11_500, { currency: "AED" }), {}, order],
  ["an order that was cancelled", captured(11_500), {}, { ...order, status: "CANCELLED" }],
  ["an order that was paid otherwise", captured(11_500), {}, { ...order, status: "PAID" }],
  ["an order that costs something else by now", captured(11_500), {}, { ...order, total: minor(9_900) }],
] as const) {
  test(`money that does not fit is surplus and raised: ${what}`, () => {
    const next = judge({ state: "unknown", step: "confirm", ...change }, outcome, "check", of);
    assert.deepEqual([next?.to, next?.settles, next?.isRaised], ["surplus", undefined, true]);
  });
}

test("what was never asked about is asked about soon, however old its step is: its process may have been frozen", () => {
  for (const ageMs of [10_000, 27 * 60_000, 20 * 60 * 60_000]) {
    const next = judge({ state: "in_flight", step: "start", step_started_at: ago(ageMs) }, unknown);
    assert.deepEqual([next?.to, next?.set?.next_check_at], ["unknown", new Date(now + 5_000)]);
  }
});

test("exact surplus is due to go back; another sum waits for a person", () => {
  const closed = { ...order, status: "CANCELLED" } as const;
  assert.deepEqual(judge({}, captured(11_500), "check", closed)?.set?.next_check_at, new Date(now));
  assert.equal(judge({}, captured(11_400), "check", closed)?.set?.next_check_at, null);
});

test("a buyer's own sum may exceed the order's, in the order's currency alone", () => {
  const more = (money: object): Outcome => ({ ...captured(12_000, money), mayExceed: true }) as Outcome;
  const paid = judge({ state: "offered" }, more({}));
  assert.deepEqual([paid?.to, paid?.settles, paid?.set?.received_amount], ["captured", true, 12_000]);
  assert.deepEqual(paid?.data?.["surplus"], 500);
  const foreign = judge({ state: "offered" }, more({ currency: "AED" }));
  assert.deepEqual([foreign?.to, foreign?.settles], ["surplus", undefined]);
  assert.equal(foreign?.set?.received_amount, null, "a sum of another currency is no sum of the order's");
});

for (const cause of ["start", "confirm"] as const) {
  test(`a ${cause} that was sent once and not taken is a decline that counts as no buyer's try`, () => {
    const next = judge({ step: cause }, notSent, cause);
    assert.equal(next?.to, "declined");
    assert.ok(wasNotSent({ state: "declined", provider_code: next?.set?.provider_code ?? null }));
    assert.equal(next?.set?.next_check_at, null);
  });
}

test("a repetition that was not taken leaves the first sending in doubt, as if it had never been", () => {
  const first = ago(80_000);
  const before = { step: "confirm", unanswered_at: first } as const;
  for (const state of ["in_flight", "unknown"] as const) {
    const next = judge({ ...before, state }, notSent, "confirm");
    assert.equal(next?.to, "unknown", state);
    assert.deepEqual(next?.set?.step_started_at, first);
    assert.ok((next?.set?.next_check_at?.getTime() ?? 0) > now);
  }
});

test("a start that was given up as lost says nothing of one whose answer has come since: the buyer is on the way", () => {
  for (const state of ["awaiting_buyer", "offered", "authorised"] as const)
    assert.equal(judge({ step: "start", state }, notSent, "start"), null, state);
});

test("a start that was not taken says nothing of an attempt that has moved on to its payment", () => {
  assert.equal(judge({ step: "confirm" }, notSent, "start"), null);
});

test("a question that was not sent, or has no answer, changes nothing, from whatever state", () => {
  const states = attemptStates.filter((state) => state !== "in_flight");
  const changes = states.flatMap((state) =>
    [notSent, unknown].map((outcome) => judge({ state, step: "confirm" }, outcome, "check")),
  );
  assert.deepEqual(
    changes.filter((next) => next !== null),
    [],
  );
  assert.equal(judge({ step: "confirm" }, unknown, "check")?.to, "unknown", "its caller is gone");
});

test("no answer to a step of ours is unknown and asked about, never a decline", () => {
  for (const cause of ["start", "confirm"] as const) {
    const next = judge({ step: cause }, unknown, cause);
    assert.equal(next?.to, "unknown");
    assert.ok((next?.set?.next_check_at?.getTime() ?? 0) > now);
  }
});

test("what had no record is believed only where it was asked after the grace since its last sending", () => {
  const sentAt = ago(24 * 3_600_000);
  const askedAfter = (ageMs: number) =>
    judge(
      { state: "unknown", step: "confirm", step_started_at: sentAt },
      { kind: "not_found", askedAt: sentAt.getTime() + ageMs },
    );
  assert.equal(askedAfter(timing.notFoundGraceMs - 1), null);
  assert.equal(askedAfter(timing.notFoundGraceMs)?.to, "expired");
  const undated = judge(
    { state: "unknown", step: "confirm", step_started_at: sentAt },
    { kind: "not_found" },
  );
  assert.equal(undated, null);
});

test("a buyer who paid on the provider's page has taken the step that takes money: nothing supersedes it", () => {
  const next = judge({ state: "awaiting_buyer" }, { ...unknown, isUnderWay: true } as Outcome);
  assert.deepEqual([next?.to, next?.set?.step], ["unknown", "confirm"]);
});

test("an order that counts as paid on the provider's word is not undone by a failing collection", () => {
  const approved = { state: "authorised", step: "confirm", settled_at: ago(1_000) } as const;
  const refused: Outcome = { kind: "declined", reason: "other" };
  for (const outcome of [refused, notSent, unknown, { kind: "not_found" } as Outcome])
    assert.equal(judge(approved, outcome, "capture"), null, outcome.kind);
  const next = judge(approved, captured(11_500), "capture");
  assert.deepEqual([next?.to, next?.settles], ["captured", undefined]);
  assert.equal(judge(approved, captured(11_000), "capture")?.isRaised, true);
});

test("a part of a transfer is written down once, and on an attempt that has ended it is surplus", () => {
  const part = (amount: number): Outcome => ({
    kind: "part_received",
    reference: "r",
    received: { amount: minor(amount), currency: "SAR" },
  });
  assert.equal(judge({ state: "offered" }, part(5_000))?.set?.received_amount, 5_000);
  assert.equal(judge({ state: "offered", received_amount: minor(5_000) }, part(5_000)), null);
  assert.equal(judge({ state: "expired" }, part(5_000))?.to, "surplus");
});

test("only a wrong code leaves the buyer another try", () => {
  const wrong = { kind: "declined", reason: "otp_wrong", retryable: true } as const;
  const step = { step: "confirm" } as const;
  assert.equal(judge(step, wrong, "confirm")?.to, "awaiting_buyer");
  assert.equal(judge(step, { ...wrong, retryable: false }, "confirm")?.to, "declined");
});

test("a payment that wrong codes have ended keeps that reason where its provider has none to say later", () => {
  const ended = { kind: "declined", reason: "other" } as const;
  const reasonOf = (...of: Parameters<typeof judge>) => judge(...of)?.set?.decline_reason;
  const wrong = { step: "confirm", state: "awaiting_buyer", decline_reason: "otp_wrong" } as const;
  assert.equal(reasonOf(wrong, ended), "otp_wrong");
  assert.equal(reasonOf(wrong, { ...ended, reason: "insufficient_funds" }), "insufficient_funds");
  assert.equal(reasonOf(wrong, ended, "confirm"), "other", "a later code was right, and is declined");
  assert.equal(
    reasonOf({ ...wrong, state: "unknown" }, ended),
    "other",
    "so may the one without an answer be",
  );
});

test("every outcome is judged in every state without a move that the table does not know", () => {
  const closed: Outcome = { kind: "closed", as: "cancelled" };
  for (const state of attemptStates as readonly AttemptState[])
    for (const outcome of [
      captured(11_500),
      notSent,
      unknown,
      closed,
      { kind: "ready", reference: "r" } as const,
    ])
      assert.doesNotThrow(() => judge({ state, step: "confirm" }, outcome), `${state} ${outcome.kind}`);
});
