/** What statuses and states mean: one table each in the database, with the facts of the program. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type AttemptStateFacts,
  attemptStateFacts,
  attemptStates,
  owedStates,
  shownAloneStates,
} from "#core/attempt-status.ts";
import { orderStatuses, orderStatusFacts, paidStatus } from "#core/order-status.ts";
import { cancellableStatuses, payableStatuses } from "#core/status-groups.ts";
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
  const standings = await database.pool.query(
    "select status, paid, was_paid, refundable, releases from order_statuses join order_standings using (standing) order by status",
  );
  assert.deepEqual(
    standings.rows,
    orderStatuses.toSorted().map((status) => {
      const { paid, wasPaid, refundable, releases } = orderStatusFacts[status];
      return { status, paid, was_paid: wasPaid, refundable, releases };
    }),
  );
  const states = await database.pool.query(
    "select state, settles, blocks_start, is_owed from attempt_states order by state",
  );
  assert.deepEqual(
    states.rows,
    attemptStates.toSorted().map((state) => {
      const { settles, blocksStart, isOwed } = attemptStateFacts[state];
      return { state, settles, blocks_start: blocksStart, is_owed: isOwed };
    }),
  );
});

const statesThat = (has: (facts: AttemptStateFacts) => boolean): string[] =>
  attemptStates.filter((state) => has(attemptStateFacts[state])).toSorted();

/** Indexes, checks and triggers can ask no table: each list of names that they have is a fact of core's. */
const lists: Readonly<Record<string, readonly string[]>> = {
  link_orders_to_expire: cancellableStatuses,
  invoices_to_expire: payableStatuses,
  orders_unpaid: payableStatuses,
  // They spare the judgement of what is open; their functions judge by standing.
  order_born_open: payableStatuses,
  holds_follow_order: payableStatuses,
  one_live_attempt_per_order: statesThat(({ live }) => live),
  // What settles has a time at which it did.
  payment_attempts_check: statesThat(({ settles }) => settles),
  ended_attempt_is_asked_about: statesThat(({ tookNothing }) => tookNothing),
  // It took nothing, or what it took is not the order's.
  a_code_that_was_sent_again_is_over: statesThat(
    ({ tookNothing, tookMoney, settles }) => tookNothing || (tookMoney && !settles),
  ),
  // Money that is not the order's is shown with each code that was sent, everything else with the first one.
  told_attempt_id: shownAloneStates,
  told_attempts: shownAloneStates,
  // Money in hand was taken before it was recorded: it is there, or was given back.
  payment_by_hand_is_whole: ["captured", "refunded"],
};

test("an order leaves what may be given back only while no refund of it is under way", async () => {
  const refund =
    "insert into refunds (id, order_id, attempt_id, amount, currency, state) values ('refund01', 1, 'attempt1', 100, 'SAR', 'in_flight')";
  const kept = "update order_standings set refundable = false where standing = 'paid'";
  const moved = [becomes("COMPLETED_ORDER"), commit];
  await assertRefused(...paid, kept, refund, ...moved);
  assert.equal(await refusedOf(...paid, kept, ...moved), null);
  assert.equal(await refusedOf(...paid, refund, ...moved), null);
});

test("a list of statuses or states in the database is a fact of core's", async () => {
  const { rows } = await database.pool.query<{ name: string; text: string }>(`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as text from pg_index i
      join pg_class c on c.oid = i.indexrelid
      where i.indrelid in ('orders'::regclass, 'payment_attempts'::regclass)
    union all select conname, pg_get_constraintdef(oid) from pg_constraint
      where contype = 'c' and conrelid in ('orders'::regclass, 'payment_attempts'::regclass)
    union all select tgname, pg_get_triggerdef(oid) from pg_trigger
      where not tgisinternal and tgrelid in ('orders'::regclass, 'payment_attempts'::regclass)
    union all select proname, prosrc from pg_proc
      where pronamespace = 'public'::regnamespace and prosrc ~ 'payment_attempts'
    union all select viewname, definition from pg_views
      where schemaname = 'public' and definition ~ 'payment_attempts'`);
  const found = rows.flatMap(({ name, text }) => {
    const inText = [
      ...text.matchAll(/\b(?:status|state)\b[^[(]*(?:= ANY|<> ALL) \(ARRAY\[([^\]]*)\]/g),
      ...text.matchAll(/\bstate (?:not )?in \(([^)]*)\)/g),
    ].map(([, list = ""]) => Array.from(list.matchAll(/'(\w+)'/g), ([, one]) => one).toSorted());
    return inText.filter((names) => names.length > 0).map((names) => `${name}: ${names}`);
  });
  const expected = Object.entries(lists).map(([name, names]) => `${name}: ${names.toSorted()}`);
  assert.deepEqual([...new Set(found)].toSorted(), expected.toSorted());
});

test("no function of the database lists statuses, or says by the name of a standing or state what a fact says", async () => {
  const { rows } = await database.pool.query<{ name: string; text: string }>(
    "select proname as name, prosrc as text from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'",
  );
  const quoted = new RegExp(`'(?:${orderStatuses.join("|")})'`);
  const standings = new Set(orderStatuses.map((status) => orderStatusFacts[status].standing));
  const byName = new RegExp(`standing\\b[^;]*'(?:${[...standings].join("|")})'`);
  const owed = new RegExp(`\\bstate (?:=|<>) '(?:${owedStates.join("|")})'`);
  assert.deepEqual(
    rows
      .filter(({ text }) => [quoted, byName, owed].some((pattern) => pattern.test(text)))
      .map(({ name }) => name)
      .toSorted(),
    [
      // What may be paid is the standing `payable` and no other (core/order-status.test.ts).
      "may_content_change",
      // Says of each standing what its payment must be; the next test holds it.
      "order_and_attempt_agree",
    ],
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

/** A standing that neither may be paid nor was, and a status of it. With its case in what the payment must be. */
const unpaidStanding = (name: string, { releases }: { readonly releases: boolean }): readonly string[] => [
  `insert into order_standings values ('${name}', false, false, false, ${releases})`,
  `insert into order_statuses values ('${name.toUpperCase()}', '${name}')`,
  `insert into order_transitions values ('PENDING', '${name.toUpperCase()}')`,
  `do $$ begin execute replace(pg_get_functiondef('order_and_attempt_agree'::regproc),
    'when ''cancelled'' then', 'when ''${name}'' then settling_state is null when ''cancelled'' then'); end $$`,
];
/** An order that is only stopped. */
const stopped = [
  ...unpaidStanding("stopped", { releases: false }),
  "insert into order_transitions values ('STOPPED', 'CANCELLED')",
];
/** One that has ended unpaid without having been cancelled. */
const ended = unpaidStanding("an_ended_one", { releases: true });
const begun = (state: string, step: string): string =>
  `insert into payment_attempts (id, order_id, method, provider, state, step, amount, currency, return_token)
    values ('attempt1', 1, 'card', 'mpgs-cards', '${state}', '${step}', 11500, 'SAR', 'attempt1')`;

test("an order is closed or stopped unpaid only where no payment of it may take money", async () => {
  for (const status of ["CANCELLED", "STOPPED"]) {
    const ends = (state: string, step: string) =>
      refusedOf(...stopped, order("PENDING", false), begun(state, step), becomes(status), commit);
    for (const [state, step] of [
      ["in_flight", "start"],
      ["unknown", "confirm"],
    ] as const)
      assert.deepEqual(await ends(state, step), [stopped.length + 3, checkViolation], `${status} ${state}`);
    for (const [state, step] of [
      ["unknown", "start"],
      ["offered", "start"],
      ["declined", "confirm"],
    ] as const)
      assert.equal(await ends(state, step), null, `${status} ${state}`);
  }
});

test("an order of a link is paid as PAID_LINK and any other as PAID, also where it returns to being paid", async () => {
  for (const source of ["api", "link"] as const) {
    const of = (text: string) => text.replace("'api'", `'${source}'`);
    const [own, other] = [paidStatus(source), paidStatus(source === "link" ? "api" : "link")];
    const pay = (status: string) => `update orders set status = '${status}', paid_at = now() where id = 1`;
    assert.equal(await refusedOf(of(order("PENDING", false)), pay(own)), null, source);
    await assertRefused(of(order("PENDING", false)), pay(other));
    await assertRefused(of(order(other, true)));
  }
});

/** An order of a limited link, with the stock that it holds or held. */
const ofLink = (state: string): readonly string[] => [
  `insert into products (id, merchant_id, title, price, currency, stock_qty, held_qty) overriding system value
    values (1, 1, 'Thing', 10000, 'SAR', 5, 1)`,
  `insert into product_links (id, link_identity, merchant_id, product_id, allowed_methods, max_payments) overriding system value
    values (1, '000000000001', 1, 1, array['mada'], 5)`,
  order("PENDING", false)
    .replace("source,", "product_id, product_link_id, source,")
    .replace("'api'", "1, 1, 'link'"),
  `insert into stock_holds (order_id, product_id, qty, state, closed_at) values (1, 1, 1, '${state}', ${state === "held" ? "null" : "now()"})`,
];

test("what an order of a link holds stays while it is stopped, and goes back when it is cancelled", async () => {
  const moved = (state: string, ...to: readonly string[]) =>
    refusedOf(...stopped, ...ofLink(state), ...to.map(becomes), commit);
  assert.equal(await moved("held", "STOPPED"), null);
  assert.equal(await moved("released", "STOPPED", "CANCELLED"), null);
  assert.deepEqual((await moved("held", "STOPPED", "CANCELLED"))?.[1], checkViolation);
  assert.deepEqual((await moved("sold", "CANCELLED"))?.[1], checkViolation);
});

test("an order that has ended unpaid in a status of its own has given back stock, coupon and place", async () => {
  const moved = (...after: readonly string[]) =>
    refusedOf(...ended, ...stopped, ...ofLink("released"), ...after, commit);
  const coupon = (state: string): readonly string[] => [
    "insert into coupons (id, merchant_id, code, discount_type, discount_value) overriding system value values (1, 1, 'CODE', 'FIXED', 1)",
    `insert into coupon_uses (order_id, coupon_id, mobile, state, closed_at) values (1, 1, '1', '${state}', ${state === "held" ? "null" : "now()"})`,
  ];
  const ends = becomes("AN_ENDED_ONE");
  const refused = await refusedOf(...ended, ...ofLink("held"), ends, commit);
  assert.deepEqual(refused?.[1], checkViolation, "stock is held still");
  assert.deepEqual((await moved(...coupon("held"), ends))?.[1], checkViolation, "a coupon is held still");
  assert.equal(await moved(...coupon("released"), ends), null);

  const hasPlaces = (count: number) =>
    `do $$ begin assert (select places_taken = ${count} from product_links where id = 1), 'places'; end $$`;
  const counted = [
    "update product_links set max_payments = null where id = 1",
    "update product_links set max_payments = 5 where id = 1",
  ];
  assert.equal(await moved(hasPlaces(1), ends, hasPlaces(0), ...counted, hasPlaces(0)), null);
  // Between two that release, nothing is given back a second time.
  const leadsOn = "insert into order_transitions values ('AN_ENDED_ONE', 'CANCELLED')";
  assert.equal(await moved(leadsOn, ends, becomes("CANCELLED"), hasPlaces(0)), null);
  assert.equal(await moved(becomes("STOPPED"), hasPlaces(1), ...counted, hasPlaces(1)), null);
});

test("another order comes instead of one that has ended unpaid, and of no other", async () => {
  const second = order("CREATED", false).replace(
    "values (1, '0000000000000001'",
    "values (2, '0000000000000002'",
  );
  const replaces = second.replace("source,", "replaces_id, source,").replace("'api'", "1, 'api'");
  const paylink = [
    `insert into paylink_invoices (merchant_id, transaction_no, order_id, shop_number, request_hash)
      values (1, '1000000000001', 1, 'shop', sha256('request'))`,
    "update paylink_invoices set is_current = false",
  ];
  for (const made of [[replaces], paylink]) {
    const after = (status: string) => [
      ...ended,
      ...stopped,
      order("PENDING", false),
      becomes(status),
      ...made,
    ];
    assert.equal(await refusedOf(...after("AN_ENDED_ONE")), null);
    await assertRefused(...after("STOPPED"));
  }
});

test("what an order asks for stays while an attempt blocks others or is owed back, in a state that is added, too", async () => {
  const changed =
    "update orders set version = version + 1, sub_total = 5000, vat = 750, total = 5750 where id = 1";
  const held = (blocks: boolean, isOwed: boolean): readonly string[] => [
    `insert into attempt_states values ('HELD', false, ${blocks}, ${isOwed})`,
    order("PENDING", false),
    attempt("HELD"),
    changed,
  ];
  await assertRefused(...held(true, false));
  await assertRefused(...held(false, true));
  assert.equal(await refusedOf(...held(false, false)), null);
});

test("what blocked others comes into doubt as a step that may have taken money, in a state that is added, too", async () => {
  const inDoubt = (from: string, before: string, after: string) =>
    refusedOf(
      "insert into attempt_states values ('HELD', false, true, false), ('WAITING', false, false, false)",
      "insert into attempt_transitions values ('HELD', 'unknown'), ('WAITING', 'unknown')",
      order("PENDING", false),
      begun(from, before),
      `update payment_attempts set state = 'unknown', step = '${after}' where id = 'attempt1'`,
    );
  // A start without an answer blocks nothing: a second payment would begin beside the first.
  assert.deepEqual(await inDoubt("HELD", "start", "start"), [4, checkViolation]);
  assert.deepEqual(await inDoubt("in_flight", "confirm", "start"), [4, checkViolation]);
  for (const [from, before, after] of [
    ["HELD", "start", "confirm"],
    ["WAITING", "start", "start"],
    // The call of a start that has lost its caller: it takes no money.
    ["in_flight", "start", "start"],
    ["in_flight", "confirm", "confirm"],
  ] as const)
    assert.equal(await inDoubt(from, before, after), null, `${from} ${before} ${after}`);
});

test("papers are written for a standing that is added, by whether such an order was paid", async () => {
  const moved = (wasPaid: boolean): readonly string[] => [
    `insert into order_standings values ('a_new_one', false, ${wasPaid}, false, false)`,
    "insert into order_statuses values ('A_NEW_ONE', 'a_new_one')",
    "insert into order_transitions values ('PAID', 'A_NEW_ONE')",
    ...paid,
    becomes("A_NEW_ONE"),
    // The rule of tax documents, on a table that needs neither a number nor a content.
    "create temporary table papers (order_id bigint)",
    "create trigger of_paid after insert on papers for each row execute function tax_document_of_paid_order()",
    "insert into papers values (1)",
  ];
  assert.equal(await refusedOf(...moved(true)), null);
  await assertRefused(...moved(false));
});
