/** The proof of a confirmed address over HTTP: who gets it back, and what is said to one that is not ours. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OrderPageModel } from "#contract/order.ts";
import {
  gatewayBody,
  issueInvoice,
  ledger,
  loadModel,
  post,
  prepareSession,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";

const buyer = "noura@example.com";

async function issueDigital(app: TestApp): Promise<string> {
  return await issueInvoice(app, {
    lines: [{ title: "كتاب إلكتروني", quantity: 1, unitPrice: "39.00", vatRate: "15", isDigital: true }],
  });
}

/** Confirms the buyer's address. Gives the proof, and the cookie that the browser keeps. */
async function confirmAddress(
  app: TestApp,
  orderNumber: string,
): Promise<{ proof: string; cookie: string; setCookie: string }> {
  const email = { email: buyer, emailType: "EmailOtp" };
  const asked = await post(app, `/rest/pay/registerClientEmail/${orderNumber}`, email);
  const otp = /(?<!\d)\d{6}(?!\d)/.exec(app.mail.list(buyer)[0]?.text ?? "")?.[0];
  const body = { ...email, otp, signature: asked.json().signature };
  const confirmed = await post(app, `/rest/pay/confirmClientEmail/${orderNumber}`, body);
  assert.equal(confirmed.statusCode, 200, confirmed.body);
  const setCookie = String(confirmed.headers["set-cookie"]);
  return { proof: confirmed.json().signature, cookie: setCookie.split(";", 1)[0] ?? "", setCookie };
}

async function load(app: TestApp, orderNumber: string, cookie?: string): Promise<OrderPageModel> {
  const headers = cookie === undefined ? {} : { cookie };
  return (await app.app.inject({ url: `/rest/pay/order/${orderNumber}`, headers })).json();
}

async function pay(app: TestApp, orderNumber: string, emailSignature: string | null) {
  const session = await prepareSession(app, orderNumber);
  const body = gatewayBody(await loadModel(app, orderNumber), session);
  return await post(app, "/rest/pay/openGateway", { ...body, emailSignature });
}

test("the browser that confirmed the address gets its proof back with the order, no other one does", async () => {
  await using app = await startTestApp();
  const [orderNumber, other] = [await issueDigital(app), await issueDigital(app)];
  const { proof, cookie, setCookie } = await confirmAddress(app, orderNumber);
  assert.match(setCookie, /HttpOnly/);
  assert.match(setCookie, /SameSite=Lax/);
  assert.doesNotMatch(setCookie, /Secure/);
  assert.equal((await load(app, orderNumber, cookie)).order.clientEmailSignature, proof);
  assert.equal((await load(app, orderNumber)).order.clientEmailSignature, null);
  assert.equal((await load(app, other, cookie)).order.clientEmailSignature, null);
  const forged = `${cookie.split("=", 1)[0]}=garbage`;
  assert.equal((await load(app, orderNumber, forged)).order.clientEmailSignature, null);
  app.clock.advance(24 * 60 * 60_000 + 1000);
  assert.equal((await load(app, orderNumber, cookie)).order.clientEmailSignature, null);
});

test("a browser keeps the proof for https alone where the public address is https", async () => {
  await using app = await startTestApp({ env: { WASL_WEB_URL: "https://pay.example" } });
  assert.match((await confirmAddress(app, await issueDigital(app))).setCookie, /; Secure/);
});

test("a wrong e-mail proof pays nothing, although the address is confirmed", async () => {
  await using app = await startTestApp();
  const [orderNumber, other] = [await issueDigital(app), await issueDigital(app)];
  const { proof } = await confirmAddress(app, orderNumber);
  const { proof: ofOther } = await confirmAddress(app, other);
  for (const wrong of ["garbage", `${proof}x`, `${proof}.x`, ofOther]) {
    const refused = await pay(app, orderNumber, wrong);
    assert.deepEqual([refused.statusCode, refused.json().code], [403, "email_not_verified"], wrong);
  }
  assert.deepEqual(await ledger(app), []);
  assert.equal((await pay(app, orderNumber, proof)).json().statusCode, 200);
});

test("once the address is confirmed, a payment without a proof and one past its day go through", async () => {
  await using app = await startTestApp();
  const [plain, late] = [await issueDigital(app), await issueDigital(app)];
  await confirmAddress(app, plain);
  const { proof } = await confirmAddress(app, late);
  assert.equal((await pay(app, plain, null)).json().statusCode, 200);
  app.clock.advance(24 * 60 * 60_000 + 1000);
  assert.equal((await pay(app, late, proof)).json().statusCode, 200);
});
