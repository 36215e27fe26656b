/** Payments that continue outside of the page: SADAD bills and transfers, from the call to the paid order. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { listAttempts } from "#cli/admin-attempts.ts";
import { loadOpenReferences } from "#server/payments/open-references.ts";
import { refreshAttempt } from "#server/payments/refresh.ts";
import { checkDueAttempts } from "#server/schedule/jobs.ts";
import {
  issueInvoice,
  ledger,
  loadModel,
  payByCard,
  post,
  setFault,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { actAtBank, askForReference, askStatus } from "#test/buyers.ts";
import { endPart, endSurplus } from "#test/given-back.ts";
import { methodsPaidInParts, referenceServices } from "#test/reference-services.ts";
import { referenceMethods } from "../allowed.ts";

const nationalId = "1000000008";
const dayMs = 24 * 60 * 60_000;

async function attemptsOf(app: TestApp): Promise<string[]> {
  const rows = await app.db.kysely
    .selectFrom("payment_attempts")
    .select(["method", "state"])
    .orderBy("id")
    .execute();
  return rows.map(({ method, state }) => `${method} ${state}`);
}

/** The job, a good minute later: by then it asks about every reference that is out. */
async function runJob(app: TestApp): Promise<void> {
  app.clock.advance(61_000);
  await checkDueAttempts(app.services);
}

const statusOf = async (app: TestApp, orderNumber: string): Promise<string> =>
  (await loadModel(app, orderNumber)).order.orderStatus;

for (const method of referenceMethods) {
  test(`${method}: the payload of Spec 7 gives a reference, the money pays the order, and the page learns it`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issueInvoice(app);
    const reply = await askForReference(app, method, orderNumber);
    assert.equal(reply.statusCode, 200, reply.body);
    const { paymentSessionId, amount, currency } = reply.json();
    assert.match(paymentSessionId, referenceServices[method].number);
    assert.deepEqual([amount, currency], [115, "SAR"]);
    assert.deepEqual(await attemptsOf(app), [`${method} offered`]);
    const before = (await post(app, "/rest/pay/checkPaymentStatus", { orderNumber })).json();
    assert.equal(before.statusCode, 400);
    await actAtBank(app, method, "pay");
    app.clock.advance(3_000);
    const after = (await post(app, "/rest/pay/checkPaymentStatus", { orderNumber })).json();
    assert.equal(after.statusCode, 200);
    assert.deepEqual(await attemptsOf(app), [`${method} captured`]);
    const entries = await ledger(app);
    assert.deepEqual(
      entries.map(({ orderId, amount: sum }) => [orderId, sum]),
      [[orderNumber, "115.00"]],
    );
  });

  test(`${method}: a repeated start gives the same reference again, also five at once`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issueInvoice(app);
    const first = (await askForReference(app, method, orderNumber)).json();
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => askForReference(app, method, orderNumber)),
    );
    for (const reply of replies) assert.deepEqual(reply.json(), first);
    assert.deepEqual(await attemptsOf(app), [`${method} offered`]);
  });

  test(`${method}: with half of the order's proof, or a forged one, nothing is issued`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issueInvoice(app);
    for (const change of [{ signature: undefined }, { transactionId: undefined }, { signature: "forged" }]) {
      const reply = await askForReference(app, method, orderNumber, change);
      assert.deepEqual([reply.statusCode, reply.json().code], [403, "signature_invalid"]);
    }
    assert.deepEqual(await attemptsOf(app), []);
  });

  test(`${method}: a reference that ran out makes room for another`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issueInvoice(app);
    const first = (await askForReference(app, method, orderNumber)).json();
    await actAtBank(app, method, "expire");
    app.clock.advance(40 * dayMs);
    const second = (await askForReference(app, method, orderNumber)).json();
    assert.notEqual(second.paymentSessionId, first.paymentSessionId);
    const { afterEnd } = referenceServices[method];
    assert.deepEqual(await attemptsOf(app), [`${method} ${afterEnd}`, `${method} offered`]);
    await actAtBank(app, method, "late");
    const { id } = await app.db.kysely
      .selectFrom("payment_attempts")
      .select("id")
      .orderBy("id")
      .executeTakeFirstOrThrow();
    await refreshAttempt(app.services, id, "message");
    const isOver = afterEnd === "expired";
    assert.deepEqual(await attemptsOf(app), [
      `${method} ${isOver ? "surplus" : "captured"}`,
      `${method} offered`,
    ]);
  });

  test(`${method}: a number ends with its order, and is taken back then where its provider can`, async () => {
    await using app = await startTestApp();
    const end = new Date(app.clock.now() + 3 * 3_600_000).toISOString();
    const orderNumber = await issueInvoice(app, { expiresAt: end });
    const reply = (await askForReference(app, method, orderNumber)).json();
    assert.equal(reply.expiresAt, end);
    app.clock.advance(3 * 3_600_000);
    await runJob(app);
    const isOut = (await attemptsOf(app)).includes(`${method} offered`);
    assert.equal(isOut, referenceServices[method].afterCancel === "offered");
    assert.deepEqual(await loadOpenReferences(app.services, orderNumber), []);
  });

  test(`${method}: a number that has run out is not given again while its provider does not answer`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issueInvoice(app);
    const first = (await askForReference(app, method, orderNumber)).json();
    app.clock.advance(40 * dayMs);
    await setFault(app, { simulator: referenceServices[method].simulator, fault: "drop_before" });
    const second = (await askForReference(app, method, orderNumber)).json();
    assert.notEqual(second.paymentSessionId, first.paymentSessionId);
    assert.match(second.paymentSessionId, referenceServices[method].number);
    // The first may have been paid: its provider is asked until it says.
    assert.deepEqual(await attemptsOf(app), [`${method} offered`, `${method} offered`]);
  });

  test(`${method}: an answer that got lost leads to the same reference`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issueInvoice(app);
    const { simulator, issuing } = referenceServices[method];
    await fetch(`${app.simulatorUrl}/_control/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        simulator,
        fault: "drop_after_commit",
        operation: issuing.operation,
      }),
    });
    assert.equal((await askForReference(app, method, orderNumber)).json().code, "outcome_unknown");
    await post(app, "/rest/pay/checkPaymentStatus", { orderNumber });
    assert.deepEqual(await attemptsOf(app), [`${method} offered`]);
    assert.equal((await askForReference(app, method, orderNumber)).statusCode, 200);
    assert.deepEqual(await attemptsOf(app), [`${method} offered`]);
  });
}

for (const method of referenceMethods) {
  test(`${method}: an order that costs something else by now gets a new reference, not the one over the old sum`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issueInvoice(app);
    assert.equal((await askForReference(app, method, orderNumber)).statusCode, 200);
    // No call does this today.
    await app.db.pool.query(
      "update orders set sub_total = sub_total + 1000, total = total + 1000, version = version + 1",
    );
    assert.equal((await askForReference(app, method, orderNumber)).statusCode, 200);
    const { rows } = await app.db.pool.query(
      "select amount::int, provider_reference as reference from payment_attempts order by created_at, id",
    );
    assert.deepEqual(
      rows.map(({ amount }) => amount),
      [11_500, 12_500],
    );
    assert.notEqual(rows[0].reference, rows[1].reference);
  });
}

/** Sums of the attempt as a merchant reads them. */
async function sumsOf(app: TestApp, orderNumber: string) {
  const url = `/api/v1/invoices/${orderNumber}`;
  const reply = await app.app.inject({ url, headers: { authorization: `Bearer ${app.apiKey}` } });
  const [{ state, amount, receivedAmount }] = reply.json().attempts;
  return [state, amount, receivedAmount];
}

async function eventTypes(app: TestApp): Promise<string[]> {
  const rows = await app.db.kysely.selectFrom("events").select("type").orderBy("id").execute();
  return rows.map(({ type }) => type);
}

for (const part of methodsPaidInParts) {
  const { method, action } = part;

  test(`${method}: parts pay the order when the last one is there, by the same number`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issueInvoice(app);
    const first = (await askForReference(app, method, orderNumber)).json();
    await actAtBank(app, method, action);
    for (let round = 0; round < 2; round += 1) await runJob(app);
    assert.equal(await statusOf(app, orderNumber), "PENDING");
    assert.deepEqual(await sumsOf(app, orderNumber), ["offered", "115.00", "57.50"]);
    app.clock.advance(3_000);
    const again = (await askForReference(app, method, orderNumber)).json();
    assert.deepEqual(again, { ...first, received: 57.5, remaining: 57.5 });
    await actAtBank(app, method, action);
    await runJob(app);
    assert.equal(await statusOf(app, orderNumber), "PAID");
    assert.deepEqual(await sumsOf(app, orderNumber), ["captured", "115.00", null]);
    const parts = (await eventTypes(app)).filter((type) => type === "payment.part_received");
    assert.equal(parts.length, 1, "the same part is reported once");
    assert.ok(!app.logLines.some((line) => line.includes("surplus money")));
  });

  test(`${method}: too much pays the order; what is above it is kept, reported and raised`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issueInvoice(app);
    await askForReference(app, method, orderNumber);
    await actAtBank(app, method, "over");
    await runJob(app);
    assert.equal(await statusOf(app, orderNumber), "PAID");
    assert.deepEqual(await sumsOf(app, orderNumber), ["captured", "115.00", "126.50"]);
    assert.ok(app.logLines.some((line) => line.includes("surplus money") && line.includes("1150")));
    assert.match(await listAttempts(app.db, "open"), /115\.00 SAR +126\.50/);
  });

  test(`${method}: a part is surplus once its number runs out`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issueInvoice(app);
    await askForReference(app, method, orderNumber);
    await actAtBank(app, method, action);
    await runJob(app);
    await actAtBank(app, method, "expire");
    await runJob(app);
    assert.ok(app.logLines.some((line) => line.includes("surplus money")));
    assert.deepEqual(await attemptsOf(app), [`${method} ${await endSurplus(app, method)}`]);
  });

  const payPartThenByCard = async (app: TestApp): Promise<void> => {
    const orderNumber = await issueInvoice(app);
    await askForReference(app, method, orderNumber);
    await actAtBank(app, method, action);
    await runJob(app);
    assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
    await runJob(app);
  };

  test(`${method}: a part is surplus once the order is paid otherwise and no more of it can come`, async () => {
    await using app = await startTestApp();
    await payPartThenByCard(app);
    // "captured" is final: where the provider keeps the number open, more of it would come unseen.
    assert.deepEqual(await attemptsOf(app), [`${method} ${part.afterCancel}`, "card captured"]);
    const standing = await endPart(app, part);
    assert.deepEqual(await attemptsOf(app), [`${method} ${standing}`, "card captured"]);
    assert.ok(app.logLines.some((line) => line.includes("surplus money")));
  });

  if (part.afterCancel === "surplus")
    test(`${method}: what comes after a number was closed with a part on it is sent back`, async () => {
      await using app = await startTestApp();
      await payPartThenByCard(app);
      await actAtBank(app, method, "pay");
      await runJob(app);
      const parts = (await ledger(app)).filter(({ amount }) => amount === "57.50");
      assert.equal(parts.length, 1);
    });
}

test("the national id is nowhere: not in the database, not in the log, not with the provider", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  assert.equal((await askForReference(app, "sadad", orderNumber)).statusCode, 200);
  assert.equal(
    (await askForReference(app, "sadad", orderNumber, { nationalId: "1000000000" })).statusCode,
    422,
  );
  const { rows } = await app.db.pool.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public'",
  );
  const texts = [app.logLines.join("\n")];
  for (const { tablename } of rows)
    texts.push(JSON.stringify((await app.db.pool.query(`select to_jsonb(t) from "${tablename}" t`)).rows));
  for (const path of ["state", "journal"])
    texts.push(await (await fetch(`${app.simulatorUrl}/_control/${path}`)).text());
  for (const text of texts) assert.ok(!text.includes(nationalId) && !text.includes("1000000000"));
});

test("a wrong national id is refused by the name that the payload gives it", async () => {
  await using app = await startTestApp();
  const reply = await askForReference(app, "sadad", await issueInvoice(app), { nationalId: "1000000000" });
  assert.deepEqual([reply.statusCode, reply.json().fields[0].path], [422, "nationalId"]);
});

test("a cancelled order takes its open account back; a bill stays watched, and money on it is surplus", async () => {
  await using app = await startTestApp();
  for (const method of referenceMethods) {
    const orderNumber = await issueInvoice(app);
    await askForReference(app, method, orderNumber);
    const cancelled = await app.app.inject({
      method: "POST",
      url: `/api/v1/invoices/${orderNumber}/cancel`,
      headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": `cancel-${method}` },
    });
    assert.equal(cancelled.statusCode, 200, cancelled.body);
  }
  await runJob(app);
  const expected = referenceMethods.map((method) => `${method} ${referenceServices[method].afterCancel}`);
  assert.deepEqual(await attemptsOf(app), expected);
  for (const method of referenceMethods)
    if (referenceServices[method].afterCancel === "offered") await actAtBank(app, method, "pay");
  await runJob(app);
  const standing: string[] = [];
  for (const method of referenceMethods) {
    const { afterCancel } = referenceServices[method];
    standing.push(`${method} ${afterCancel === "offered" ? await endSurplus(app, method) : afterCancel}`);
  }
  assert.deepEqual(await attemptsOf(app), standing);
});

for (const method of referenceMethods) {
  test(`pages find the open reference of ${method} as its call gave it, and no word of the buyer`, async () => {
    await using app = await startTestApp();
    const order = await issueInvoice(app);
    assert.deepEqual(await loadOpenReferences(app.services, order), []);
    const reply = await (await askForReference(app, method, order)).json();
    const open = await loadOpenReferences(app.services, order);
    assert.deepEqual(open, [{ method, reply, mail: { problem: null, last: null } }]);
    assert.doesNotMatch(JSON.stringify(open), /نورة|العتيبي|0551234567|noura@|1000000008/);
    assert.deepEqual(await loadOpenReferences(app.services, await issueInvoice(app)), []);
  });

  test(`pages find the reference of ${method} neither after its last day nor once it is paid`, async () => {
    await using app = await startTestApp();
    const order = await issueInvoice(app);
    await askForReference(app, method, order);
    const later = {
      ...app.services,
      clock: { ...app.services.clock, now: () => app.services.clock.now() + 60 * 24 * 3_600_000 },
    };
    assert.deepEqual(await loadOpenReferences(later, order), []);
    await actAtBank(app, method, "pay");
    await runJob(app);
    assert.deepEqual(await loadOpenReferences(app.services, order), []);
  });
}

test("a page that waits for a number learns that it is dead, also while another of the order lives", async () => {
  await using app = await startTestApp();
  const order = await issueInvoice(app);
  const numbersOut = async () => (await askStatus(app, order)).json().numbersOut;
  assert.deepEqual(await numbersOut(), []);
  for (const method of referenceMethods) await askForReference(app, method, order);
  assert.deepEqual(new Set(await numbersOut()), new Set(referenceMethods));
  const text = async () => (await askStatus(app, order)).json().msg;
  assert.match(await text(), /ينتظر الدفع بالرقم/);
  app.clock.advance(60 * 24 * 3_600_000);
  assert.deepEqual(await numbersOut(), []);
  assert.match(await text(), /لم يتم دفع/);
});

test("of a bill and a transfer for one order, pages find both, the newest first", async () => {
  await using app = await startTestApp();
  const order = await issueInvoice(app);
  for (const method of referenceMethods) await askForReference(app, method, order);
  const open = await loadOpenReferences(app.services, order);
  assert.deepEqual(
    open.map(({ method }) => method),
    referenceMethods.toReversed(),
  );
});
