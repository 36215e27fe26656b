/** What documents do in the very transactions in which money moves: gap-free numbers need to be taken there. */

import type { Clock } from "#core/ports.ts";
import { creditedByRefund } from "../payments/refund-lines.ts";
import type { Services } from "../services.ts";
import { issueCreditNote, issueTaxInvoice } from "./numbering.ts";

/** The hooks of settling and refunding. A merchant without a VAT number gets neither document. */
export function documentHooks(clock: Clock): Pick<Services, "onOrderPaid" | "onOrderRefunded"> {
  return {
    onOrderPaid: async (trx, orderId) => {
      await issueTaxInvoice(trx, { orderId, at: new Date(clock.now()) });
    },
    onOrderRefunded: async (trx, { orderId, refundId, amount, reason }) => {
      const at = new Date(clock.now());
      const credited = await creditedByRefund(trx, refundId);
      await issueCreditNote(trx, {
        orderId,
        refundAmount: amount,
        refundKey: refundId,
        credited,
        reason,
        at,
      });
    },
  };
}
