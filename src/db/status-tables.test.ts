/** What statuses and states mean: one table each in the database, with the facts of the program. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { attemptStateFacts, attemptStates } from "#core/attempt-status.ts";
import { orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database[Symbol.asyncDispose]());

/** Sends statements in a transaction that is rolled back; gives the number and code of the one that was refused. */
async function refusedOf(...statements: readonly string[]): Promise<readonly [number, string] | null> {
  const client = await database.pool.connect();
  try {
    await client.query("begin");
    await client.query(
      "insert into merchants (id, username, shop_name, email, phone) overriding system value values (1, 'shop', 'Shop', 'a@b.sa', '1')",
    );
    for (const [index, statement] of statements.entries()) {
      const code = await client.query(statement).then(
        () => null,
        (error: { code: string }) => error.code,
      );
      if (code !== null) return [index, code];
    }
    return null;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

const checkViolation = "23514";

/** Refused by its last statement, and by no earlier one. */
async function assertRefused(...statements: readonly string[]): Promise<void> {
  assert.deepEqual(await refusedOf(...statements), [statements.length - 1, checkViolation]);
}

const order = (status: string, isPaid: boolean): string =>
  `insert into orders (id, order_number, merchant_id, source, status, currency, sub_total, discount, vat, vat_bps, total,
    allowed_methods, paid_at, captured_total) overriding system value values (1, '0000000000000001', 1, 'api', '${status}',
    'SAR', 10000, 0, 1500, 1500, 11500, array['mada'], ${isPaid ? "now(), 11500" : "null, 0"})`;
const attempt = (state: string): string =>
  `insert into payment_attempts (id, order_id, method, provider, state, amount, currency, return_token, settled_at)
    values ('attempt1', 1, 'card', 'mpgs-cards', '${state}', 11500, 'SAR', 'attempt1', now())`;
const becomes = (status: string): string => `update orders set status = '${status}' where id = 1`;
const commit = "set constraints all immediate";
const paid = [order("PAID", true), attempt("captured"), commit, "set constraints all deferred"];

test("the database knows what each status and state of the program means, and no others", async () => {
  const statuses = await database.pool.query("select status, standing from order_statuses order by status");
  assert.deepEqual(
    statuses.rows,
    orderStatuses.toSorted().map((status) => ({ status, standing: orderStatusFacts[status].standing })),
  );
  const states = await database.pool.query("select state, settles from attempt_states order by state");
  assert.deepEqual(
    states.rows,
    attemptStates.toSorted().map((state) => ({ state, settles: attemptStateFacts[state].settles })),
  );
});

test("the database says of each standing what the payment of such an order must be", async () => {
  const { rows } = await database.pool.query(
    "select pg_get_functiondef('order_and_attempt_agree'::regproc) as text",
  );
  const text: string = rows[0].text;
  const standings = [...new Set(orderStatuses.map((status) => orderStatusFacts[status].standing))];
  // One without a case can be committed with no payment at all, not even with the right one.
  assert.deepEqual(
    standings.filter((standing) => !text.includes(`when '${standing}' then`)),
    [],
  );
});

test("a status is a row and its moves: the rules hold for one that is added, and refuse one that is not listed", async () => {
  const added = [
    "insert into order_statuses values ('A_NEW_PAID_ONE', 'paid'), ('A_NEW_CLOSED_ONE', 'cancelled')",
    "insert into order_transitions values ('PAID', 'A_NEW_PAID_ONE'), ('PENDING', 'A_NEW_CLOSED_ONE')",
  ];
  assert.equal(await refusedOf(...added, ...paid, becomes("A_NEW_PAID_ONE"), commit), null);
  await assertRefused(...added, order("A_NEW_PAID_ONE", true), commit);
  await assertRefused(...paid, becomes("A_NEW_PAID_ONE"));
  assert.equal(await refusedOf(...added, order("PENDING", false), becomes("A_NEW_CLOSED_ONE"), commit), null);
  await assertRefused(
    ...added,
    order("PENDING", false),
    attempt("captured"),
    becomes("A_NEW_CLOSED_ONE"),
    commit,
  );
  await assertRefused(order("A_NEW_PAID_ONE", true), commit);
  await assertRefused(order("PENDING", false), attempt("taken"));
});
