/** Recording a payment without a provider in the merchant API: one transaction with its stored answer. */
import type { FastifyInstance } from "fastify";
import { type NewPaymentByHand, paymentByHandCalls } from "#contract/payments-by-hand.ts";
import type { Minor } from "#core/money.ts";
import { cleanText } from "#core/text.ts";
import { mountCall } from "../http/mount.ts";
import { recordPayment } from "../payments/record-payment.ts";
import type { Services } from "../services.ts";
import { noteChange } from "./audit-calls.ts";
import { actorOf, merchantOf } from "./authenticate.ts";
import { sendTagged } from "./etag.ts";
import { FieldReader } from "./field-reader.ts";
import { once, sendOnce } from "./idempotency.ts";
import { linkOptions, toInvoice } from "./invoice-model.ts";
import { findInvoiceId, loadInvoice } from "./invoice-store.ts";

/** Mounts the call in a scope that requires an API key. */
export function mountPaymentByHandCalls(scope: FastifyInstance, services: Services): void {
  mountCall(
    scope,
    paymentByHandCalls,
    "POST /api/v1/invoices/:orderNumber/payments",
    async ({ params, body }, { request, reply }) => {
      const merchant = merchantOf(request);
      const merchantId = merchant.id;
      const answer = await once(services, request, merchantId, async (trx) => {
        const orderId = await findInvoiceId(trx, { merchantId, input: params.orderNumber });
        const { currency } = await trx
          .selectFrom("orders")
          .select("currency")
          .where("merchant_id", "=", merchantId)
          .where("id", "=", orderId)
          .executeTakeFirstOrThrow();
        await recordPayment(services, trx, {
          orderId,
          amount: readAmount(body, currency),
          way: body.way,
          reference: cleanText(body.reference ?? "", 100) || null,
          note: cleanText(body.note ?? "", 500) || null,
          recordedBy: actorOf(merchant),
        });
        return toInvoice(
          await loadInvoice(trx, { merchantId, orderId }),
          linkOptions(services.config, merchant),
        );
      });
      noteChange(request, { after: { way: body.way, amount: body.amount } });
      return sendTagged(reply, sendOnce(reply, answer));
    },
  );
}

function readAmount({ amount }: NewPaymentByHand, currency: string): Minor {
  const reader = new FieldReader(currency);
  const read = reader.amount("amount", amount, currency);
  reader.refuseWrong();
  if (read === null) throw new Error("an amount that is none was not refused");
  return read;
}
