/**
 * What the gateway's books say of an order, for comparing books: its totals, by whatever way the money moved, so that
 * what was captured or refunded by hand shows as well. The gateway's payment interface has no list of a day's orders.
 */
import { type Minor, zero } from "#core/money.ts";
import { isNotFound, whyOf } from "./answer.ts";
import type { MpgsClient } from "./client.ts";
import { readAmount } from "./wire.ts";

export type OrderStatement =
  | {
      readonly kind: "stated";
      readonly payments: readonly {
        readonly reference: string;
        readonly attemptId: null;
        readonly currency: string;
        readonly taken: Minor;
        readonly givenBack: Minor;
      }[];
    }
  | { readonly kind: "unknown"; readonly why: string };

/** Retrieves an order by its id at the gateway. One without totals has moved nothing. */
export async function stateOrder(client: MpgsClient, orderId: string): Promise<OrderStatement> {
  const result = await client.retrieveOrder(orderId);
  if (isNotFound(result)) return { kind: "stated", payments: [] };
  if (result.kind !== "answer") return { kind: "unknown", why: whyOf(result) };
  const { currency, totalCapturedAmount, totalRefundedAmount } = result.value;
  if (currency === undefined) return { kind: "unknown", why: "an order without a currency" };
  const taken = totalCapturedAmount === undefined ? zero : readAmount(totalCapturedAmount, currency);
  const givenBack = totalRefundedAmount === undefined ? zero : readAmount(totalRefundedAmount, currency);
  if (taken === null || givenBack === null) return { kind: "unknown", why: "an amount that cannot be read" };
  return {
    kind: "stated",
    payments: [{ reference: orderId, attemptId: null, currency, taken, givenBack }],
  };
}
