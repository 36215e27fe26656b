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
          ...readPayment(body, currency),
          way: body.way,
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

type ReadPayment = {
  readonly amount: Minor;
  readonly reference: string | null;
  readonly note: string | null;
};

function readPayment(body: NewPaymentByHand, currency: string): ReadPayment {
  const reader = new FieldReader(currency);
  const amount = reader.amount("amount", body.amount, currency);
  const reference = cleanText(body.reference ?? "", 100) || null;
  const note = cleanText(body.note ?? "", 500) || null;
  reader.refuseWrong();
  if (amount === null) throw new Error("an amount that is none was not refused");
  return { amount, reference, note };
}
