/** Buyers that arrive at a steady rate, however the cluster does, and a probe that only issues invoices. */
import { setTimeout as sleep } from "node:timers/promises";
import { issueInvoice, type TestApp } from "../app-harness.ts";
import { askStatus } from "../buyers.ts";
import { type Acknowledged, ways } from "../kill-loop/load.ts";
import { type Answer, callOnce } from "./calls.ts";

const probeEveryMs = 250;
/** Whose payment got no clear answer asks for its status, as the page does, for so long. */
const asksForMs = 45_000;

export type Load = {
  /** Lets those who are under way finish. */
  readonly end: () => Promise<void>;
};

/** Starts the load. `rate` is flows a second: an invoice, and all calls of its payment. */
export function startLoad(parts: {
  readonly shop: TestApp;
  readonly rate: number;
  readonly known: Acknowledged;
}): Load {
  const { shop, rate, known } = parts;
  const names = Object.keys(ways);
  const flows = new Set<Promise<void>>();
  let arrived = 0;
  const timer = setInterval(() => {
    const name = names[arrived % names.length] ?? "";
    arrived += 1;
    const flow = buy(shop, name, known).finally(() => flows.delete(flow));
    flows.add(flow);
  }, 1_000 / rate);
  return {
    end: async () => {
      clearInterval(timer);
      await Promise.all(flows);
    },
  };
}

async function buy(shop: TestApp, name: string, known: Acknowledged): Promise<void> {
  const order = await issueInvoice(shop).catch(() => null);
  if (order === null) return;
  known.issued.add(order);
  const isPaid = await ways[name]?.(shop, order, known.sent).catch(() => false);
  if (isPaid || (name !== "declined" && (await isPaidLater(shop, order)))) known.paid.add(order);
}

async function isPaidLater(shop: TestApp, order: string): Promise<boolean> {
  const latest = Date.now() + asksForMs;
  for (;;) {
    const reply = await askStatus(shop, order);
    const status = reply.statusCode === 200 ? Number(reply.json()["statusCode"]) : 0;
    if (status === 200) return true;
    // Nothing is under way, or it has failed: the page offers to pay again, which this buyer does not.
    if (reply.statusCode === 200 && status !== 202) return false;
    if (Date.now() > latest) return false;
    await sleep(2_000);
  }
}

export type Probe = {
  /** When invoices were acknowledged, milliseconds since the epoch, oldest first. */
  readonly acknowledgedAt: readonly number[];
  readonly end: () => Promise<void>;
};

/** Issues an invoice four times a second, each once: what it gets is when the cluster takes writes. */
export function startProbe(parts: {
  readonly apiKey: string;
  readonly answers: Answer[];
  readonly known: Acknowledged;
}): Probe {
  const acknowledgedAt: number[] = [];
  const calls = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const call = probe().finally(() => calls.delete(call));
    calls.add(call);
  }, probeEveryMs);
  const probe = async (): Promise<void> => {
    const reply = await callOnce(
      {
        method: "POST",
        url: "/api/v1/invoices",
        headers: { authorization: `Bearer ${parts.apiKey}`, "idempotency-key": crypto.randomUUID() },
        payload: {
          client: { name: "نورة العتيبي", mobile: "0551234567", countryCode: "SA" },
          lines: [{ title: "تمر سكري", quantity: 1, unitPrice: "50.00", vatRate: "15" }],
        },
      },
      parts.answers,
    );
    if (reply.statusCode !== 201) return;
    acknowledgedAt.push(Date.now());
    parts.known.issued.add(String(reply.json()["orderNumber"]));
  };
  return {
    acknowledgedAt,
    end: async () => {
      clearInterval(timer);
      await Promise.all(calls);
    },
  };
}
