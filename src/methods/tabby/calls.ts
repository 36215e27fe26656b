/** The public call of Tabby (Spec 7). */
import { z } from "zod";
import { countryText, personText } from "#contract/common.ts";
import { payerFields } from "#contract/payment.ts";
import { Problem } from "#core/problem.ts";
import { cleanText } from "#core/text.ts";
import { isTabbyName } from "#core/validators.ts";
import { requireFields } from "../buyer-fields/require-fields.ts";
import { isSaudiCountry } from "../buyer-fields/saudi-country.ts";
import { saudiMobile } from "../buyer-fields/saudi-mobile.ts";
import type { CallsOf, MethodCall, PayResult, StartRequest } from "../method-server.ts";
import { tabby } from "./method.ts";
import { rejectReason, rejectReasons } from "./reject-reasons.ts";
import type { TabbyStart } from "./start.ts";

/**
 * Spec 7 names orderNumber, clientMobile, clientCountryCode, clientEmail, clientName, tabbyMobile,
 * tabbyMobileCountryCode, taxAmount, defaultLang, shipmentCity and shipmentAddress. The rest is what the guards of
 * every payment call ask for; Spec 7 does not show it for this call, so the shape leaves it out of what is required.
 */
const authorizeBody = z.strictObject({
  ...payerFields,
  transactionId: payerFields.transactionId.optional(),
  signature: payerFields.signature.optional(),
  tabbyMobile: personText,
  /** Tabby's accounts here are Saudi ones. */
  tabbyMobileCountryCode: countryText.refine(isSaudiCountry).nullish(),
  /** Compared, never used (decision K3): Spec 9 says that it is 0. */
  taxAmount: z.literal(0).nullish(),
  defaultLang: z.enum(["ar", "en"]).nullish(),
});

const authorizeReply = z.object({
  /** "created" with an address to go to; "rejected" with the reason when Tabby does not take this payment. */
  status: z.enum(["created", "rejected"]),
  paymentSessionId: z.string().nullable(),
  url: z.string().nullable(),
  rejectReason: z.enum([...rejectReasons, "rejected"]).nullable(),
});

export type TabbyReply = z.output<typeof authorizeReply>;

export const tabbyCalls = [
  {
    path: "POST /rest/pay/tabby/authorize",
    summary: "Begin a payment in instalments with Tabby",
    problems: ["english_name_required"],
    step: "start",
    body: authorizeBody,
    reply: authorizeReply,
    toInput,
    toReply,
    toDeclined: ({ providerCode }): TabbyReply => ({
      status: "rejected",
      paymentSessionId: null,
      url: null,
      rejectReason: rejectReason(providerCode),
    }),
  },
] as const satisfies readonly MethodCall[];

export type TabbyCalls = CallsOf<typeof tabbyCalls>;

function toInput(body: z.output<typeof authorizeBody>): StartRequest<TabbyStart> {
  if (!isTabbyName(body.clientName ?? "")) {
    const field = { path: "clientName", code: "english_name_required", message: "englishNameRequired" };
    throw new Problem("english_name_required", { fields: [field] });
  }
  requireFields(tabby.fields, {
    tabbyMobile: { path: "tabbyMobile", value: body.tabbyMobile },
    tabbyEmail: { path: "clientEmail", value: body.clientEmail },
  });
  return {
    input: {
      mobile: saudiMobile(body.tabbyMobile),
      email: cleanText(body.clientEmail ?? "", 254),
      language: body.defaultLang ?? "ar",
    },
    presentedKey: null,
  };
}

function toReply(result: PayResult): TabbyReply {
  if (result.kind !== "redirect") throw new Error(`a payment with Tabby cannot end in ${result.kind}`);
  return { status: "created", paymentSessionId: result.reference, url: result.url, rejectReason: null };
}
