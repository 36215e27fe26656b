/**
 * What else is written in the transactions that move money: gap-free numbers must be taken there, and no
 * paid order may be without the mail that delivers its digital goods.
 */
import type { Clock } from "#core/ports.ts";
import { queueDelivery } from "../digital/delivery-store.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { Services } from "../services.ts";
import { issueCreditNote } from "../tax-documents/credit-notes.ts";
import { issueTaxInvoice } from "../tax-documents/numbering.ts";
import { creditedByRefund } from "./refund-lines.ts";

/** The hooks of settling and refunding. A merchant without a VAT number gets neither document. */
export function documentHooks(
  clock: Clock,
  sealing: Sealing,
): Pick<Services, "onOrderPaid" | "onOrderRefunded"> {
  return {
    onOrderPaid: async (trx, { id: orderId, has_digital }) => {
      const at = new Date(clock.now());
      await issueTaxInvoice(trx, { orderId, at, sealing });
      if (has_digital) await queueDelivery(trx, { orderId, cause: "paid", at });
    },
    onOrderRefunded: async (trx, { merchantId, orderId, refundId, amount, reason }) => {
      const at = new Date(clock.now());
      const credited = await creditedByRefund(trx, { merchantId, id: refundId });
      await issueCreditNote(trx, {
        orderId,
        refundAmount: amount,
        refundKey: refundId,
        credited,
        reason,
        at,
        sealing,
      });
    },
  };
}
