/**
 * The parts of STC Pay's answers that we read, and nothing else: unknown members are dropped. "Direct Payment" V4;
 * its document is given to merchants only, the shapes here are those that public clients of it agree on.
 *
 * Money: decimal text in requests ("115.00"), a number or decimal text in answers, always riyals.
 */
import { z } from "zod";
import { type Minor, parseDecimal } from "#core/money.ts";

export const currency = "SAR";

/** The three operations of a payment, and the names of their messages. */
export const operations = {
  authorize: { path: "DirectPaymentAuthorize", message: "DirectPaymentAuthorizeV4" },
  confirm: { path: "DirectPaymentConfirm", message: "DirectPaymentConfirmV4" },
  inquiry: { path: "PaymentInquiry", message: "PaymentInquiryV4" },
} as const;

export const servicePath = "/B2B.DirectPayment.WebApi/DirectPayment/V4";

/** Some clients read numbers where others read text. */
const text = z.union([z.string(), z.number()]).transform(String);

/** Answer to DirectPaymentAuthorize: the code is on its way. */
export const authorizeAnswer = z.object({
  DirectPaymentAuthorizeV4ResponseMessage: z.object({
    OtpReference: z.string().min(1).max(100),
    STCPayPmtReference: text,
    /** Seconds. */
    ExpiryDuration: z.coerce.number().positive().optional().catch(undefined),
  }),
});

const payment = z.object({
  RefNum: text,
  STCPayRefNum: text.nullish(),
  Amount: text,
  PaymentStatus: z.coerce.number().int(),
});

/** Answer to DirectPaymentConfirm. */
export const confirmAnswer = z.object({ DirectPaymentConfirmV4ResponseMessage: payment });

/** One payment in the answer to PaymentInquiry. */
const listed = payment.extend({ AmountReversed: text.nullish() });

export type ListedPayment = z.output<typeof listed>;

/** Answer to PaymentInquiry. */
export const inquiryAnswer = z.object({
  PaymentInquiryV4ResponseMessage: z.object({ TransactionList: z.array(listed).nullish() }),
});

/** Answer to RefundPayment: the refund has a number of its own. */
export const refundAnswer = z.object({
  RefundPaymentResponseMessage: z.object({ NewSTCPayRefNum: text }),
});

/** A refusal, with HTTP 403 or, behind some proxies, 200. */
export const errorAnswer = z.object({ Code: z.coerce.number().int().positive(), Text: z.string().nullish() });

/** `PaymentStatus`; 3 has not been seen anywhere. */
export const paymentStatus = { pending: 1, paid: 2, cancelled: 4, expired: 5 } as const;

/** An amount of an answer in halalas; null when it is missing or no amount. */
export function readAmount(stated: string | null | undefined): Minor | null {
  return stated === null || stated === undefined ? null : parseDecimal(stated, currency);
}
