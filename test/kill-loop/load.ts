/** Buyers of every kind of payment, who note what the server acknowledged before it is killed. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  type RedirectMethod,
  type ReferenceMethod,
  redirectMethods,
  referenceMethods,
} from "#methods/allowed.ts";
import type { Flow } from "#methods/flow.ts";
import { payableInvoice } from "#methods/payable-amount.ts";
import { cards, issueInvoice, payByCard, type TestApp } from "../app-harness.ts";
import {
  approveAtBank,
  askForReference,
  askStatus,
  bankVisitOf,
  beginRedirect,
  callOfMerchant,
  comeBack,
  leaveProviderPage,
  payWithCode,
  sendCode,
} from "../buyers.ts";
import { referenceServices } from "../reference-services.ts";

/** What the server acknowledged; none of it may be lost. */
export type Acknowledged = {
  readonly issued: Set<string>;
  readonly paid: Set<string>;
  /** Halalas that the server said were given back, by order. */
  readonly refunded: Map<string, number>;
  /** What buyers sent from their banks by themselves. */
  readonly sent: Sent[];
};

/** One payment that a buyer made at the bank, of the bill or to the account of their own order. */
export type Sent = { readonly simulator: string; readonly id: string; readonly order: string };

type Reply = { readonly statusCode: number; json: () => Record<string, unknown> };

const isPaid = (reply: Reply): boolean => reply.statusCode === 200 && reply.json()["statusCode"] === 200;

/** One way to pay; gives whether the server said that it is paid. `sent` receives what is paid at the bank. */
type Way = (shop: TestApp, orderNumber: string, sent: Sent[]) => Promise<boolean>;

const onPage =
  (method: RedirectMethod): Way =>
  async (shop, order) => {
    const back = await leaveProviderPage(await beginRedirect(shop, method, order), "approve");
    await shop.app.inject(back);
    return isPaid(await askStatus(shop, order));
  };

const byChallenge =
  (number: string): Way =>
  async (shop, order) => {
    const visit = await bankVisitOf(shop, order, await payByCard(shop, order, { number }));
    await approveAtBank(shop, visit);
    return isPaid(await comeBack(shop, visit));
  };

/** How buyers pay by each flow; one that is added has its own. */
const waysOfFlows: Readonly<Record<Flow, Readonly<Record<string, Way>>>> = {
  card: {
    card: async (shop, order) => isPaid(await payByCard(shop, order)),
    mada: byChallenge(cards.mada),
    amex: async (shop, order) =>
      isPaid(await payByCard(shop, order, { number: cards.amexFrictionless, cvv: "1000", cardType: "amex" })),
    declined: async (shop, order) => isPaid(await payByCard(shop, order, { expiry: "05/39" })),
    challenge: byChallenge(cards.challenge),
  },
  // By one call and one step at the same gateway, as a card that its bank lets through at once.
  wallet: {},
  otp: { stcpay: async (shop, order) => isPaid(await payWithCode(shop, order, await sendCode(shop, order))) },
  redirect: Object.fromEntries(redirectMethods.map((method) => [method, onPage(method)])),
  reference: Object.fromEntries(referenceMethods.map((method) => [method, byReference(method)])),
};

/** Every way to pay, by the name that the load has for it. */
export const ways: Readonly<Record<string, Way>> = Object.assign({}, ...Object.values(waysOfFlows));

function byReference(method: ReferenceMethod): Way {
  return async (shop, order, sent) => {
    await askForReference(shop, method, order);
    await payOwn(shop, { method, order }, sent);
    return isPaid(await askStatus(shop, order));
  };
}

type Asked = { readonly method: ReferenceMethod; readonly order: string };

/** Pays the bill of the buyer's own order once, or sends the money to its account; nothing when there is none. */
async function payOwn({ simulatorUrl }: TestApp, asked: Asked, sent: Sent[]): Promise<void> {
  const { simulator, store } = referenceServices[asked.method];
  const { order } = asked;
  const state = Object(await (await fetch(`${simulatorUrl}/_control/state`)).json());
  const entries: readonly { readonly id: string }[] = state.simulators[simulator].stores[store].entries;
  // Each provider has the order's number in a field of its own.
  const own = entries.find((entry) => JSON.stringify(entry).includes(`"${order}"`));
  if (!own) return;
  // Noted before it is sent: an order with more money than its buyer sent is what the loop looks for.
  sent.push({ simulator, id: own.id, order });
  const body = new URLSearchParams({ action: "pay" });
  await fetch(`${simulatorUrl}/${simulator}/bank/${own.id}`, { method: "POST", body, redirect: "manual" });
}

/**
 * Buyers come one after the other until `end`; what breaks under them is what a kill does, and is counted.
 * @param random gives numbers from 0 to 1
 */
export async function keepBuying(
  shop: TestApp,
  { known, end, random }: { known: Acknowledged; end: AbortSignal; random: () => number },
): Promise<number> {
  const names = Object.keys(ways);
  let broken = 0;
  while (!end.aborted) {
    const way = ways[names[Math.floor(random() * names.length)] ?? ""];
    try {
      if (way) await buy(shop, way, { known, refunds: random() < 0.4 });
    } catch {
      broken += 1;
      await sleep(20, undefined, { signal: end }).catch(() => {});
    }
  }
  return broken;
}

async function buy(
  shop: TestApp,
  way: Way,
  { known, refunds }: { readonly known: Acknowledged; readonly refunds: boolean },
): Promise<void> {
  const order = await issueInvoice(shop, payableInvoice);
  known.issued.add(order);
  if (!(await way(shop, order, known.sent))) return;
  known.paid.add(order);
  if (!refunds) return;
  const reply = await callOfMerchant(shop, order, { path: "refunds", body: { amount: "15.00" } });
  if (reply.statusCode < 300 && Object(reply.json()).state === "refunded") known.refunded.set(order, 1_500);
}
