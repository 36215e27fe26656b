/** Each wallet with a code through the whole server: public calls, attempts, settling, jobs, refunds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OtpMethod } from "#methods/allowed.ts";
import { requireProvider } from "#server/payments/providers.ts";
import { checkDueAttempts } from "#server/schedule/jobs.ts";
import { issueInvoice, ledger, post, type TestApp } from "#test/app-harness.ts";
import {
  arm,
  collect,
  pay,
  sendOtp,
  standing,
  start,
  walletBody,
  walletOf,
  wallets,
} from "#test/code-wallets.ts";
import { listName } from "#test/list-names.ts";
import { goodCode, wrongCode } from "#test/otp-services.ts";

const sentOnce = "its code is sent once: server/payments/continue-payment.test.ts";

/** Whether the provider says that it takes a payment once, however often its code comes. */
async function takesCodeAgain({ services, merchantId }: TestApp, wallet: OtpMethod): Promise<boolean> {
  return (await requireProvider(services, wallet, merchantId)).codeIsRepeatable === true;
}

for (const wallet of wallets) {
  const { name } = wallet;

  test(`${name}: a code is sent, and with it the order is paid once, for its own amount`, async (t) => {
    const { app, orderNumber } = await start(t);
    const sent = await sendOtp(app, orderNumber, wallet);
    assert.equal(sent.statusCode, 200, sent.body);
    assert.deepEqual(Object.keys(sent.json()).sort(), ["paymentSessionId", "signature", "triesLeft"]);
    const paid = await pay(app, orderNumber, wallet, sent.json());
    assert.equal(paid.statusCode, 200, paid.body);
    assert.deepEqual([paid.json().statusCode, paid.json().orderAmount], [200, 115]);
    assert.deepEqual(await standing(app, orderNumber), {
      order: "PAID",
      attempts: ["captured"],
      captures: 1,
    });
  });

  test(`${name}: a session of another order, or with another signature, pays nothing`, async (t) => {
    const { app, orderNumber } = await start(t);
    const other = await issueInvoice(app, { allowedMethods: [listName(name)] });
    const session = (await sendOtp(app, orderNumber, wallet)).json();
    for (const [number, given] of [
      [other, session],
      [orderNumber, { ...session, signature: "x".repeat(43) }],
      [orderNumber, { ...session, paymentSessionId: "another" }],
    ] as const) {
      const refused = await pay(app, number, wallet, given);
      assert.equal(refused.json().code, "signature_invalid", refused.body);
    }
    assert.equal((await standing(app, orderNumber)).captures, 0);
  });

  test(`${name}: an answer lost after the money was taken is in doubt, and the job finds the money`, async (t) => {
    const { app, orderNumber } = await start(t);
    const session = (await sendOtp(app, orderNumber, wallet)).json();
    await arm(app, name, "drop_after_commit", wallet.confirm);
    for (let time = 0; time < 2; time += 1) await arm(app, name, "drop_before", wallet.question);
    const lost = await pay(app, orderNumber, wallet, session);
    assert.equal(lost.json().code, "outcome_unknown", lost.body);
    assert.equal((await sendOtp(app, orderNumber, wallet)).json().code, "payment_in_progress");
    app.clock.advance(60_000);
    await checkDueAttempts(app.services);
    assert.deepEqual(await standing(app, orderNumber), {
      order: "PAID",
      attempts: ["captured"],
      captures: 1,
    });
  });

  test(`${name}: a lost answer to the code is asked for at once, and the buyer reads that it is paid`, async (t) => {
    const { app, orderNumber } = await start(t);
    const session = (await sendOtp(app, orderNumber, wallet)).json();
    await arm(app, name, "drop_after_commit", wallet.confirm);
    assert.equal((await pay(app, orderNumber, wallet, session)).statusCode, 200);
    assert.deepEqual(await standing(app, orderNumber), {
      order: "PAID",
      attempts: ["captured"],
      captures: 1,
    });
  });

  test(`${name}: a code that never arrived is sent again at once, and pays once`, async (t) => {
    const { app, orderNumber } = await start(t);
    if (!(await takesCodeAgain(app, name))) return t.skip(sentOnce);
    const session = (await sendOtp(app, orderNumber, wallet)).json();
    await arm(app, name, "drop_before", wallet.confirm);
    const paid = await pay(app, orderNumber, wallet, session);
    assert.equal(paid.statusCode, 200, paid.body);
    assert.deepEqual(await standing(app, orderNumber), {
      order: "PAID",
      attempts: ["captured"],
      captures: 1,
    });
  });

  test(`${name}: a code whose connection breaks twice is sent a third time, and pays once`, async (t) => {
    const { app, orderNumber } = await start(t);
    if (!(await takesCodeAgain(app, name))) return t.skip(sentOnce);
    const session = (await sendOtp(app, orderNumber, wallet)).json();
    for (let time = 0; time < 2; time += 1) await arm(app, name, "drop_before", wallet.confirm);
    const paid = await pay(app, orderNumber, wallet, session);
    assert.equal(paid.statusCode, 200, paid.body);
    assert.deepEqual(await standing(app, orderNumber), {
      order: "PAID",
      attempts: ["captured"],
      captures: 1,
    });
  });

  test(`${name}: the code of a payment in doubt may be typed again, and pays it once, whatever happened to the first`, async (t) => {
    for (const fault of ["drop_before", "drop_after_commit"] as const) {
      const { app, orderNumber } = await start(t);
      if (!(await takesCodeAgain(app, name))) return t.skip(sentOnce);
      const session = (await sendOtp(app, orderNumber, wallet)).json();
      await arm(app, name, fault, wallet.confirm);
      for (let time = 0; time < 3; time += 1) await arm(app, name, "drop_before", wallet.question);
      assert.equal((await pay(app, orderNumber, wallet, session)).json().code, "outcome_unknown");
      // Nothing else may begin beside it, and the buyer need not wait until the code has expired.
      assert.equal((await sendOtp(app, orderNumber, wallet)).json().code, "payment_in_progress");
      await fetch(`${app.simulatorUrl}/_control/faults`, { method: "DELETE" });
      const paid = await pay(app, orderNumber, wallet, session);
      assert.equal(paid.statusCode, 200, paid.body);
      assert.deepEqual(await standing(app, orderNumber), {
        order: "PAID",
        attempts: ["captured"],
        captures: 1,
      });
    }
  });

  test(`${name}: a code that is sent again and refused then decides nothing`, async (t) => {
    const { app, orderNumber } = await start(t);
    if (!(await takesCodeAgain(app, name))) return t.skip(sentOnce);
    const session = (await sendOtp(app, orderNumber, wallet)).json();
    await arm(app, name, "drop_before", wallet.confirm);
    const answer = await pay(app, orderNumber, wallet, session, wrongCode);
    assert.equal(answer.json().code, "outcome_unknown", answer.body);
    assert.equal((await sendOtp(app, orderNumber, wallet)).json().code, "payment_in_progress");
    assert.equal((await standing(app, orderNumber)).captures, 0);
  });

  test(`${name}: ten presses at once with the right code pay once`, async (t) => {
    const { app, orderNumber } = await start(t);
    const session = (await sendOtp(app, orderNumber, wallet)).json();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => pay(app, orderNumber, wallet, session)),
    );
    assert.ok(replies.some(({ statusCode }) => statusCode === 200));
    assert.deepEqual(await standing(app, orderNumber), {
      order: "PAID",
      attempts: ["captured"],
      captures: 1,
    });
  });

  test(`${name}: a provider that is down is reported as such, and the order stays payable`, async (t) => {
    const { app, orderNumber } = await start(t);
    await arm(app, name, "status_503", wallet.begin);
    const down = await sendOtp(app, orderNumber, wallet);
    assert.equal(down.json().code, "gateway_unavailable", down.body);
    assert.equal((await sendOtp(app, orderNumber, wallet)).statusCode, 200);
  });

  test(`${name}: a total that the buyer did not see is refused (decision K3)`, async (t) => {
    const { app, orderNumber } = await start(t);
    const body = { ...(await walletBody(app, orderNumber, wallet)), total: 1 };
    const refused = await post(app, `/rest/pay/${name}/sendOtp`, body);
    assert.deepEqual([refused.statusCode, refused.json().code], [422, "amount_mismatch"]);
  });

  test(`${name}: neither the code nor the mobile stands in the log or the books`, async (t) => {
    const { app, orderNumber } = await start(t);
    const session = (await sendOtp(app, orderNumber, wallet)).json();
    await pay(app, orderNumber, wallet, session);
    const rows = await app.db.pool.query("select row_to_json(a)::text as text from payment_attempts a");
    const written = [...app.logLines, ...rows.rows.map(({ text }: { text: string }) => text)].join("\n");
    assert.ok(!written.includes("512345678"));
    assert.ok(!written.includes(`"${goodCode}"`));
  });
}

test("stcpay: a mobile without a wallet is shown at the mobile, and the order stays payable", async (t) => {
  const { app, orderNumber } = await start(t);
  const stcpay = walletOf("stcpay");
  const rejected = await sendOtp(app, orderNumber, stcpay, "500000008");
  assert.deepEqual([rejected.statusCode, rejected.json()], [200, { rejectReason: "no_account" }]);
  assert.equal((await sendOtp(app, orderNumber, stcpay)).statusCode, 200);
});

test("urpay through the bank: the buyer pays on the bank's page, and the return finds the money", async (t) => {
  const { app, orderNumber } = await start(t, { URPAY_DRIVER: "arb" });
  const urpay = walletOf("urpay");
  const sent = await sendOtp(app, orderNumber, urpay);
  assert.deepEqual(Object.keys(sent.json()).sort(), ["paymentSessionId", "redirectUrl"], sent.body);
  const page = new URL(sent.json().redirectUrl);
  const form = { PaymentID: page.searchParams.get("PaymentID") ?? "", action: "pay", otp: goodCode };
  const back = await fetch(page, { method: "POST", body: new URLSearchParams(form) });
  const action = /action="([^"]+)"/.exec(await back.text())?.[1] ?? "";
  const returned = await app.app.inject({
    method: "POST",
    url: new URL(action).pathname,
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" },
    payload: new URLSearchParams({ paymentid: form.PaymentID, Error: "IPAY0100001" }).toString(),
  });
  assert.equal(returned.statusCode, 200);
  const asked = await post(app, "/rest/pay/checkPaymentStatus", { orderNumber });
  assert.equal(asked.json().statusCode, 200, asked.body);
  assert.deepEqual(await standing(app, orderNumber), { order: "PAID", attempts: ["captured"], captures: 1 });
});

test("urpay through the bank: a message of the bank alone settles the order, and is acknowledged as the bank wants", async (t) => {
  const { app, orderNumber } = await start(t, { URPAY_DRIVER: "arb" });
  const urpay = walletOf("urpay");
  const sent = (await sendOtp(app, orderNumber, urpay)).json();
  const attempt = await app.db.kysely.selectFrom("payment_attempts").select("id").executeTakeFirstOrThrow();
  await fetch(`${app.simulatorUrl}/arb/desk/${attempt.id}`, {
    method: "POST",
    body: new URLSearchParams({ action: "pay" }),
    redirect: "manual",
  });
  const message = [
    { type: "PAYMENT", result: "null", payLoad: [{ paymentId: sent.paymentSessionId, trackId: attempt.id }] },
  ];
  const notify = async (key: string) =>
    await post(app, `/rest/pay/notify/urpay/${app.merchantId}?key=${key}`, message);
  assert.equal((await notify("wrong")).statusCode, 400);
  assert.equal((await standing(app, orderNumber)).order, "PENDING");
  const taken = await notify("simulator-arb-webhook-key");
  assert.equal(taken.statusCode, 200);
  assert.deepEqual(taken.json(), [{ status: "1" }]);
  assert.equal(await checkDueAttempts(app.services), 1);
  assert.deepEqual(await standing(app, orderNumber), { order: "PAID", attempts: ["captured"], captures: 1 });
});

test("urpay through the bank: a code cannot be sent to us", async (t) => {
  const { app, orderNumber } = await start(t, { URPAY_DRIVER: "arb" });
  const urpay = walletOf("urpay");
  const sent = (await sendOtp(app, orderNumber, urpay)).json();
  const refused = await pay(app, orderNumber, urpay, {
    paymentSessionId: sent.paymentSessionId,
    signature: "x",
  });
  assert.equal(refused.json().code, "signature_invalid", refused.body);
});

for (const wallet of wallets) {
  test(`${wallet.name}: two refunds of one amount go back once each`, async (t) => {
    const { app, orderNumber } = await start(t);
    await pay(app, orderNumber, wallet, (await sendOtp(app, orderNumber, wallet)).json());
    await collect(app);
    for (const key of ["refund-key-000001", "refund-key-000002"]) {
      const refunded = await app.app.inject({
        method: "POST",
        url: `/api/v1/invoices/${orderNumber}/refunds`,
        headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": key },
        payload: { amount: "10.00" },
      });
      assert.ok(refunded.statusCode < 300, refunded.body);
    }
    const entries = (await ledger(app)).filter(({ kind }) => kind === "refund");
    assert.deepEqual(
      entries.map(({ amount }) => amount),
      ["10.00", "10.00"],
    );
  });
}
