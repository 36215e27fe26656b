/** The public call of A2A (Spec 7). */
import { z } from "zod";
import { jsonMoney } from "#contract/common.ts";
import { minor, parseDecimal, toJsonNumber } from "#core/money.ts";
import { cleanText } from "#core/text.ts";
import { requireFields } from "../buyer-fields/require-fields.ts";
import { saudiMobile } from "../buyer-fields/saudi-mobile.ts";
import type { CallsOf, MethodCall, PayResult, StartRequest } from "../method-server.ts";
import { isOneOrder, referencePayerFields, withPayer } from "../references/payer.ts";
import { a2a, accountNumberOf } from "./method.ts";
import type { A2aStart } from "./provider.ts";

/**
 * Spec 7 names waslOrderNumber, orderNumber, clientEmail, mobile and clientName. The rest is what the guards of every
 * payment call ask for.
 */
const authorizeBody = z
  .strictObject(referencePayerFields)
  .refine(isOneOrder, { path: ["waslOrderNumber"], error: "another order than orderNumber" })
  .transform(withPayer);

const authorizeReply = z.object({
  /** The IBAN (Spec 7), in electronic form without spaces. */
  paymentSessionId: z.string(),
  accountNumber: z.string(),
  bankName: z.object({ ar: z.string(), en: z.string() }),
  /** Who receives the money, as the bank knows it. */
  beneficiaryName: z.string(),
  /** Of the order; what has come of it, in parts; what is still to be transferred. */
  amount: jsonMoney,
  received: jsonMoney,
  remaining: jsonMoney,
  currency: z.string(),
  /** RFC 3339; null when the account has no end. */
  expiresAt: z.string().nullable(),
});

export type A2aReply = z.output<typeof authorizeReply>;

export const a2aCalls = [
  {
    path: "POST /rest/pay/a2a/authorize",
    summary: "Open an account for a transfer, or give the open one of this order again",
    step: "start",
    body: authorizeBody,
    reply: authorizeReply,
    toInput,
    toReply,
  },
] as const satisfies readonly MethodCall[];

export type A2aCalls = CallsOf<typeof a2aCalls>;

function toInput(body: z.output<typeof authorizeBody>): StartRequest<A2aStart> {
  requireFields(a2a.fields, {
    a2aMobile: { path: "mobile", value: body.mobile },
    a2aEmail: { path: "clientEmail", value: body.clientEmail },
  });
  return {
    input: { mobile: saudiMobile(body.mobile), email: cleanText(body.clientEmail ?? "", 254) },
    presentedKey: null,
  };
}

function toReply(result: PayResult): A2aReply {
  if (result.kind !== "reference_issued") throw new Error(`a transfer cannot end in ${result.kind}`);
  const { reference, details } = result;
  const currency = details["currency"] ?? "";
  const amount = parseDecimal(details["amount"] ?? "", currency) ?? minor(0);
  const received = parseDecimal(details["received"] ?? "0", currency) ?? minor(0);
  return {
    paymentSessionId: reference,
    accountNumber: accountNumberOf({
      paymentSessionId: reference,
      accountNumber: details["accountNumber"] ?? null,
    }),
    bankName: { ar: details["bankNameAr"] ?? "", en: details["bankNameEn"] ?? "" },
    beneficiaryName: details["beneficiaryName"] ?? "",
    amount: toJsonNumber(amount, currency),
    received: toJsonNumber(received, currency),
    remaining: toJsonNumber(minor(amount - received), currency),
    currency,
    expiresAt: details["expiresAt"] || null,
  };
}
