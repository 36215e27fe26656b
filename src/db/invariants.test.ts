/**
 * What the database refuses whatever the program does: each case is SQL sent past the program, in a transaction that
 * is rolled back. `commit` stands for the check of the deferred rules that a commit begins with.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { attemptStateFacts, attemptStates, mayAttemptBecome } from "#core/attempt-status.ts";
import { mayOrderBecome, orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import { columnsIn, order } from "#test/order-in-sql.ts";

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database[Symbol.asyncDispose]());

const commit = "set constraints all immediate";
const checkViolation = "23514";
const uniqueViolation = "23505";
const insufficientPrivilege = "42501";

type Refusal = {
  readonly index: number;
  readonly code: string;
  readonly constraint: string | undefined;
  readonly message: string;
};

const merchant =
  "insert into merchants (id, username, shop_name, email, phone) overriding system value values (1, 'shop', 'Shop', 'a@b.sa', '1')";

/** Sends statements one by one and says which was refused first, and how; null when none was. */
async function send(...statements: readonly string[]): Promise<Refusal | null> {
  const client = await database.pool.connect();
  try {
    await client.query(`begin; ${merchant}`);
    for (const [index, statement] of statements.entries()) {
      const refused = await client.query(statement).then(
        () => null,
        (error: { code: string; constraint?: string; message: string }) => error,
      );
      if (refused)
        return { index, code: refused.code, constraint: refused.constraint, message: refused.message };
    }
    return null;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/** The last statement, and no earlier one, is refused with this code. */
async function assertRefused(statements: readonly string[], code: string): Promise<void> {
  const refusal = await send(...statements);
  assert.deepEqual([refusal?.index, refusal?.code], [statements.length - 1, code]);
}

/** An attempt for the whole of order 1. By default it has settled exactly when its state says so. */
function attempt(
  state: keyof typeof attemptStateFacts,
  { id = "attempt1", isSettled = attemptStateFacts[state].settles } = {},
): string {
  return `insert into payment_attempts (id, order_id, method, provider, state, amount, currency, return_token, settled_at)
    values ('${id}', 1, 'card', 'mpgs-cards', '${state}', 11500, 'SAR', '${id}', ${isSettled ? "now()" : "null"})`;
}

/** A refund of order 1; one that is made counts against the order unless it is surplus. */
function refund(amount: number, { state = "refunded", isSurplus = false, id = "refund01" } = {}): string {
  return `insert into refunds (id, order_id, attempt_id, amount, currency, state, is_surplus)
    values ('${id}', 1, '${isSurplus ? "attempt2" : "attempt1"}', ${amount}, 'SAR', '${state}', ${isSurplus})`;
}

const changeAttempt = (set: string): string => `update payment_attempts set ${set} where id = 'attempt1'`;
const changeOrder = (set: string): string => `update orders set ${set} where id = 1`;
const pay = changeOrder("status = 'PAID', paid_at = now(), captured_total = total");
const settle = changeAttempt("state = 'captured', settled_at = now()");

/** Every pair of two of these, equal ones included. */
function pairs<T>(of: readonly T[]): readonly (readonly [T, T])[] {
  return of.flatMap((one) => of.map((other) => [one, other] as const));
}

/** A paid order and what paid it, as after their commit. */
const paidOrder = [order("PAID"), attempt("captured"), commit, "set constraints all deferred"];
const approvedOrder = [order("PAID"), attempt("authorised"), commit, "set constraints all deferred"];

test("the database knows the program's moves of orders and of attempts, and no others", async () => {
  const read = async (text: string): Promise<readonly string[]> =>
    (await database.pool.query(text)).rows.map(({ move }) => move).sort();
  const orderMoves = pairs(orderStatuses).filter(([from, to]) => mayOrderBecome(from, to));
  const attemptMoves = pairs(attemptStates).filter(([from, to]) => mayAttemptBecome(from, to));
  assert.deepEqual(
    await read("select from_status || ' ' || to_status as move from order_transitions"),
    orderMoves.map((pair) => pair.join(" ")).sort(),
  );
  assert.deepEqual(
    await read("select from_state || ' ' || to_state as move from attempt_transitions"),
    attemptMoves.map((pair) => pair.join(" ")).sort(),
  );
});

test("an order moves from any status to another only where the program may move it", async () => {
  for (const [from, to] of pairs(orderStatuses)) {
    const source = [from, to].includes("PAID_LINK") ? "link" : "api";
    const own = columnsIn(to).map(([name, value]) => `, ${name} = ${value}`);
    const move = changeOrder(`status = '${to}', paid_at = now()${own.join("")}`);
    const refusal = await send(order(from, 1, source), move);
    const expected = from === to || mayOrderBecome(from, to) ? undefined : checkViolation;
    assert.equal(refusal?.code, expected, `${from} to ${to}`);
  }
});

test("an attempt moves from any state to another only where the program may move it", async () => {
  for (const [from, to] of pairs(attemptStates)) {
    const settled = attemptStateFacts[to].settles ? ", settled_at = coalesce(settled_at, now())" : "";
    const refusal = await send(order("PENDING"), attempt(from), changeAttempt(`state = '${to}'${settled}`));
    const expected = from === to || mayAttemptBecome(from, to) ? undefined : checkViolation;
    assert.equal(refusal?.code, expected, `${from} to ${to}`);
  }
});

test("an order has one live attempt, whichever states the two are in (I1)", async () => {
  for (const [one, other] of pairs(attemptStates)) {
    const second = attempt(other, { id: "attempt2" });
    const refusal = await send(order("PENDING"), attempt(one), second);
    const isRefused = attemptStateFacts[one].live && attemptStateFacts[other].live;
    assert.equal(refusal?.code, isRefused ? uniqueViolation : undefined, `${one} and ${other}`);
  }
});

test("an order is settled once: not again by another attempt, not even after a refund (I6)", async () => {
  const first = [order("PENDING"), attempt("refunded", { isSettled: true })];
  for (const state of ["authorised", "captured", "refunded"] as const) {
    const refusal = await send(...first, attempt(state, { id: "attempt2", isSettled: true }));
    assert.equal(refusal?.constraint, "one_settling_attempt_per_order", state);
  }
  assert.equal(await send(...first, attempt("surplus", { id: "attempt2" })), null);
});

test("an attempt that holds the money has settled an order", async () => {
  for (const state of ["authorised", "captured"] as const) {
    await assertRefused([order("PENDING"), attempt(state, { isSettled: false })], checkViolation);
    const move = changeAttempt(`state = '${state}'`);
    await assertRefused([order("PENDING"), attempt("in_flight"), move], checkViolation);
  }
});

const agreements: readonly { readonly what: string; readonly statements: readonly string[] }[] = [
  {
    what: "payment in which the attempt settles first",
    statements: [order("PENDING"), attempt("in_flight"), settle, pay],
  },
  {
    what: "payment in which the order is paid first",
    statements: [order("PENDING"), attempt("unknown"), pay, settle],
  },
  { what: "payment in one go", statements: [order("CREATED"), attempt("captured"), pay] },
  {
    what: "collection of approved money",
    statements: [...approvedOrder, changeAttempt("state = 'captured', received_amount = 11000")],
  },
  { what: "completion", statements: [...paidOrder, changeOrder("status = 'COMPLETED_INVOICE'")] },
  {
    what: "refund",
    statements: [
      ...paidOrder,
      refund(11_500),
      changeAttempt("state = 'refunded'"),
      changeOrder("refunded_total = 11500, status = 'REFUNDED'"),
    ],
  },
  {
    what: "refund of a part",
    statements: [...paidOrder, refund(1_500), changeOrder("refunded_total = 1500")],
  },
  {
    what: "refund of an order that is completed",
    statements: [
      ...paidOrder,
      changeOrder("status = 'COMPLETED_INVOICE'"),
      refund(11_500),
      changeOrder("refunded_total = 11500, status = 'REFUNDED'"),
      changeAttempt("state = 'refunded'"),
    ],
  },
  {
    what: "return of a surplus to the buyer of a paid order",
    statements: [
      ...paidOrder,
      attempt("surplus", { id: "attempt2" }),
      refund(11_500, { isSurplus: true }),
      "update payment_attempts set state = 'refunded' where id = 'attempt2'",
    ],
  },
  {
    what: "surplus that is given back",
    statements: [
      order("CANCELLED"),
      attempt("expired"),
      changeAttempt("state = 'surplus'"),
      changeAttempt("state = 'refunded'"),
    ],
  },
  {
    what: "removal of an attempt that settled nothing",
    statements: [order("PENDING"), attempt("declined"), "delete from payment_attempts"],
  },
];
for (const { what, statements } of agreements) {
  test(`order and attempt agree at commit after a ${what}`, async () => {
    assert.equal(await send(...statements, commit), null);
  });
}

const disagreements: readonly { readonly what: string; readonly statements: readonly string[] }[] = [
  ...orderStatuses
    .filter((status) => orderStatusFacts[status].wasPaid)
    .map((status) => ({
      what: `an order born ${status} that nothing has paid`,
      statements: [order(status)],
    })),
  {
    what: "an order paid by an attempt that is still with its provider",
    statements: [order("PENDING"), attempt("in_flight"), pay],
  },
  {
    what: "an attempt that settles and leaves its order open",
    statements: [order("PENDING"), attempt("in_flight"), settle],
  },
  ...(["CREATED", "PENDING", "CANCELLED"] as const).map((status) => ({
    what: `an attempt born settled for an order that is ${status}`,
    statements: [order(status), attempt("captured")],
  })),
  {
    what: "a paid order whose settling attempt is removed",
    statements: [...paidOrder, "delete from payment_attempts"],
  },
  {
    what: "an order that stays paid while all that paid it was given back",
    statements: [...paidOrder, changeAttempt("state = 'refunded'")],
  },
  {
    what: "a completed order whose money was given back",
    statements: [
      ...paidOrder,
      changeOrder("status = 'COMPLETED_ORDER'"),
      commit,
      "set constraints all deferred",
      changeAttempt("state = 'refunded'"),
    ],
  },
  {
    what: "a refunded order whose money is still there",
    statements: [...paidOrder, refund(11_500), changeOrder("refunded_total = 11500, status = 'REFUNDED'")],
  },
  ...(["cancelled", "expired"] as const).map((state) => ({
    what: `approved money that is ${state} while its order stays paid`,
    statements: [...approvedOrder, changeAttempt(`state = '${state}'`)],
  })),
];
for (const { what, statements } of disagreements) {
  test(`no commit leaves ${what} (I6)`, async () => {
    await assertRefused([...statements, commit], checkViolation);
  });
}

const booked = [...paidOrder, refund(1_500), changeOrder("refunded_total = 1500")];
const wrongBooks: readonly { readonly what: string; readonly statements: readonly string[] }[] = [
  { what: "a refund that is made and not booked", statements: [...paidOrder, refund(1_500)] },
  {
    what: "a refund that is marked in one transaction, to be booked in the next",
    statements: [
      ...paidOrder,
      refund(1_500, { state: "in_flight" }),
      commit,
      "set constraints all deferred",
      "update refunds set state = 'refunded'",
    ],
  },
  {
    what: "a refund that is booked and not made",
    statements: [...paidOrder, refund(1_500, { state: "unknown" }), changeOrder("refunded_total = 1500")],
  },
  {
    what: "a refund that is booked twice",
    statements: [...booked, changeOrder("refunded_total = refunded_total + 1500")],
  },
  {
    what: "a surplus that is booked as the order's refund",
    statements: [
      ...paidOrder,
      attempt("surplus", { id: "attempt2" }),
      refund(1_500, { isSurplus: true }),
      changeOrder("refunded_total = 1500"),
    ],
  },
  {
    what: "a booked refund of another amount",
    statements: [...booked, commit, "set constraints all deferred", "update refunds set amount = 1499"],
  },
  {
    what: "a booked refund that is removed",
    statements: [...booked, commit, "set constraints all deferred", "delete from refunds"],
  },
];
for (const { what, statements } of wrongBooks) {
  test(`no commit leaves ${what}`, async () => {
    const refusal = await send(...statements, commit);
    assert.deepEqual([refusal?.index, refusal?.code], [statements.length, checkViolation]);
    assert.match(refusal?.message ?? "", /was given back while its refunds say/);
  });
}

test("a refund's lease is whole, and a refund that has ended has none", async () => {
  for (const [state, set, expected] of [
    ["in_flight", "lease_token = 'a'", "refund_lease_is_whole"],
    ["unknown", "lease_until = now()", "refund_lease_is_whole"],
    ["refunded", "lease_token = 'a', lease_until = now()", "refund_lease_while_open"],
    ["declined", "lease_token = 'a', lease_until = now()", "refund_lease_while_open"],
    ["pending", "lease_token = 'a', lease_until = now()", undefined],
  ] as const) {
    const refusal = await send(...paidOrder, refund(1, { state }), `update refunds set ${set}`);
    assert.equal(refusal?.constraint, expected, `${state}, ${set}`);
  }
});

test("what an order was paid by is never rewritten: order, amount, currency and time", async () => {
  for (const set of [
    "order_id = 2",
    "amount = 1",
    "currency = 'USD'",
    "settled_at = 'epoch'",
    "settled_at = null",
  ]) {
    const setUp = [...paidOrder, changeAttempt("state = 'refunded'"), order("PENDING", 2)];
    await assertRefused([...setUp, changeAttempt(set)], checkViolation);
  }
  assert.equal(await send(...paidOrder, changeAttempt("next_check_at = now(), amount = amount")), null);
});

test("an order that is or was paid says since when", async () => {
  for (const status of orderStatuses.filter((one) => orderStatusFacts[one].wasPaid)) {
    await assertRefused([order(status), changeOrder("paid_at = null")], checkViolation);
  }
  for (const paid of ["PAID", "REFUNDED"] as const) {
    const born = order(paid).replace("now(), 11500", "null, 11500");
    const settling = attempt(paid === "PAID" ? "captured" : "refunded", { isSettled: true });
    await assertRefused([born, settling, commit], checkViolation);
  }
});

test("no more is given back than was captured, and all or nothing is captured (I13)", async () => {
  for (const set of [
    "refunded_total = 11501",
    "refunded_total = -1",
    "captured_total = 11499",
    "captured_total = 0, refunded_total = 1",
  ]) {
    await assertRefused([...paidOrder, changeOrder(set)], checkViolation);
  }
  assert.equal(await send(...paidOrder, changeOrder("refunded_total = 11500")), null);
});

const logs = {
  attempt_events:
    "insert into attempt_events (attempt_id, sequence, to_state, cause) values ('attempt1', 1, 'captured', 'start')",
  events: "insert into events (merchant_id, order_id, type) values (1, 1, 'invoice.paid')",
  agreements: `insert into agreements (merchant_id, version, title, body, sha256)
    values (1, 1, 'Terms', 'Text', '${"0".repeat(64)}')`,
};
const rewrites: Readonly<Record<keyof typeof logs, string>> = {
  attempt_events: "update attempt_events set to_state = 'declined'",
  events: "update events set type = 'invoice.cancelled'",
  agreements: "update agreements set body = 'Other terms'",
};
for (const name of Object.keys(rewrites) as (keyof typeof logs)[]) {
  test(`${name} only grow: no row is changed or removed (I11)`, async () => {
    const written = [...paidOrder, logs[name]];
    assert.equal(await send(...written), null);
    for (const change of [rewrites[name], `delete from ${name}`, `truncate ${name} cascade`]) {
      // By its own name: what refers to it is emptied with it, and refuses that, too.
      assert.equal((await send(...written, change))?.message, `${name} is append-only`);
      await assertRefused([...written, change], insufficientPrivilege);
    }
  });
}
