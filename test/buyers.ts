/** What buyers and merchants do with an order, by every kind of method: one function for each step of theirs. */
import type { LightMyRequestResponse } from "fastify";
import type { RedirectMethod, ReferenceMethod } from "#methods/allowed.ts";
import { systemIds } from "#server/ports.ts";
import {
  cards,
  gatewayBody,
  loadModel,
  payByCard,
  post,
  prepareSession,
  type TestApp,
} from "./app-harness.ts";
import { passChallenge } from "./card-gateway-driver.ts";
import { redirectServices } from "./redirect-services.ts";
import { referenceBody, referenceServices } from "./reference-services.ts";

type Reply = Promise<LightMyRequestResponse>;

/** Opens the gateway with a card session, as the button of the card panel does. */
export async function openGateway(app: TestApp, orderNumber: string, sessionId: string): Reply {
  return await post(app, "/rest/pay/openGateway", gatewayBody(await loadModel(app, orderNumber), sessionId));
}

/** The body of a card payment whose session is ready: what several tabs send at the same moment. */
export async function cardPayment(app: TestApp, orderNumber: string): Promise<object> {
  const sessionId = await prepareSession(app, orderNumber);
  return gatewayBody(await loadModel(app, orderNumber), sessionId);
}

export type BankVisit = {
  readonly orderNumber: string;
  /** Address of the bank's page on our server. */
  readonly page: string;
  /** Where the bank sends the browser back to. */
  readonly returnPath: string;
  readonly paymentSessionId: string;
};

/** Starts a card payment whose bank asks for 3-D Secure. */
export async function visitBank(app: TestApp, orderNumber: string): Promise<BankVisit> {
  return await bankVisitOf(app, orderNumber, await payByCard(app, orderNumber, { number: cards.challenge }));
}

/** What the reply to a card payment, whose bank asks for 3-D Secure, lets the browser do. */
export async function bankVisitOf(
  app: TestApp,
  orderNumber: string,
  reply: LightMyRequestResponse,
): Promise<BankVisit> {
  if (reply.statusCode !== 200) throw new Error(`no challenge: ${reply.body}`);
  const { secure3DHtmlKey, signature } = reply.json();
  const { return_token: token } = await app.db.kysely
    .selectFrom("payment_attempts as a")
    .innerJoin("orders as o", "o.id", "a.order_id")
    .select("a.return_token")
    .where("o.order_number", "=", orderNumber)
    .where("a.state", "=", "awaiting_buyer")
    .executeTakeFirstOrThrow();
  return {
    orderNumber,
    page: `/rest/pay/get3DPage/${orderNumber}?key=${secure3DHtmlKey}&signature=${signature}`,
    returnPath: `/rest/pay/return/${token}`,
    paymentSessionId: token,
  };
}

/** The buyer reads the bank's page and says yes there. */
export async function approveAtBank(app: TestApp, visit: BankVisit): Promise<void> {
  await passChallenge((await app.app.inject(visit.page)).body, "successful");
}

/** What the result page sends when the browser is back from the bank. */
export async function comeBack(app: TestApp, visit: BankVisit): Reply {
  const { orderNumber, paymentSessionId } = visit;
  return await post(app, "/rest/pay/process3dSecure", { orderNumber, paymentSessionId });
}

/** What every page sends that wants to know the status of a payment. */
export async function askStatus(app: TestApp, orderNumber: string): Reply {
  return await post(app, "/rest/pay/checkPaymentStatus", { orderNumber });
}

/** The body of a call for an STC Pay code, as the page sends it. */
export async function stcPayBody(app: TestApp, orderNumber: string): Promise<object> {
  const { transactionId, signature, total } = await loadModel(app, orderNumber);
  return {
    orderNumber,
    clientName: "نورة العتيبي",
    clientMobile: "0551234567",
    clientCountryCode: "SA",
    shipmentCity: "الرياض",
    shipmentAddress: null,
    transactionId,
    signature,
    emailSignature: null,
    total,
    stcPayMobile: "512345678",
    stcPayMobileCountryCode: "966",
  };
}

/** Asks for an STC Pay code. */
export async function sendCode(app: TestApp, orderNumber: string): Reply {
  return await post(app, "/rest/pay/stcpay/sendOtp", await stcPayBody(app, orderNumber));
}

/** What of the answer to `sendCode` goes into the payment with the code. */
export function codeSession(sent: LightMyRequestResponse): object {
  const { paymentSessionId, signature } = sent.json();
  return { paymentSessionId, signature };
}

/** The body of an STC Pay payment with the right code; `sent` is the answer to `sendCode`. */
export async function codePayment(
  app: TestApp,
  orderNumber: string,
  sent: LightMyRequestResponse,
): Promise<object> {
  return { ...(await stcPayBody(app, orderNumber)), ...codeSession(sent), stcpayPaymentOTP: "123456" };
}

/** Pays by STC Pay with the right code; `sent` is the answer to `sendCode`. */
export async function payWithCode(app: TestApp, orderNumber: string, sent: LightMyRequestResponse): Reply {
  return await post(app, "/rest/pay/stcpay/processPayment", await codePayment(app, orderNumber, sent));
}

/** Begins a payment on a page of the provider. */
export async function beginRedirect(
  app: TestApp,
  method: RedirectMethod,
  orderNumber: string,
  change: object = {},
): Reply {
  const { transactionId, signature } = await loadModel(app, orderNumber);
  const { path, body } = redirectServices[method];
  return await post(app, path, { orderNumber, transactionId, signature, ...body, ...change });
}

/**
 * Presses a button on the provider's page, whose address is in the reply.
 * @returns the path that the browser comes back to
 */
export async function leaveProviderPage(
  started: LightMyRequestResponse,
  choice: "approve" | "cancel",
): Promise<string> {
  const page = Object.values(started.json()).find((value) => URL.canParse(String(value)));
  if (started.statusCode !== 200 || page === undefined) throw new Error(`no page: ${started.body}`);
  const body = new URLSearchParams({ choice, otp: "8888" });
  const left = await fetch(String(page), { method: "POST", body, redirect: "manual" });
  const back = new URL(left.headers.get("location") ?? "");
  return back.pathname + back.search;
}

/**
 * Begins a payment and approves it on the provider's page; the money is still to be taken, by the job of the next minute.
 * Where an approval pays the order, we know of it; where it guarantees nothing we do not, since our first question takes
 * the money.
 */
export async function approveOnPage(
  app: TestApp,
  method: RedirectMethod,
  orderNumber: string,
): Promise<void> {
  await leaveProviderPage(await beginRedirect(app, method, orderNumber), "approve");
  if (redirectServices[method].taken.by === "capture") await askStatus(app, orderNumber);
}

/** Asks for a number to pay by at a bank: of a SADAD bill, of an account to transfer to. */
export async function askForReference(
  app: TestApp,
  method: ReferenceMethod,
  orderNumber: string,
  change: object = {},
): Reply {
  const { transactionId, signature } = await loadModel(app, orderNumber);
  const body = { ...referenceBody(method, orderNumber), transactionId, signature, ...change };
  return await post(app, `/rest/pay/${method}/authorize`, body);
}

/** What the buyer does at the bank with the oldest bill or account: "pay", "partial", "over", "late", "expire". */
export async function actAtBank(app: TestApp, method: ReferenceMethod, action: string): Promise<void> {
  const { simulator, store } = referenceServices[method];
  const state = Object(await (await fetch(`${app.simulatorUrl}/_control/state`)).json());
  const { id } = state.simulators[simulator].stores[store].entries[0];
  const reply = await fetch(`${app.simulatorUrl}/${simulator}/bank/${id}`, {
    method: "POST",
    body: new URLSearchParams({ action }),
    redirect: "manual",
  });
  if (reply.status !== 303) throw new Error(`the bank refused: ${await reply.text()}`);
}

/** Pays by a code that is typed past us, such as in the wallet's own app. */
export async function payAtWallet(app: TestApp, attemptId: string): Promise<void> {
  const paid = await fetch(`${app.simulatorUrl}/stcpay/desk/${attemptId}`, {
    method: "POST",
    body: new URLSearchParams({ action: "pay" }),
    redirect: "manual",
  });
  if (paid.status >= 400) throw new Error(`the wallet refused: ${await paid.text()}`);
}

/** The merchant's call on an invoice: `cancel`, or `refunds` with an amount. */
export async function callOfMerchant(
  app: TestApp,
  orderNumber: string,
  call: { readonly path: string; readonly body?: object; readonly key?: string },
): Reply {
  return await app.app.inject({
    method: "POST",
    url: `/api/v1/invoices/${orderNumber}/${call.path}`,
    headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": call.key ?? systemIds.token(12) },
    payload: call.body ?? {},
  });
}

/** States of an order's attempts, oldest first: "card captured". */
export async function attemptsOf(app: TestApp, orderNumber: string): Promise<string[]> {
  const rows = await app.db.kysely
    .selectFrom("payment_attempts as a")
    .innerJoin("orders as o", "o.id", "a.order_id")
    .select(["a.method", "a.state"])
    .where("o.order_number", "=", orderNumber)
    .orderBy("a.created_at")
    .orderBy("a.id")
    .execute();
  return rows.map(({ method, state }) => `${method} ${state}`);
}

/** The order's status as its page receives it. */
export async function statusOf(app: TestApp, orderNumber: string): Promise<string> {
  return (await loadModel(app, orderNumber)).order.orderStatus;
}
