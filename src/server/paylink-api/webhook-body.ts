/**
 * Events in the words of Paylink's webhooks, for endpoints of its versions: the payment webhook and the refund webhook of
 * developer.paylink.sa. They are not proof: receivers ask `getInvoice`.
 */
import type { Kysely } from "kysely";
import type { PaylinkVersion } from "#core/event-types.ts";
import { formatDecimal, type Minor } from "#core/money.ts";
import type { Schema } from "#db/schema.ts";
import type { EventRow } from "../events/event-model.ts";
import { writeAmounts } from "./write-amounts.ts";

type Numbers = {
  readonly transactionNo: string;
  readonly merchantOrderNumber: string;
  readonly email: string;
};

/** Of the test event: an invoice that there is not. */
const testNumbers = { transactionNo: "1000000000000", merchantOrderNumber: "test" } as const;

/**
 * Writes an event out.
 * @returns null for an event that Paylink's webhooks do not have, and for an invoice that its clients do not know
 */
export async function paylinkWebhookBody(
  db: Kysely<Schema>,
  event: EventRow,
  { merchantId, version }: { readonly merchantId: number; readonly version: PaylinkVersion },
): Promise<string | null> {
  const numbers = await numbersOfEvent(db, event, merchantId);
  const body = numbers && toBody(event, numbers);
  if (!body) return null;
  const apiVersion =
    version === "paylink-v2" || event.type === "invoice.refunded" ? { apiVersion: version.slice(8) } : {};
  return writeAmounts({ ...body, ...apiVersion });
}

function toBody(event: EventRow, { email, ...numbers }: Numbers): Readonly<Record<string, unknown>> | null {
  const { invoice } = event;
  switch (event.type) {
    case "invoice.paid":
      if (!invoice) return null;
      return {
        amount: formatDecimal(invoice.total, invoice.currency),
        merchantEmail: email,
        ...numbers,
        orderStatus: "Paid",
      };
    case "invoice.refunded": {
      const { amount, currency } = event.data as { amount: Minor; currency: string };
      const refundAmount = formatDecimal(amount, currency);
      return { ...numbers, refundStatus: "Refunded", refundAmount, currency };
    }
    case "webhook_endpoint.test":
      return { amount: "0.00", merchantEmail: email, ...numbers, orderStatus: "Test" };
    default:
      return null;
  }
}

async function numbersOfEvent(
  db: Kysely<Schema>,
  event: EventRow,
  merchantId: number,
): Promise<Numbers | null> {
  const { email } = await db
    .selectFrom("merchants")
    .select("email")
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  if (event.type === "webhook_endpoint.test") return { ...testNumbers, email };
  if (!event.invoice) return null;
  const row = await db
    .selectFrom("orders as o")
    .innerJoin("paylink_invoices as p", (join) =>
      join.onRef("p.merchant_id", "=", "o.merchant_id").onRef("p.order_id", "=", "o.id"),
    )
    .select(["p.transaction_no as transactionNo", "p.shop_number as merchantOrderNumber"])
    .where("o.merchant_id", "=", merchantId)
    .where("o.order_number", "=", event.invoice.orderNumber)
    .executeTakeFirst();
  return row ? { ...row, email } : null;
}
