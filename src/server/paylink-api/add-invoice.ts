/**
 * One invoice for a shop's number at a time. Paylink's clients have no idempotency key, and WooCommerce's plug-in asks again
 * whenever its page is loaded: the same request gets the invoice that it got, another one cancels what was not paid and
 * issues again, and what was paid is never asked for again.
 */
import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import type { PaylinkOrder } from "#contract/paylink.ts";
import type { Language } from "#core/language.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { isProblem, Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { cancelOrder } from "../issuing/cancel-order.ts";
import type { ApiMerchant } from "../merchant-api/api-merchant.ts";
import { canonicalJson } from "../merchant-api/idempotency.ts";
import { type IssuingServices, issueInvoice, type TakenByMethods } from "../merchant-api/issue-invoice.ts";
import { findCurrent, insertNumber, lockShopNumber } from "./paylink-store.ts";
import { readOrder } from "./read-order.ts";
import { inTheirNames } from "./refusals.ts";

/** What is asked for, and by whom. */
export type AddRequest = {
  readonly merchant: ApiMerchant;
  readonly order: PaylinkOrder;
  readonly methods: TakenByMethods;
  readonly language: Language;
};

/**
 * Issues the invoice of a shop's number, or finds the one that this request has had.
 * @param trx the caller's transaction; a Problem thrown here must roll it back
 * @returns its row id
 * @throws Problem `order_already_paid`, `order_refunded` or `payment_in_progress` for another request on a number that
 *   cannot be issued again, and those of issuing
 */
export async function addInvoice(
  services: IssuingServices,
  trx: Transaction<Schema>,
  request: AddRequest,
): Promise<number> {
  const { merchant, order } = request;
  const number = { merchantId: merchant.id, shopNumber: order.orderNumber };
  const requestHash = createHash("sha256").update(canonicalJson(order)).digest();
  await lockShopNumber(trx, number);
  const earlier = await findCurrent(trx, number);
  if (earlier) {
    const { releases, refusal } = orderStatusFacts[earlier.status];
    if (!releases) {
      if (earlier.request_hash?.equals(requestHash)) return earlier.order_id;
      if (refusal) throw new Problem(refusal);
      await cancelOrder(trx, earlier.order_id, new Date(services.clock.now()), { reason: "replaced" });
    }
  }
  const orderId = await issue(services, trx, request);
  await insertNumber(trx, number, { orderId, requestHash });
  return orderId;
}

async function issue(
  services: IssuingServices,
  trx: Transaction<Schema>,
  { merchant, order, methods, language }: AddRequest,
): Promise<number> {
  const { paylink_amounts: amounts } = await trx
    .selectFrom("merchants")
    .select("paylink_amounts")
    .where("id", "=", merchant.id)
    .executeTakeFirstOrThrow();
  const hasVatNumber = merchant.vatNumber !== null;
  const { body, amount, products } = readOrder(order, { amounts, hasVatNumber, served: methods.served });
  try {
    const issued = await issueInvoice(services, trx, { merchant, body, methods, language });
    // The figures of the invoice are the judge of the reading.
    if (issued.order.total !== amount)
      throw new Error(`an invoice of ${amount} came to ${issued.order.total}`);
    return issued.id;
  } catch (error) {
    throw isProblem(error) ? inTheirNames(error, products) : error;
  }
}
