/**
 * One whole card payment over HTTP, as a merchant's program, a buyer's browser and the bank's page make it: invoice, payment
 * page with its files, card, 3-D Secure, the way back, result page, outcome. Nothing is read from the server's database.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Agent } from "undici";
import { systemIds } from "#server/ports.ts";
import { cards } from "../app-harness.ts";
import { type Exchange, openExchange, type Seen } from "./exchange.ts";

/** Where the load goes. */
export type Target = { readonly url: string; readonly apiKey: string; readonly agent: Agent };

/**
 * How a payment ended: paid; refused before the invoice was there (shed); with an invoice, but refused at the card so often that
 * the buyer left (turned_away); anything else, by its step and status (failed).
 */
export type Ending =
  | { readonly kind: "paid" | "shed" | "turned_away"; readonly orderNumber: string | null }
  | { readonly kind: "failed"; readonly orderNumber: string | null; readonly why: string };

/** A payment as it went: each answer with its time. */
export type Course = { readonly ending: Ending; readonly tookMs: number; readonly seen: readonly Seen[] };

/** A buyer who is refused at the card presses again, when the page lets them. */
const mostPresses = 4;
/** How often a page asks for an outcome that is not known, and the pause between: as the result page does. */
const questions = { most: 45, pauseMs: 2_000 } as const;

const card = { expiryMonth: "01", expiryYear: "39", nameOnCard: "NOURA ALOTAIBI", cvv: "100" };
const buyer = {
  clientName: "نورة العتيبي",
  clientEmail: null,
  clientMobile: "0551234567",
  clientCountryCode: "sa",
  shipmentCity: "الرياض",
  shipmentAddress: "طريق الملك فهد",
  emailSignature: null,
};
const invoice = {
  client: { name: "نورة العتيبي", mobile: "0551234567", countryCode: "SA" },
  lines: [{ title: "تمر سكري", quantity: 2, unitPrice: "50.00", vatRate: "15" }],
};

/** Plays one payment to its end. Rejects never: what breaks is `failed`. */
export async function payOnce(target: Target): Promise<Course> {
  const exchange = openExchange(target.agent);
  const startedAt = performance.now();
  const order: { number: string | null } = { number: null };
  const ending = await play(target, exchange, order).catch((error: unknown): Ending => {
    const why = `${exchange.seen.at(-1)?.step ?? "start"}: ${Object(error).message}`;
    return { kind: "failed", orderNumber: order.number, why };
  });
  return { ending, tookMs: performance.now() - startedAt, seen: exchange.seen };
}

async function play(
  { url, apiKey }: Target,
  exchange: Exchange,
  order: { number: string | null },
): Promise<Ending> {
  const headers = { authorization: `Bearer ${apiKey}`, "idempotency-key": systemIds.token(12) };
  const issued = await exchange.post("invoice", `${url}/api/v1/invoices`, { json: invoice, headers });
  if (issued.isShed) return { kind: "shed", orderNumber: null };
  const orderNumber = String(issued.expect(201)["orderNumber"]);
  order.number = orderNumber;
  const { transactionId, signature } = await openPage(exchange, url, orderNumber);
  const sessionId = await typeCard(exchange, url, orderNumber);
  if (sessionId === null) return { kind: "turned_away", orderNumber };
  const body = { ...buyer, sessionId, orderNumber, transactionId, signature };
  const opened = await exchange.post("openGateway", `${url}/rest/pay/openGateway`, { json: body });
  if (opened.status >= 500) return await waitForOutcome(exchange, url, orderNumber);
  const step = opened.expect(200);
  const query = new URLSearchParams({
    key: String(step["secure3DHtmlKey"]),
    signature: String(step["signature"]),
  });
  const bankStep = await exchange.get("bankStep", `${url}/rest/pay/get3DPage/${orderNumber}?${query}`);
  const token = await visitBank(exchange, bankStep.text(200));
  const json = { orderNumber, paymentSessionId: token };
  const outcome = await exchange.post("outcome", `${url}/rest/pay/process3dSecure`, { json });
  if (outcome.status === 200 && outcome.expect(200)["statusCode"] === 200)
    return { kind: "paid", orderNumber };
  return await waitForOutcome(exchange, url, orderNumber);
}

/** The page with the files that it names, as a browser without them loads it; gives what its form sends. */
async function openPage(
  exchange: Exchange,
  url: string,
  orderNumber: string,
): Promise<{ readonly transactionId: unknown; readonly signature: unknown }> {
  const page = await exchange.get("page", `${url}/pay/info/${orderNumber}`);
  const files = [...page.text(200).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  await Promise.all([...new Set(files)].map((path) => exchange.get("file", `${url}${path}`)));
  const model = await exchange.get("order", `${url}/rest/pay/order/${orderNumber}`);
  const { transactionId, signature } = model.expect(200);
  return { transactionId, signature };
}

/** The card's session; null when the server refused it again and again. */
async function typeCard(exchange: Exchange, url: string, orderNumber: string): Promise<string | null> {
  for (let presses = 1; presses <= mostPresses; presses += 1) {
    const json = { ...card, orderNumber, cardNumber: cards.challenge };
    const prepared = await exchange.post("prepareSession", `${url}/rest/pay/prepareSession`, { json });
    if (!prepared.isShed) return String(Object(prepared.expect(200)["session"])["id"]);
    await sleep(prepared.retryAfterSeconds * 1_000);
  }
  return null;
}

/** The buyer says yes at the bank, whose last page leads back to the shop; gives the key of the way back. */
async function visitBank(exchange: Exchange, html: string): Promise<string> {
  const prompt = readForm(html);
  const shown = await exchange.post("bank", prompt.action, { form: prompt.fields });
  const page = new URL(shown.location, prompt.action).href;
  const left = await exchange.post("bank", page, { form: { choice: "successful" } });
  const back = readForm(left.text(200));
  const returned = await exchange.post("return", back.action, { form: back.fields });
  const token = new URL(back.action).pathname.split("/").at(-1) ?? "";
  const address =
    returned.status === 200
      ? /href="([^"]*process3DSecure[^"]*)"/.exec(returned.body)?.[1]
      : returned.location;
  if (address) await exchange.get("resultPage", new URL(unescaped(address), back.action).href);
  return token;
}

function readForm(html: string): { readonly action: string; readonly fields: Record<string, string> } {
  const action = unescaped(/<form[^>]*action="([^"]+)"/.exec(html)?.[1] ?? "");
  if (action === "") throw new Error("a page of the bank has no form");
  const inputs = html.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g);
  return {
    action,
    fields: Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [name, unescaped(value)])),
  };
}

function unescaped(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}

/** What a page does that has no outcome yet: it asks. An order that is still open then was not paid. */
async function waitForOutcome(exchange: Exchange, url: string, orderNumber: string): Promise<Ending> {
  for (let asked = 0; asked < questions.most; asked += 1) {
    await sleep(questions.pauseMs);
    const reply = await exchange.post("status", `${url}/rest/pay/checkPaymentStatus`, {
      json: { orderNumber },
    });
    if (reply.status === 200 && reply.expect(200)["statusCode"] === 200) return { kind: "paid", orderNumber };
  }
  throw new Error("no outcome");
}
