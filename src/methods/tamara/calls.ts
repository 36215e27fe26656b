/** The public call of Tamara (Spec 7). */
import { z } from "zod";
import { personText } from "#contract/common.ts";
import { payerFields } from "#contract/payment.ts";
import { cleanText } from "#core/text.ts";
import { requireFields } from "../buyer-fields/require-fields.ts";
import { saudiMobile } from "../buyer-fields/saudi-mobile.ts";
import type { CallsOf, MethodCall, PayResult, StartRequest } from "../method-server.ts";
import { tamara } from "./method.ts";
import type { TamaraStart } from "./start.ts";

/**
 * Spec 7 names orderNumber, clientEmail, clientMobile, clientName, city and line1. The rest is what the guards of
 * every payment call ask for; Spec 7 does not show it for this call, so the shape leaves it out of what is required.
 * `clientMobile` is the mobile of the buyer's Tamara account.
 */
const authorizeBody = z.strictObject({
  ...payerFields,
  transactionId: payerFields.transactionId.optional(),
  signature: payerFields.signature.optional(),
  city: personText,
  line1: z.string().max(500),
});

const authorizeReply = z.object({
  /** "new" with an address to go to; "rejected" when Tamara does not take this payment. */
  status: z.enum(["new", "rejected"]),
  checkoutId: z.string().nullable(),
  checkoutUrl: z.string().nullable(),
  /** For "rejected": which text to show. */
  rejectReason: z.enum(["amount_limit", "phone_number", "not_available"]).nullable(),
});

export type TamaraReply = z.output<typeof authorizeReply>;

export const tamaraCalls = [
  {
    path: "POST /rest/pay/tamara/authorize",
    summary: "Begin a payment in instalments with Tamara",
    step: "start",
    body: authorizeBody,
    reply: authorizeReply,
    toInput,
    toReply,
    toDeclined: ({ providerCode }): TamaraReply => ({
      status: "rejected",
      checkoutId: null,
      checkoutUrl: null,
      rejectReason: rejectReason(providerCode),
    }),
  },
] as const satisfies readonly MethodCall[];

export type TamaraCalls = CallsOf<typeof tamaraCalls>;

function toInput(body: z.output<typeof authorizeBody>): StartRequest<TamaraStart> {
  requireFields(tamara.fields, {
    tamaraMobile: { path: "clientMobile", value: body.clientMobile },
    tamaraEmail: { path: "clientEmail", value: body.clientEmail },
    tamaraCity: { path: "city", value: body.city },
    tamaraLine1: { path: "line1", value: body.line1 },
  });
  return {
    input: {
      mobile: saudiMobile(body.clientMobile ?? ""),
      email: cleanText(body.clientEmail ?? "", 254),
      city: cleanText(body.city, 100),
      line1: cleanText(body.line1, 200),
    },
    presentedKey: null,
  };
}

function toReply(result: PayResult): TamaraReply {
  if (result.kind !== "redirect") throw new Error(`a payment with Tamara cannot end in ${result.kind}`);
  return { status: "new", checkoutId: result.reference, checkoutUrl: result.url, rejectReason: null };
}

/** Tamara's error codes that a buyer can do something about; all others are reported alike. */
const rejectReasons: Readonly<Record<string, NonNullable<TamaraReply["rejectReason"]>>> = {
  total_amount_invalid_limit: "amount_limit",
  total_amount_invalid_limit_24hrs_gmv: "amount_limit",
  consumer_invalid_phone_number: "phone_number",
  invalid_phone_number: "phone_number",
  billing_address_invalid_phone_number: "phone_number",
  shipping_address_invalid_phone_number: "phone_number",
};

function rejectReason(providerCode: string | null): NonNullable<TamaraReply["rejectReason"]> {
  const code = providerCode ?? "";
  return Object.hasOwn(rejectReasons, code) ? (rejectReasons[code] ?? "not_available") : "not_available";
}
