/** A unit whose database was restored gives no counter twice: it is held, and what it would have stamped waits (decision 0110). */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Invoice } from "#contract/invoices.ts";
import { minor } from "#core/money.ts";
import type { Problem } from "#core/problem.ts";
import { Secret } from "#core/secret/secret.ts";
import { firstPreviousHash } from "#core/zatca/e-invoice.ts";
import { runInTransaction } from "#db/open.ts";
import { makeBackup } from "#server/backup/make-backup.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { verifyBackup } from "#server/backup/verify-backup.ts";
import { startTestApp, type TestApp } from "#test/app-harness.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import {
  insertMerchant,
  insertOrder,
  payOrder,
  refundOrder,
  type TestOrder,
} from "#test/document-fixtures.ts";
import {
  authorityFault,
  chainOf,
  eventsOf,
  onboardAtSimulator,
  sendAll,
  settle,
} from "#test/simulated-authority.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { until } from "#test/until.ts";
import { changeMerchant } from "../merchant-api/merchant-settings.ts";
import { lockOrder } from "../orders/order-moves.ts";
import { issueTaxInvoice } from "../tax-documents/numbering.ts";
import { issueWaitingInvoices } from "../tax-documents/waiting-invoices.ts";
import { authorityClient } from "./authority.ts";
import { requestsFor } from "./csr.ts";
import { closeHeldUnit, findHeldUnit, holdUnit, releaseUnit } from "./hold-unit.ts";
import type { Application } from "./onboarding/application-store.ts";
import { beginOnboarding, beginRenewal } from "./onboarding/begin.ts";
import { leadToCertificate, type OnboardingParts } from "./onboarding/onboard.ts";
import { OnboardingRefusal } from "./onboarding/onboarding-refusal.ts";
import { unitStandings, whatToDo } from "./onboarding/unit-standing.ts";
import { restartUnit } from "./restart-unit.ts";
import { createUnit, type UnitId } from "./unit-store.ts";
import { watchSubmissions } from "./watch-submissions.ts";

const migrationsDir = join(import.meta.dirname, "../../db/migrations");

let app: TestApp;
before(async () => {
  app = await startTestApp({ poolSize: 24 });
});
after(() => app[Symbol.asyncDispose]());

/** Pays an order as settling does, with a statement more: whether it has its tax invoice. */
async function pay({ services }: Pick<TestApp, "services">, order: TestOrder): Promise<boolean> {
  const at = new Date(services.clock.now());
  const { sealing, db } = services;
  return await db.kysely.transaction().execute(async (trx) => {
    await lockOrder(trx, order.id);
    await payOrder(trx, order, { at });
    return (await issueTaxInvoice(trx, { orderId: order.id, at, sealing })) !== null;
  });
}

const transaction = <T>(work: Parameters<ReturnType<TestApp["db"]["kysely"]["transaction"]>["execute"]>[0]) =>
  app.db.kysely.transaction().execute(work) as Promise<T>;

const stateOf = async ({ services }: Pick<TestApp, "services">, { unitId }: UnitId): Promise<string> =>
  (
    await services.db.kysely
      .selectFrom("egs_units")
      .select("state")
      .where("id", "=", unitId)
      .executeTakeFirstOrThrow()
  ).state;

/** Counters follow each other without a gap, each document names the one before. */
async function assertUnbroken(of: TestApp, unit: UnitId, length: number): Promise<void> {
  const envelopes = await of.services.db.kysely
    .selectFrom("tax_envelopes")
    .select(["icv", "previous_hash", "hash"])
    .where("unit_id", "=", unit.unitId)
    .orderBy("icv")
    .execute();
  let last: string = firstPreviousHash;
  for (const [index, { icv, previous_hash, hash }] of envelopes.entries()) {
    assert.deepEqual([icv, previous_hash], [index + 1, last]);
    last = hash;
  }
  assert.equal(envelopes.length, length);
}

const call = async (method: "GET" | "POST", path: string, payload?: object) =>
  await app.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      authorization: `Bearer ${app.apiKey}`,
      "idempotency-key": randomUUID(),
      "accept-language": "ar",
    },
    ...(payload && { payload }),
  });

test("while a unit is held payments continue and no number is taken; released, all is issued in the order of the payments", async () => {
  const unit = await onboardAtSimulator(app);
  const merchantId = unit.merchantId;
  const first = await insertOrder(app.db.kysely, merchantId);
  await settle(app, first);
  await sendAll(app);
  await transaction((trx) => holdUnit(trx, merchantId));
  const [told] = await eventsOf(app, unit, "tax_unit.held");
  assert.equal(told?.data.taxUnit?.reason, "by_operator");
  const orders = [await insertOrder(app.db.kysely, merchantId), await insertOrder(app.db.kysely, merchantId)];
  for (const order of orders) {
    assert.equal(await pay(app, order), false);
    app.clock.advance(1_000);
  }
  assert.equal(await issueWaitingInvoices(app.services), 0);
  const invoice = async ({ orderNumber }: TestOrder): Promise<Invoice> =>
    (await call("GET", `/invoices/${orderNumber}`)).json();
  assert.partialDeepStrictEqual(await invoice(orders[0] as TestOrder), { status: "PAID", taxInvoice: null });
  assert.equal((await call("GET", "/merchant")).json().waitingTaxInvoices, 2);
  assert.deepEqual(
    (await call("GET", "/home")).json().attention.map(({ kind }: { kind: string }) => kind),
    ["held_tax_unit"],
  );
  const line = { title: "توصيل", quantity: 1, unitPrice: "20.00" };
  const debit = { reason: "التوصيل", lines: [line] };
  const refused = await call("POST", `/invoices/${first.orderNumber}/debit-notes`, debit);
  assert.deepEqual([refused.statusCode, refused.json().code], [409, "tax_unit_held"]);
  assert.match(refused.json().detail, /نسخة احتياطية/);
  assert.equal(await transaction((trx) => restartUnit(trx, merchantId, new Date())), "held");
  assert.equal((await chainOf(app, unit)).length, 1);

  await transaction(async (trx) => {
    const held = await findHeldUnit(trx, merchantId);
    assert.partialDeepStrictEqual(held, { stamped: 1, last: { number: "INV-000001" } });
    await releaseUnit(trx, unit, new Date(app.clock.now()));
  });
  assert.equal(await issueWaitingInvoices(app.services), 2);
  await sendAll(app);
  await assertUnbroken(app, unit, 3);
  const numbers = await Promise.all(orders.map(async (order) => (await invoice(order)).taxInvoice?.number));
  assert.deepEqual(numbers, ["INV-000002", "INV-000003"]);
  assert.deepEqual(new Set((await chainOf(app, unit)).map(({ state }) => state)), new Set(["accepted"]));
  assert.equal((await call("POST", `/invoices/${first.orderNumber}/debit-notes`, debit)).statusCode, 201);
});

test("a refund while the unit is held has its credit note once the unit is released", async () => {
  const unit = await onboardAtSimulator(app, await insertMerchant(app.db.kysely));
  const { merchantId } = unit;
  const order = await insertOrder(app.db.kysely, merchantId);
  await settle(app, order);
  await sendAll(app);
  await transaction((trx) => holdUnit(trx, merchantId));
  await refundOrder(app.db.kysely, order, minor(1_000));
  await transaction(async (trx) => {
    const { id, amount, reason } = await trx
      .selectFrom("refunds")
      .selectAll()
      .where("order_id", "=", order.id)
      .executeTakeFirstOrThrow();
    await app.services.onOrderRefunded(trx, { merchantId, orderId: order.id, refundId: id, amount, reason });
  });
  for (let look = 0; look < 2; look += 1) {
    app.clock.advance(60 * 60_000);
    await sendAll(app);
    assert.equal((await chainOf(app, unit)).length, 1, "the job looks, and goes on waiting");
  }
  await transaction((trx) => releaseUnit(trx, unit, new Date(app.clock.now())));
  await sendAll(app);
  assert.deepEqual(
    (await chainOf(app, unit)).map(({ number, state }) => [number.slice(0, 3), state]),
    [
      ["INV", "accepted"],
      ["CN-", "accepted"],
    ],
  );
});

test("of twenty payments at once during which the unit is held each is booked, and is stamped or waits", async () => {
  const unit = await onboardAtSimulator(app, await insertMerchant(app.db.kysely));
  const orders = [];
  for (let count = 0; count < 20; count += 1) orders.push(await insertOrder(app.db.kysely, unit.merchantId));
  const payments = Promise.all(orders.map((order) => pay(app, order)));
  await until(async () => (await chainOf(app, unit)).length > 3);
  await transaction((trx) => holdUnit(trx, unit.merchantId));
  const stamped = (await chainOf(app, unit)).length;
  const issued = (await payments).filter(Boolean).length;
  assert.equal(issued, stamped, "nothing is stamped once it is held");
  const waiting = await app.db.kysely
    .selectFrom("waiting_tax_invoices")
    .select("order_id")
    .where("merchant_id", "=", unit.merchantId)
    .execute();
  assert.equal(waiting.length, 20 - stamped);
  await assertUnbroken(app, unit, stamped);
  await transaction((trx) => releaseUnit(trx, unit, new Date(app.clock.now())));
  while ((await issueWaitingInvoices(app.services)) > 0);
  await assertUnbroken(app, unit, 20);
});

test("a unit that another one replaced sends what it had stamped, and ends when its certificate is refused", async () => {
  const merchantId = await insertMerchant(app.db.kysely);
  const unit = await onboardAtSimulator(app, merchantId);
  for (let count = 0; count < 2; count += 1) await settle(app, await insertOrder(app.db.kysely, merchantId));
  await transaction((trx) => holdUnit(trx, merchantId));
  app.clock.advance(60 * 60_000);
  await watchSubmissions(app.services);
  await sendAll(app);
  assert.deepEqual(
    (await chainOf(app, unit)).map(({ state }) => state),
    ["due", "due"],
    "held, it sends nothing",
  );
  await transaction((trx) => closeHeldUnit(trx, merchantId, new Date(app.clock.now())));
  const next = await onboardAtSimulator(app, merchantId);
  await settle(app, await insertOrder(app.db.kysely, merchantId));
  await sendAll(app);
  for (const [of, length] of [
    [unit, 2],
    [next, 1],
  ] as const) {
    const chain = await chainOf(app, of);
    assert.deepEqual([chain.length, ...new Set(chain.map(({ state }) => state))], [length, "accepted"]);
  }
  assert.deepEqual([await stateOf(app, unit), await stateOf(app, next)], ["closed", "active"]);
  const rest = await onboardAtSimulator(app, await insertMerchant(app.db.kysely));
  await settle(app, await insertOrder(app.db.kysely, rest.merchantId));
  await transaction((trx) => holdUnit(trx, rest.merchantId));
  await transaction((trx) => closeHeldUnit(trx, rest.merchantId, new Date(app.clock.now())));
  await authorityFault(app, "revoke");
  await sendAll(app);
  assert.equal(await stateOf(app, rest), "retired");
  assert.equal((await eventsOf(app, rest, "tax_unit.stopped")).length, 1, "people hear of it");
});

/** What `zatca-onboard` does. */
async function onboard(merchantId: number, environment: "simulation" | "production"): Promise<void> {
  const { sealing, clock, http, config } = app.services;
  const db = app.db.kysely;
  const commit: OnboardingParts["commit"] = (work) => runInTransaction(db, work);
  const client = authorityClient(config, environment, { http, clock });
  const of = {
    merchantId,
    environment,
    choices: { branch: null, businessCategory: null },
    startsAnew: false,
  };
  const application = await commit((trx) => beginOnboarding(trx, sealing, of));
  const parts = { db, commit, sealing, client, clock, say: () => {} };
  await leadToCertificate(parts, application, { otp: new Secret("123345"), goesByRenewal: false });
}

test("a held unit makes way for another of its environment, is closed then, and is neither renewed nor replaced by one for tests", async () => {
  const merchantId = await insertMerchant(app.db.kysely);
  await onboard(merchantId, "production");
  await transaction((trx) => holdUnit(trx, merchantId));
  const units = async () =>
    await app.db.kysely
      .selectFrom("egs_units")
      .select(["state", "icv", "serial"])
      .where("merchant_id", "=", merchantId)
      .orderBy("id")
      .execute();
  const choices = { branch: null, businessCategory: null };
  const renewal = transaction((trx) =>
    beginRenewal(trx, app.services.sealing, { merchantId, choices, startsAnew: false }),
  );
  await assert.rejects(renewal, /held.*zatca-release/);
  await assert.rejects(onboard(merchantId, "simulation"), /of production/);
  assert.equal((await units()).length, 1, "nothing was made");
  await onboard(merchantId, "production");
  const [held, next, ...others] = await units();
  assert.deepEqual([held?.state, next?.state, others], ["closed", "active", []]);
  assert.deepEqual([next?.icv, held?.serial === next?.serial], [0, false], "a chain of its own");
});

test("a held unit is not released while another is being made in its place", async () => {
  const unit = await onboardAtSimulator(app, await insertMerchant(app.db.kysely));
  await transaction((trx) => holdUnit(trx, unit.merchantId));
  const { sealing } = app.services;
  await transaction((trx) => createUnit(trx, sealing, { ...unit, environment: "sandbox" }));
  await assert.rejects(
    transaction((trx) => releaseUnit(trx, unit, new Date())),
    OnboardingRefusal,
  );
});

test("a VAT number stays while a unit stamps for it; held, another number wants another unit", async () => {
  const merchantId = await insertMerchant(app.db.kysely);
  const [first, other] = ["310122393500003", "311111111100003"];
  const change = (vatNumber: string | null) =>
    transaction((trx) => changeMerchant(trx, merchantId, { vatNumber }));
  const of = { merchantId, environment: "production", startsAnew: false } as const;
  const choices = { branch: null, businessCategory: null };
  const begin = () =>
    transaction<Application>((trx) => beginOnboarding(trx, app.services.sealing, { ...of, choices }));
  await change(first);
  const { request } = await begin();
  assert.equal((await begin()).request, request, "the same one, however often it is asked for");
  await change(other);
  assert.ok(requestsFor((await begin()).request, other), "begun again for the number that there is now");
  await onboard(merchantId, "production");
  await change(other);
  for (const vatNumber of [first, null])
    await assert.rejects(change(vatNumber), (error: Problem) => error.fields?.[0]?.code === "unit_stamps");
  await transaction((trx) => holdUnit(trx, merchantId));
  await change(first);
  const release = () =>
    transaction(async (trx) => {
      const held = await findHeldUnit(trx, merchantId);
      assert.ok(held);
      await releaseUnit(trx, held, new Date());
    });
  await assert.rejects(release(), /certificate is of another one: "zatca-onboard"/);
  await change(other);
  await release();
});

describe("after a restore", () => {
  const stack = new AsyncDisposableStack();
  const directory = temporaryDirectory();
  after(async () => {
    await stack.disposeAsync();
    directory[Symbol.dispose]();
  });

  /** The installation as it was at its backup, in a database of its own. */
  async function restored(folder: string): Promise<TestApp> {
    const db: TestDatabase = stack.use(await createTestDatabase({ migrations: "none", poolSize: 8 }));
    const { log } = app.services;
    const manifest = await verifyBackup(folder, { migrationsDir, progress: () => {} });
    const target = { db, storage: null, migrationsDir, log, progress: () => {}, units: "hold" } as const;
    await restoreBackup(target, folder, manifest);
    return { ...app, db, services: { ...app.services, db } };
  }

  test("what was stamped since the backup is not stamped again: the next documents have a unit of their own, and the authority takes both", async () => {
    const unit = await onboardAtSimulator(app, await insertMerchant(app.db.kysely));
    const { merchantId } = unit;
    const being = await insertMerchant(app.db.kysely);
    const { sealing } = app.services;
    await transaction((trx) => createUnit(trx, sealing, { merchantId: being, environment: "sandbox" }));
    const payThere = async (at: TestApp) =>
      await pay(at, await insertOrder(at.services.db.kysely, merchantId));
    await payThere(app);
    await sendAll(app);
    await payThere(app); // due at the time of the backup, and sent after it
    const folder = join(directory.path, "backup");
    await makeBackup({ db: app.db, storage: null, progress: () => {} }, folder);
    for (let count = 0; count < 3; count += 1) await payThere(app);
    await sendAll(app);
    await assertUnbroken(app, unit, 5);

    const back = await restored(folder);
    const [told] = await eventsOf(back, unit, "tax_unit.held");
    assert.equal(told?.data.taxUnit?.reason, "restored");
    const [standing] = await unitStandings(back.services.db.kysely, merchantId);
    assert.ok(standing);
    assert.match(whatToDo(standing, app.clock.now()) ?? "", /zatca-release .* zatca-onboard/);
    assert.deepEqual(
      await unitStandings(back.services.db.kysely, being),
      [],
      "what was being made is given up",
    );
    assert.deepEqual([await payThere(back), await payThere(back)], [false, false]);
    assert.equal(await issueWaitingInvoices(back.services), 0);
    await watchSubmissions(back.services);
    await sendAll(back);
    assert.deepEqual(
      (await chainOf(back, unit)).map(({ icv, state }) => [icv, state]),
      [
        [1, "accepted"],
        [2, "due"],
      ],
    );

    await back.services.db.kysely
      .transaction()
      .execute((trx) => closeHeldUnit(trx, merchantId, new Date(app.clock.now())));
    const next = await onboardAtSimulator(back, merchantId);
    assert.equal(await issueWaitingInvoices(back.services), 2);
    assert.equal(await payThere(back), true);
    await sendAll(back);
    await assertUnbroken(back, unit, 2);
    await assertUnbroken(back, next, 3);
    const all = [...(await chainOf(back, unit)), ...(await chainOf(back, next))];
    assert.deepEqual(new Set(all.map(({ state }) => state)), new Set(["accepted"]));
  });
});
