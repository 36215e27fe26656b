/**
 * Refunds of the merchant API. The key and the claim are one transaction; the provider is asked after it. A repeated
 * request gets the same refund as it stands by then.
 */
import type { FastifyInstance } from "fastify";
import { type Refund, refundCalls } from "#contract/refunds.ts";
import { formatDecimal, type Minor, parseDecimal } from "#core/money.ts";
import { Problem } from "#core/problem.ts";
import { cleanText } from "#core/text.ts";
import { mountCall } from "../mount.ts";
import { claimRefund, type RefundRow, sendRefund } from "../payments/refund.ts";
import type { Services } from "../services.ts";
import { merchantOf } from "./authenticate.ts";
import { once } from "./idempotency.ts";
import { findInvoiceId } from "./invoice-store.ts";

/** Mounts the refund calls in a scope that requires an API key. */
export function mountRefundCalls(scope: FastifyInstance, services: Services): void {
  const db = services.db.kysely;
  mountCall(
    scope,
    refundCalls,
    "POST /api/v1/invoices/:orderNumber/refunds",
    async ({ params, body }, { request, reply }) => {
      const merchantId = merchantOf(request).id;
      const orderId = await findInvoiceId(db, { merchantId, input: params.orderNumber });
      const currency = await currencyOf(services, orderId);
      const amount = body.amount === undefined ? null : readAmount(body.amount, currency);
      const reason = cleanText(body.reason ?? "", 500) || null;
      const claim = await once(
        services,
        request,
        { merchantId, status: 201, key: "required" },
        async (trx) => {
          const { id } = await claimRefund(services, trx, { orderId, amount, reason });
          return { id };
        },
      );
      const row = await db
        .selectFrom("refunds")
        .selectAll()
        .where("id", "=", claim.body.id)
        .executeTakeFirstOrThrow();
      if (claim.isReplay) reply.header("idempotent-replayed", "true");
      return toRefund(claim.isReplay ? row : await sendRefund(services, row), params.orderNumber);
    },
  );

  mountCall(
    scope,
    refundCalls,
    "GET /api/v1/invoices/:orderNumber/refunds",
    async ({ params }, { request }) => {
      const orderId = await findInvoiceId(db, {
        merchantId: merchantOf(request).id,
        input: params.orderNumber,
      });
      const rows = await db
        .selectFrom("refunds")
        .selectAll()
        .where("order_id", "=", orderId)
        .orderBy("created_at")
        .execute();
      return { items: rows.map((row) => toRefund(row, params.orderNumber)) };
    },
  );
}

async function currencyOf(services: Services, orderId: number): Promise<string> {
  const order = await services.db.kysely
    .selectFrom("orders")
    .select("currency")
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return order.currency;
}

function readAmount(text: string, currency: string): Minor {
  const amount = parseDecimal(text, currency);
  if (amount === null || amount === 0) {
    throw new Problem("validation_failed", {
      fields: [{ path: "amount", code: "invalid", message: `not an amount of ${currency}` }],
    });
  }
  return amount;
}

function toRefund(row: RefundRow, orderNumber: string): Refund {
  return {
    id: row.id,
    orderNumber,
    amount: formatDecimal(row.amount, row.currency),
    currency: row.currency,
    state: row.state,
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
  };
}
