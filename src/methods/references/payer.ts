/**
 * The buyer in the calls of SADAD and A2A. Spec 7 gives these two payloads another name for the mobile than the
 * guards of every payment call know (`payerFields`), and the order's number twice.
 */
import { personText } from "#contract/common.ts";
import { opaqueTexts, payerFields } from "#contract/payment.ts";
import { readOrderNumber } from "#core/crockford.ts";
import { defaultCountry } from "#core/phone/mobile.ts";

/**
 * What both payloads have. Spec 7 does not show the order's transaction id and signature for these calls, so the
 * shape leaves them out of what is required; the guards decide.
 */
export const referencePayerFields = {
  ...payerFields,
  transactionId: payerFields.transactionId.optional(),
  signature: payerFields.signature.optional(),
  waslOrderNumber: opaqueTexts.waslOrderNumber.nullish(),
  mobile: personText,
};

type PayerBody = {
  readonly orderNumber: string;
  readonly waslOrderNumber?: string | null | undefined;
  readonly mobile: string;
  readonly clientMobile?: string | null | undefined;
  readonly clientCountryCode?: string | null | undefined;
};

/** Whether the two numbers, where both are sent, are one and the same order's. */
export function isOneOrder({ orderNumber: number, waslOrderNumber }: PayerBody): boolean {
  return waslOrderNumber == null || readOrderNumber(waslOrderNumber) === readOrderNumber(number);
}

/**
 * The body with the mobile under the guards' name: the form's own where the page sends it, else the panel's, which is
 * a Saudi one (Spec 5: the panel's mobile is copied into an empty main mobile).
 */
export function withPayer<Body extends PayerBody>(body: Body): Body {
  if (body.clientMobile) return body;
  return { ...body, clientMobile: body.mobile, clientCountryCode: defaultCountry };
}
