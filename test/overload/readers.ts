/** Who only reads, all the time: the answers that must continue while what begins is refused. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Target } from "./buyer.ts";
import { openExchange, type Seen } from "./exchange.ts";

/** Reads that are made in turn, each about twice in three seconds. */
const pauseMs = 150;

/**
 * Reads until `end`, one request after the other: an order as its page loads it, the page itself, the outcome of a paid order, the
 * merchant's invoice, readiness.
 * @param paidOrder one that is paid
 */
export async function keepReading(
  { url, apiKey, agent }: Target,
  { paidOrder, end }: { readonly paidOrder: string; readonly end: AbortSignal },
): Promise<readonly Seen[]> {
  const exchange = openExchange(agent);
  const headers = { authorization: `Bearer ${apiKey}` };
  const reads = [
    () => exchange.get("read order", `${url}/rest/pay/order/${paidOrder}`),
    () => exchange.get("read page", `${url}/pay/order/${paidOrder}`),
    () =>
      exchange.post("ask status", `${url}/rest/pay/checkPaymentStatus`, { json: { orderNumber: paidOrder } }),
    () => exchange.get("merchant reads", `${url}/api/v1/invoices/${paidOrder}`, headers),
    () => exchange.get("readyz", `${url}/readyz`),
  ];
  for (let turn = 0; !end.aborted; turn += 1) {
    await reads[turn % reads.length]?.().catch(() => undefined); // noted as without an answer
    await sleep(pauseMs, undefined, { signal: end }).catch(() => undefined);
  }
  return exchange.seen;
}
