/** What Tamara's books say of an order, for comparing books. Tamara has no list of a day's orders. */
import { type Minor, zero } from "#core/money.ts";
import type { AttemptContext, Statement } from "../payment-method.ts";
import { whyOf } from "../provider-api/api-call.ts";
import type { TamaraApi } from "./api.ts";
import { readMoney, type WireMoney } from "./wire.ts";

/** The order of one attempt, by its id or by our reference. */
export async function stateOrder(api: TamaraApi, { attempt }: AttemptContext): Promise<Statement> {
  const orderId = attempt.data["orderId"];
  const result = await (orderId === undefined ? api.findOrder(attempt.id) : api.getOrder(orderId));
  if (result.kind === "refused" && result.httpStatus === 404) return { kind: "stated", payments: [] };
  if (result.kind !== "answer") return { kind: "unknown", why: whyOf(result) };
  const { order_id: reference, order_reference_id: attemptId, total_amount } = result.value;
  const { currency } = total_amount;
  const taken = amountIn(result.value.captured_amount, currency);
  const givenBack = amountIn(result.value.refunded_amount, currency);
  if (taken === null || givenBack === null) return { kind: "unknown", why: "an amount that cannot be read" };
  return { kind: "stated", payments: [{ reference, attemptId, currency, taken, givenBack }] };
}

/** Nothing stated is nothing moved; null when it cannot be read. */
function amountIn(stated: WireMoney | null | undefined, currency: string): Minor | null {
  if (!stated) return zero;
  const money = readMoney(stated);
  return money?.currency === currency ? money.amount : null;
}
