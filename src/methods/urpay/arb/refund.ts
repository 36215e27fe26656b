/** Giving money of a purchase back, in part or whole, within the fourteen days that the gateway allows. */
import { heldBack } from "#core/outcome.ts";
import type { AttemptContext, RefundOutcome, RefundToSend } from "../../payment-method.ts";
import { type ArbGateway, type GatewayResult, whyOf } from "./gateway.ts";
import { currency, readAmount, type Transaction } from "./wire.ts";

/**
 * Refunds under our own refund id. The gateway is asked first whether it knows that name, and it refuses a name that
 * was used before; so a repetition finds what was done instead of doing it again.
 */
export async function refundPurchase(
  gateway: ArbGateway,
  { attempt }: AttemptContext,
  { id, amount, mayBeSent }: RefundToSend,
): Promise<RefundOutcome> {
  const known = await gateway.inquire(id, amount);
  if (known.kind === "answer") return readRefund(known);
  if (known.kind !== "refused" || known.code !== noTransaction)
    return { kind: "not_sent", why: whyOf(known) };
  if (!(await mayBeSent())) return heldBack;
  const made = await gateway.refund({ trackId: id, purchaseTrackId: attempt.id, amount });
  if (made.kind !== "refused" || made.code !== nameWasUsed) return readRefund(made);
  const earlier = await gateway.inquire(id, amount);
  return earlier.kind === "answer" ? readRefund(earlier) : { kind: "unknown", why: whyOf(earlier) };
}

const noTransaction = "IPAY0100263";
const nameWasUsed = "IPAY0100293";

/** The outcome of a refund. The one asked about is the one that was sent: its name is in the question. */
function readRefund(result: GatewayResult<Transaction>): RefundOutcome {
  switch (result.kind) {
    case "answer": {
      const { result: word, transId, amt, authRespCode } = result.value;
      if (/^(?:CAPTURED|SUCCESS)$/i.test(word) && (authRespCode === "" || authRespCode === "00")) {
        const amount = readAmount(amt);
        if (amount === null) return { kind: "unknown", why: "the refund's amount cannot be read" };
        return { kind: "refunded", reference: transId, amount, currency };
      }
      if (/^NOT (?:CAPTURED|PROCESSED)$/i.test(word))
        return { kind: "declined", isOfRequest: false, providerCode: authRespCode || word };
      // PROCESSING is a refund that people at the bank make by hand; so is a word that no document lists.
      return { kind: "pending", reference: transId };
    }
    case "refused":
      return {
        kind: "declined",
        isOfRequest: true,
        providerCode: result.code,
        ...(result.text !== "" && { providerText: result.text }),
      };
    case "not_sent":
      return result;
    case "no_answer":
      return { kind: "unknown", why: result.why };
  }
}
