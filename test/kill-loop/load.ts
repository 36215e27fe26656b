/** Buyers of every kind of payment, who note what the server acknowledged before it is killed. */
import { setTimeout as sleep } from "node:timers/promises";
import { cards, issueInvoice, payByCard, type TestApp } from "../app-harness.ts";
import {
  approveAtBank,
  askForReference,
  askStatus,
  beginInstalments,
  callOfMerchant,
  comeBack,
  leaveInstalmentPage,
  payWithCode,
  sendCode,
  visitBank,
} from "../buyers.ts";

/** What the server acknowledged; none of it may be lost. */
export type Acknowledged = {
  readonly issued: Set<string>;
  readonly paid: Set<string>;
  /** Halalas that the server said were given back, by order. */
  readonly refunded: Map<string, number>;
};

type Reply = { readonly statusCode: number; json: () => Record<string, unknown> };

const isPaid = (reply: Reply): boolean => reply.statusCode === 200 && reply.json()["statusCode"] === 200;

/** One way to pay; gives whether the server said that it is paid. */
type Way = (shop: TestApp, orderNumber: string) => Promise<boolean>;

const instalments =
  (method: "tamara" | "tabby"): Way =>
  async (shop, order) => {
    const back = await leaveInstalmentPage(await beginInstalments(shop, method, order), "approve");
    await shop.app.inject(back);
    return isPaid(await askStatus(shop, order));
  };

export const ways: Readonly<Record<string, Way>> = {
  card: async (shop, order) => isPaid(await payByCard(shop, order)),
  mada: async (shop, order) => isPaid(await payByCard(shop, order, { number: cards.mada })),
  amex: async (shop, order) =>
    isPaid(await payByCard(shop, order, { number: cards.amexFrictionless, cvv: "1000", cardType: "amex" })),
  declined: async (shop, order) => isPaid(await payByCard(shop, order, { expiry: "05/39" })),
  challenge: async (shop, order) => {
    const visit = await visitBank(shop, order);
    await approveAtBank(shop, visit);
    return isPaid(await comeBack(shop, visit));
  },
  stcpay: async (shop, order) => isPaid(await payWithCode(shop, order, await sendCode(shop, order))),
  tamara: instalments("tamara"),
  tabby: instalments("tabby"),
  sadad: async (shop, order) => {
    await askForReference(shop, "sadad", order);
    await payNewest(shop, "moyasar", "bills");
    return isPaid(await askStatus(shop, order));
  },
  a2a: async (shop, order) => {
    await askForReference(shop, "a2a", order);
    await payNewest(shop, "viban", "accounts");
    return isPaid(await askStatus(shop, order));
  },
};

/** Pays the newest bill or transfer at the bank, of this buyer or of another one. */
async function payNewest({ simulatorUrl }: TestApp, simulator: string, store: string): Promise<void> {
  const state = Object(await (await fetch(`${simulatorUrl}/_control/state`)).json());
  const { id } = state.simulators[simulator].stores[store].entries.at(-1);
  const body = new URLSearchParams({ action: "pay" });
  await fetch(`${simulatorUrl}/${simulator}/bank/${id}`, { method: "POST", body, redirect: "manual" });
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
  const order = await issueInvoice(shop);
  known.issued.add(order);
  if (!(await way(shop, order))) return;
  known.paid.add(order);
  if (!refunds) return;
  const reply = await callOfMerchant(shop, order, { path: "refunds", body: { amount: "15.00" } });
  if (reply.statusCode < 300 && Object(reply.json()).state === "refunded") known.refunded.set(order, 1_500);
}
