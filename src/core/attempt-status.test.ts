import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type AttemptState,
  attemptStateFacts,
  attemptStates,
  attemptTransitions,
  blocksOthers,
  factsOf,
  failedStates,
  mayAttemptBecome,
  owedStates,
  shownAloneStates,
  unfinishedStates,
} from "./attempt-status.ts";
import { eventOfAttempt } from "./event-types.ts";

const those = (fact: keyof (typeof attemptStateFacts)["captured"]) =>
  attemptStates.filter((state) => attemptStateFacts[state][fact]);

/** Every state that can follow one, at any distance. */
function reachable(from: AttemptState): Set<AttemptState> {
  const seen = new Set<AttemptState>();
  const queue = [...attemptTransitions[from]];
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    if (seen.has(state)) continue;
    seen.add(state);
    queue.push(...attemptTransitions[state]);
  }
  return seen;
}

test("what has failed is reported as failed, and what is unfinished may still bring money", () => {
  for (const state of attemptStates)
    assert.equal(failedStates.includes(state), eventOfAttempt[state] === "payment.failed", state);
  assert.deepEqual(failedStates, ["declined", "cancelled", "expired"]);
  assert.deepEqual(unfinishedStates, [
    ...["in_flight", "awaiting_buyer", "offered", "unknown", "authorised", "surplus"],
  ]);
});

test("both tables cover every state, lead to no other, and no state follows itself", () => {
  assert.deepEqual(Object.keys(attemptStateFacts).toSorted(), attemptStates.toSorted());
  assert.deepEqual(Object.keys(attemptTransitions).toSorted(), attemptStates.toSorted());
  for (const from of attemptStates) {
    const targets = attemptTransitions[from];
    assert.equal(new Set(targets).size, targets.length, from);
    assert.ok(!targets.includes(from), from);
    for (const to of attemptStates)
      assert.equal(mayAttemptBecome(from, to), targets.includes(to), `${from} -> ${to}`);
  }
});

test("every attempt begins in flight and can get everywhere from there", () => {
  assert.deepEqual(
    [...reachable("in_flight"), "in_flight"]
      .toSorted()
      .filter((state, index, all) => state !== all[index - 1]),
    attemptStates.toSorted(),
  );
});

test("only a refunded attempt is final: money can still turn up on every other closed one", () => {
  assert.deepEqual(
    attemptStates.filter((state) => attemptTransitions[state].length === 0),
    ["refunded"],
  );
  for (const closed of ["declined", "cancelled", "expired", "superseded"] as const)
    assert.ok(mayAttemptBecome(closed, "surplus"), closed);
});

test("an attempt that was closed never settles an order afterwards", () => {
  for (const closed of ["declined", "cancelled", "expired", "superseded", "surplus", "refunded"] as const) {
    for (const state of reachable(closed))
      assert.ok(!attemptStateFacts[state].settles, `${closed} -> ${state}`);
  }
});

test("captured money is only ever given back, and surplus money too", () => {
  assert.deepEqual(attemptTransitions.captured, ["refunded"]);
  assert.deepEqual(attemptTransitions.surplus, ["refunded"]);
});

test("an unanswered attempt can come to every end, blocks a new start, and is asked about", () => {
  for (const end of ["captured", "authorised", "declined", "cancelled", "expired"] as const)
    assert.ok(mayAttemptBecome("unknown", end), end);
  assert.ok(attemptStateFacts.unknown.blocksStart && attemptStateFacts.unknown.isChecked);
});

test("a start without an answer is asked about and may be superseded; a payment without one never", () => {
  const start = factsOf({ state: "unknown", step: "start" });
  assert.ok(start.live && start.isChecked && start.maySupersede && !start.blocksStart && !start.settles);
  assert.deepEqual(factsOf({ state: "unknown", step: "confirm" }), attemptStateFacts.unknown);
  for (const state of attemptStates.filter((each) => each !== "unknown"))
    for (const step of ["start", "confirm"] as const)
      assert.deepEqual(factsOf({ state, step }), attemptStateFacts[state], `${state} ${step}`);
});

test("the facts of each state are those of decision S3", () => {
  assert.deepEqual(those("live"), ["in_flight", "awaiting_buyer", "unknown", "authorised", "captured"]);
  assert.deepEqual(those("blocksStart"), ["in_flight", "unknown", "authorised", "captured"]);
  assert.deepEqual(those("maySupersede"), ["awaiting_buyer"]);
  assert.deepEqual(those("settles"), ["authorised", "captured"]);
  assert.deepEqual(those("isChecked"), [
    "in_flight",
    "awaiting_buyer",
    "offered",
    "unknown",
    "authorised",
    "superseded",
    "surplus",
  ]);
});

test("money that was taken is the order's, is owed to the buyer, or is gone", () => {
  for (const state of attemptStates) {
    const { tookMoney, settles, isOwed, live } = attemptStateFacts[state];
    if (!isOwed) continue;
    assert.ok(tookMoney && !settles && !live, state);
    assert.ok(mayAttemptBecome(state, "refunded"), `${state}: it has to be able to go back`);
  }
  assert.deepEqual(owedStates, ["surplus"]);
  assert.deepEqual(
    shownAloneStates.filter((state) => !attemptStateFacts[state].isOwed),
    ["refunded"],
    "money that is neither the order's nor owed has left: its books are a choice (docs/adding-a-status.md)",
  );
});

test("an order takes no other payment while money may be on its way, is there, or is owed back", () => {
  assert.deepEqual(
    attemptStates.filter((state) => blocksOthers(attemptStateFacts[state])),
    ["in_flight", "unknown", "authorised", "captured", "surplus"],
  );
});

test("a live attempt either blocks a new start or may be superseded by it, never both", () => {
  for (const state of attemptStates) {
    const steps = (["start", "confirm"] as const).map((step) => factsOf({ state, step }));
    for (const { live, blocksStart, maySupersede } of steps)
      assert.equal(blocksStart !== maySupersede, live, state);
    const mayBe = steps.some(({ maySupersede }) => maySupersede);
    // One that has ended without money is superseded when its provider approves it after all.
    const isOver = state !== "superseded" && attemptStateFacts[state].tookNothing;
    assert.equal(mayAttemptBecome(state, "superseded"), mayBe || isOver, state);
  }
});

test("no state that is asked about is a dead end, and only settled money stays unasked while live", () => {
  for (const state of those("isChecked")) assert.ok(attemptTransitions[state].length > 0, state);
  assert.deepEqual(
    those("live").filter((state) => !attemptStateFacts[state].isChecked),
    ["captured"],
  );
});
