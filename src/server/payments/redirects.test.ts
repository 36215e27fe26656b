/** Each method that continues on a page of the provider, through the whole server: their calls, the buyer's return, the job, their messages. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import type { Home } from "#contract/home.ts";
import { minor } from "#core/money.ts";
import { type RedirectMethod, redirectMethods } from "#methods/allowed.ts";
import { payableAmount, payableInvoice, payableText } from "#methods/payable-amount.ts";
import {
  issueInvoice,
  ledger,
  loadModel,
  post,
  setFault,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { approveOnPage, beginRedirect, leaveProviderPage } from "#test/buyers.ts";
import { startGatedApp } from "#test/gated-app.ts";
import { endRefunds, isGivenUpAtProvider } from "#test/given-back.ts";
import { asMerchant } from "#test/product-links.ts";
import { collected, redirectServices } from "#test/redirect-services.ts";
import { reconcileDueDays } from "../reconciliation/reconcile-day.ts";
import { checkDueAttempts } from "../schedule/jobs.ts";
import { applyOutcome } from "./settle.ts";

const issuePayable = (app: TestApp): Promise<string> => issueInvoice(app, payableInvoice);

/** Starts a payment and leaves the service's page; gives the path that the browser comes back to. */
async function leavePage(
  app: TestApp,
  method: RedirectMethod,
  orderNumber: string,
  choice: "approve" | "cancel",
): Promise<string> {
  return await leaveProviderPage(await beginRedirect(app, method, orderNumber), choice);
}

type Attention = Home["attention"][number];

const status = async (app: TestApp, orderNumber: string) =>
  (await post(app, "/rest/pay/checkPaymentStatus", { orderNumber })).json();

async function states(app: TestApp): Promise<string[]> {
  const rows = await app.db.kysely
    .selectFrom("payment_attempts")
    .select("state")
    .orderBy("created_at")
    .execute();
  return rows.map(({ state }) => state);
}

const captured = `capture ${payableText}`;
const moved = async (app: TestApp) => (await ledger(app)).map(({ kind, amount }) => `${kind} ${amount}`);

for (const method of redirectMethods) {
  const { operations, left, taken } = redirectServices[method];
  const approved = taken.by === "capture" ? "authorised" : "captured";

  test(`${method}: an approval pays the order, its money is taken once, and it can be given back`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issuePayable(app);
    const back = await leavePage(app, method, orderNumber, "approve");
    assert.equal((await app.app.inject(back)).statusCode, 200);
    assert.equal((await status(app, orderNumber)).statusCode, 200);
    assert.deepEqual(
      [await states(app), await moved(app)],
      [[approved], taken.by === "capture" ? [] : [captured]],
    );
    app.clock.advance(1_000);
    for (let round = 0; round < 3; round += 1) await checkDueAttempts(app.services);
    assert.deepEqual([await states(app), await moved(app)], [["captured"], [captured]]);
    const refund = await app.app.inject({
      method: "POST",
      url: `/api/v1/invoices/${orderNumber}/refunds`,
      headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": "a-refund-of-part" },
      payload: { amount: "15.00" },
    });
    assert.equal(refund.statusCode, 201, refund.body);
    await endRefunds(app);
    assert.deepEqual(await moved(app), [captured, "refund 15.00"]);
  });

  test(`${method}: while the buyer is on its page the payment is being checked, since it may be made there already`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issuePayable(app);
    await beginRedirect(app, method, orderNumber);
    const { statusCode, msg } = await status(app, orderNumber);
    assert.deepEqual([await states(app), statusCode], [["awaiting_buyer"], 202], msg);
  });

  test(`${method}: money that was taken, and whose answer was lost, is found by the next question`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issuePayable(app);
    await approveOnPage(app, method, orderNumber);
    const operation = taken.by === "page" ? operations.check : taken.operation;
    await setFault(app, { simulator: method, fault: "drop_after_commit", operation });
    app.clock.advance(60_000);
    await checkDueAttempts(app.services);
    const unanswered = { capture: "authorised", confirm: "unknown", page: "awaiting_buyer" } as const;
    assert.deepEqual(await states(app), [unanswered[taken.by]]);
    app.clock.advance(60 * 60_000);
    await checkDueAttempts(app.services);
    assert.deepEqual([await states(app), await moved(app)], [["captured"], [captured]]);
  });

  if (left !== null)
    test(`${method}: a buyer who cancels on the service's page reads so at once and can pay in another try`, async () => {
      await using app = await startTestApp();
      const orderNumber = await issuePayable(app);
      const back = await leavePage(app, method, orderNumber, "cancel");
      assert.ok(back.includes(left), "as the tests of such an address say it");
      await app.app.inject(back);
      assert.deepEqual(
        await states(app),
        ["cancelled"],
        "asked at once, since `readReturn` says that they left",
      );
      assert.equal((await status(app, orderNumber)).statusCode, 400);
      await leavePage(app, method, orderNumber, "approve");
      assert.equal((await status(app, orderNumber)).statusCode, 200);
      assert.deepEqual(await states(app), ["cancelled", approved]);
    });

  // So it is with a provider that has no `readReturn`; each of the others is asked as if it had none.
  test(`${method}: a buyer who cancels and whose way back does not say so is asked about by their page, and can pay in another try`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issuePayable(app);
    const back = await leavePage(app, method, orderNumber, "cancel");
    await app.app.inject(left === null ? back : (back.split("?")[0] ?? back));
    assert.ok([202, 400].includes((await status(app, orderNumber)).statusCode), "open there, or ended");
    await leavePage(app, method, orderNumber, "approve");
    assert.equal((await status(app, orderNumber)).statusCode, 200);
    await checkDueAttempts(app.services);
    app.clock.advance(24 * 60 * 60_000);
    await checkDueAttempts(app.services);
    const [first, paid] = await states(app);
    assert.match(String(first), /^(?:cancelled|expired)$/);
    assert.deepEqual([paid, await moved(app)], ["captured", [captured]]);
  });

  // An approval that is the money already is surplus then, as money of every method is.
  for (const over of taken.by === "page" ? [] : (["superseded", "expired"] as const)) {
    test(`${method}: an approval that comes when its attempt is ${over} is given up there, not kept as surplus`, async () => {
      await using app = await startTestApp();
      await leavePage(app, method, await issuePayable(app), "approve");
      const attempts = app.db.kysely.updateTable("payment_attempts");
      const { id, amount, currency } = await attempts
        .set({ state: over, next_check_at: null })
        .returningAll()
        .executeTakeFirstOrThrow();
      const money = { amount: minor(amount), currency };
      const late = { kind: "authorised", reference: "late", money } as const;
      await applyOutcome(app.services, id, late, "check");
      // As when giving it up failed: nothing moves, the job asks again.
      assert.equal((await applyOutcome(app.services, id, late, "cancel")).state, "superseded");
      await checkDueAttempts(app.services);
      app.clock.advance(24 * 60 * 60_000);
      await checkDueAttempts(app.services);
      const end = isGivenUpAtProvider(app, method) ? "cancelled" : "expired";
      assert.deepEqual([await states(app), await moved(app)], [[end], []]);
      assert.ok(!app.logLines.some((line) => line.includes("surplus money")));
    });
  }

  test(`${method}: an address that says "cancelled" of an approved payment cancels nothing`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issuePayable(app);
    const back = await leavePage(app, method, orderNumber, "approve");
    await app.app.inject(`${back.split("?")[0]}?${left ?? "left=1"}`);
    assert.equal((await status(app, orderNumber)).statusCode, 200);
  });

  test(`${method}: a start whose answer was lost is cleared up by one question`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issuePayable(app);
    await setFault(app, { simulator: method, fault: "drop_after_commit", operation: operations.start });
    assert.equal((await beginRedirect(app, method, orderNumber)).json().code, "outcome_unknown");
    assert.equal((await status(app, orderNumber)).statusCode, 400);
    assert.equal((await beginRedirect(app, method, orderNumber)).statusCode, 200);
  });

  test(`${method}: no buyer is sent to a page that is not the provider's, and it is no decline`, async () => {
    await using app = await startGatedApp();
    const orderNumber = await issuePayable(app);
    const elsewhere = (body: string): string =>
      body.replaceAll(/https?:\/\/(?:127\.0\.0\.1|localhost):\d+/g, "https://elsewhere.example");
    for (let answers = 0; answers < 3; answers += 1)
      app.outward.rewrite({ method: "POST", path: new RegExp(`^/${method}/`) }, elsewhere);
    const reply = await beginRedirect(app, method, orderNumber);
    assert.doesNotMatch(reply.body, /elsewhere/);
    assert.deepEqual(await states(app), ["declined"]);
    assert.equal((await status(app, orderNumber)).declined, undefined);
  });

  test(`${method}: a forged proof is refused`, async () => {
    await using app = await startTestApp();
    const reply = await beginRedirect(app, method, await issuePayable(app), { signature: "A".repeat(43) });
    assert.equal(reply.json().code, "signature_invalid");
  });
}

for (const { method, operation } of collected) {
  test(`${method}: a collection of another sum is kept with it and raised`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issuePayable(app);
    await approveOnPage(app, method, orderNumber);
    await setFault(app, { simulator: method, fault: "amount_mismatch", operation });
    app.clock.advance(60_000);
    await checkDueAttempts(app.services);
    const [taken] = await ledger(app);
    const attempt = await app.db.kysely.selectFrom("payment_attempts").selectAll().executeTakeFirstOrThrow();
    assert.equal(attempt.state, "captured");
    assert.equal(attempt.received_amount, Math.round(Number(taken?.amount) * 100));
    assert.notEqual(attempt.received_amount, attempt.amount);
    assert.ok(app.logLines.some((line) => line.includes("surplus money") && line.includes(attempt.id)));
    const { data } = await app.db.kysely
      .selectFrom("events")
      .select("data")
      .where("type", "=", "payment.captured")
      .executeTakeFirstOrThrow();
    assert.partialDeepStrictEqual(data, { expected: attempt.amount, stated: attempt.received_amount });
  });

  test(`${method}: guaranteed money that is not paid out for a day is a difference to its books, and waits for the shop's hand until it comes`, async () => {
    await using app = await startTestApp();
    await reconcileDueDays(app.services);
    const orderNumber = await issuePayable(app);
    await approveOnPage(app, method, orderNumber);
    await setFault(app, { simulator: method, fault: "status_503", operation, times: 1_000 });
    const day = async (): Promise<void> => {
      for (let hour = 0; hour < 24; hour += 1) {
        app.clock.advance(60 * 60_000);
        await checkDueAttempts(app.services);
        await reconcileDueDays(app.services);
      }
    };
    const waits = async () =>
      (await asMerchant(app, "GET", "/home"))
        .json()
        .attention.map(({ kind, count, amounts, list }: Attention) => [kind, count, amounts, list]);
    assert.deepEqual(await waits(), []);
    await day();
    const amounts = [{ currency: "SAR", amount: payableText }];
    assert.deepEqual(await waits(), [["uncollected_money", 1, amounts, "/api/v1/payments?state=authorised"]]);
    await day();
    const found = app.db.kysely.selectFrom("reconciliation_differences").select(["kind", "ours", "theirs"]);
    assert.deepEqual(await found.execute(), [
      { kind: "payment_unknown_to_provider", ours: payableAmount, theirs: 0 },
    ]);
    await fetch(`${app.simulatorUrl}/_control/faults`, { method: "DELETE" });
    await day();
    assert.deepEqual([await states(app), await moved(app), await waits()], [["captured"], [captured], []]);
  });
}

for (const method of ["tamara", "tabby"] as const) {
  test(`${method}: half a proof is refused, the bare payload of Spec 7 is taken`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issuePayable(app);
    for (const half of [{ transactionId: undefined }, { signature: undefined }]) {
      const reply = await beginRedirect(app, method, orderNumber, half);
      assert.equal(reply.json().code, "signature_invalid");
    }
    const bare = { transactionId: undefined, signature: undefined };
    assert.equal((await beginRedirect(app, method, orderNumber, bare)).statusCode, 200);
  });
}

const dear = { lines: [{ title: "سجاد", quantity: 1, unitPrice: "9000.00", vatRate: "15" }] };

test("a payment that the service does not take has the reply of Spec 7, not a Problem", async () => {
  await using app = await startTestApp();
  // Nothing is known of what Tamara takes: it is offered, and says no after the press.
  await setFault(app, { simulator: "tamara", fault: "status_503", operation: "PAYMENT_TYPES", times: 9 });
  const orderNumber = await issueInvoice(app, dear);
  const tabby = await beginRedirect(app, "tabby", orderNumber);
  assert.deepEqual(
    [tabby.statusCode, tabby.json().status, tabby.json().rejectReason],
    [200, "rejected", "order_amount_too_high"],
  );
  const tamara = await beginRedirect(app, "tamara", orderNumber);
  assert.deepEqual(
    [tamara.statusCode, tamara.json().status, tamara.json().rejectReason],
    [200, "rejected", "amount_limit"],
  );
  assert.deepEqual(await states(app), ["declined", "declined"]);
});

test("an Arabic name is refused for Tabby before anything is begun", async () => {
  await using app = await startTestApp();
  const reply = await beginRedirect(app, "tabby", await issueInvoice(app), { clientName: "نورة" });
  assert.deepEqual([reply.statusCode, reply.json().code], [422, "english_name_required"]);
  assert.deepEqual(await states(app), []);
});

test("Tamara's message settles the order without the buyer's return; forged and replayed ones change nothing", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await leavePage(app, "tamara", orderNumber, "approve");
  const attempt = await app.db.kysely.selectFrom("payment_attempts").selectAll().executeTakeFirstOrThrow();
  const iat = Math.floor(app.clock.now() / 1000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ typ: "JWT", alg: "HS256" })}.${part({ exp: iat + 900, iat, iss: "Tamara" })}`;
  const digest = createHmac("sha256", "simulator-tamara-notification-token")
    .update(signed)
    .digest("base64url");
  const send = (token: string) =>
    app.app.inject({
      method: "POST",
      url: `/rest/pay/notify/tamara/${app.merchantId}`,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      payload: JSON.stringify({
        order_id: attempt.provider_data["orderId"],
        order_reference_id: attempt.id,
        order_number: orderNumber,
        event_type: "order_approved",
        data: [],
      }),
    });
  assert.equal((await send(`${signed}.${digest}x`)).statusCode, 400);
  assert.deepEqual(await states(app), ["awaiting_buyer"]);
  for (let replay = 0; replay < 3; replay += 1)
    assert.equal((await send(`${signed}.${digest}`)).statusCode, 200);
  await checkDueAttempts(app.services);
  assert.equal((await loadModel(app, orderNumber)).order.orderStatus, "PAID");
  assert.equal((await status(app, orderNumber)).statusCode, 200);
  assert.deepEqual(await moved(app), ["capture 115.00"]);
});
