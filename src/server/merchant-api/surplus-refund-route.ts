/** Recording in the merchant API that surplus was given back: one transaction with its idempotency key. */
import type { FastifyInstance } from "fastify";
import { refundCalls } from "#contract/refunds.ts";
import { Problem } from "#core/problem.ts";
import { mountCall } from "../http/mount.ts";
import { recordSurplusRefund } from "../payments/record-surplus-refund.ts";
import type { Services } from "../services.ts";
import { noteChange } from "./audit-calls.ts";
import { actorOf, merchantOf } from "./authenticate.ts";
import { once, sendOnce } from "./idempotency.ts";
import { linkOptions } from "./invoice-model.ts";
import { selectPayment } from "./payment-routes.ts";
import { readReason, selectRefunds, toRefund } from "./refund-routes.ts";

/** Mounts the call in a scope that requires an API key. */
export function mountSurplusRefundCall(scope: FastifyInstance, services: Services): void {
  mountCall(
    scope,
    refundCalls,
    "POST /api/v1/payments/:paymentId/surplus-refund",
    async ({ params, body }, { request, reply }) => {
      const merchant = merchantOf(request);
      const attempt = await selectPayment(
        services.db.kysely,
        merchant.id,
        params.paymentId,
      ).executeTakeFirst();
      if (!attempt) throw new Problem("not_found");
      const reason = readReason(body.reason, attempt.currency);
      const answer = await once(services, request, merchant.id, async (trx) => {
        const { id } = await recordSurplusRefund(services, trx, {
          attempt,
          reason,
          madeBy: actorOf(merchant),
        });
        const row = await selectRefunds(trx)
          .where("r.merchant_id", "=", merchant.id)
          .where("r.id", "=", id)
          .executeTakeFirstOrThrow();
        return toRefund(row, linkOptions(services.config, merchant));
      });
      const refund = sendOnce(reply, answer);
      noteChange(request, { after: { refund: refund.id, amount: refund.amount } });
      return refund;
    },
  );
}
