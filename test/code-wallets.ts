/**
 * Wallets with a one-time code, through their public calls. One that is added has a row in otp-services.ts, and the tests of all
 * wallets come with it.
 */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { codeOf, type OtpMethod, otpMethods } from "#methods/allowed.ts";
import { mostGuesses } from "#methods/otp-wallets/code.ts";
import { checkDueAttempts } from "#server/schedule/jobs.ts";
import { issueInvoice, ledger, loadModel, post, startTestApp, type TestApp } from "./app-harness.ts";
import { listName } from "./list-names.ts";
import { goodCode, mobileFields, otpServices } from "./otp-services.ts";

/** One of them by its name. */
export const walletOf = (name: OtpMethod) => ({
  name,
  ...otpServices[name],
  digits: codeOf(name).digits,
  mostGuesses: mostGuesses(codeOf(name)),
});
/** Every wallet with a code, with what its method says of its codes. */
export const wallets = otpMethods.map(walletOf);

export type Wallet = ReturnType<typeof walletOf>;

/** The application, and an order that each of the wallets may pay. */
export async function start(t: TestContext, env: Readonly<Record<string, string>> = {}) {
  const app = await startTestApp({ env });
  t.after(() => app[Symbol.asyncDispose]());
  const orderNumber = await issueInvoice(app, { allowedMethods: [...otpMethods.map(listName), "mada"] });
  return { app, orderNumber };
}

export type CodeSession = { readonly paymentSessionId: string; readonly signature: string };

/** What both calls have in common. */
export async function walletBody(app: TestApp, orderNumber: string, wallet: Wallet, mobile?: string) {
  const model = await loadModel(app, orderNumber);
  return {
    orderNumber,
    clientName: "نورة العتيبي",
    clientMobile: "0551234567",
    clientCountryCode: "SA",
    shipmentCity: "الرياض",
    shipmentAddress: null,
    transactionId: model.transactionId,
    signature: model.signature,
    emailSignature: null,
    total: model.total,
    ...mobileFields(wallet.name, mobile),
  };
}

/** Asks for a code. */
export async function sendOtp(app: TestApp, orderNumber: string, wallet: Wallet, mobile?: string) {
  return await post(
    app,
    `/rest/pay/${wallet.name}/sendOtp`,
    await walletBody(app, orderNumber, wallet, mobile),
  );
}

/** Pays with a code. */
export async function pay(
  app: TestApp,
  orderNumber: string,
  wallet: Wallet,
  { paymentSessionId, signature }: CodeSession,
  code: string = goodCode,
) {
  const shown = await walletBody(app, orderNumber, wallet);
  const body = { ...shown, paymentSessionId, signature, [wallet.code]: code };
  return await post(app, `/rest/pay/${wallet.name}/processPayment`, body);
}

/** Where the money is collected in a step of its own, the job does that. */
export async function collect(app: TestApp): Promise<void> {
  const approved = app.db.kysely
    .selectFrom("payment_attempts")
    .select("id")
    .where("state", "=", "authorised");
  if ((await approved.execute()).length > 0) await checkDueAttempts(app.services);
}

/** An order, its attempts, and how often its money was taken. */
export async function standing(app: TestApp, orderNumber: string) {
  await collect(app);
  const order = await app.db.kysely
    .selectFrom("orders")
    .select(["id", "status"])
    .where("order_number", "=", orderNumber)
    .executeTakeFirstOrThrow();
  const attempts = await app.db.kysely
    .selectFrom("payment_attempts")
    .select("state")
    .where("order_id", "=", order.id)
    .orderBy("created_at")
    .execute();
  const taken = (await ledger(app)).filter(
    ({ kind, orderId }) => kind === "capture" && orderId === orderNumber,
  );
  return { order: order.status, attempts: attempts.map(({ state }) => state), captures: taken.length };
}

/** Has the next request of one operation fail in a certain way. */
export async function arm(app: TestApp, simulator: string, fault: string, operation: string): Promise<void> {
  const response = await fetch(`${app.simulatorUrl}/_control/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ simulator, fault, operation, times: 1 }),
  });
  assert.ok(response.ok, await response.text());
}
