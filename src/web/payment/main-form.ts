/** The fields that every method shares: who pays and where to deliver (Spec 3 "Form fields", Spec 5). */
import type { FieldTable, FieldValues } from "#core/fields.ts";
import { type DialCode, mobileFault, readMobile, saudiArabia } from "#core/phone/mobile.ts";
import { cleanText } from "#core/text.ts";
import { hasPrintableLetters, isAddressLine, isCity, isClientName } from "#core/validators.ts";
import { readDialCode } from "../forms/dial-code-text.ts";
import type { Payer } from "./panel.ts";
import type { PaymentOrder } from "./payment-order.ts";

export type MainFieldName =
  | "clientName"
  | "clientMobile"
  | "clientCountry"
  | "shipmentCity"
  | "shipmentAddress";

/** Spec 5: the name is optional on the form and required with the mobile when paying; so Pay asks for both. */
export const mainFields = {
  clientName: {
    requiredKey: "nameMissing",
    rules: [
      { isMet: hasPrintableLetters, textKey: "notPrintable" },
      { isMet: isClientName, textKey: "nameInvalid" },
    ],
  },
  clientMobile: {
    requiredKey: "mobileMissing",
    faultOf: (value, values) => mobileFault(value, countryOf(values)),
  },
  shipmentCity: { rules: [{ isMet: isCity, textKey: "cityInvalid" }] },
  shipmentAddress: { rules: [{ isMet: isAddressLine, textKey: "addressInvalid" }] },
} as const satisfies FieldTable;

/** Fields that may be kept for this tab: none of them is about the card. */
export const draftFields: readonly MainFieldName[] = [
  "clientName",
  "clientMobile",
  "clientCountry",
  "shipmentCity",
  "shipmentAddress",
];

/** A stored mobile as the field shows it: without the dial code when it is one of the field's country. */
export function shownMobile(mobile: string, country: DialCode): string {
  const parsed = readMobile(mobile, country);
  return parsed.kind === "ok" ? parsed.national : mobile;
}

/** The shared part of every payment call, from fields that have no problems (Spec 7). */
export function toPayer(
  order: PaymentOrder,
  values: FieldValues,
  form: { readonly agreementAccepted: boolean; readonly channel: Payer["channel"] },
): Payer {
  const country = countryOf(values);
  const mobile = readMobile(values["clientMobile"] ?? "", country);
  return {
    orderNumber: order.orderNumber,
    transactionId: order.transactionId,
    signature: order.signature,
    emailSignature: order.emailSignature,
    clientName: cleanText(values["clientName"] ?? "", nameLength),
    clientEmail: null,
    clientMobile: mobile.kind === "ok" ? mobile.e164 : "",
    clientCountryCode: country[0],
    shipmentCity: optionalText(values["shipmentCity"], nameLength),
    shipmentAddress: optionalText(values["shipmentAddress"], addressLength),
    ...form,
  };
}

/** Whether one of the two fields that the toast of Spec 8 speaks of is empty. */
export function isPayerMissing(values: FieldValues): boolean {
  return [values["clientName"], values["clientMobile"]].some((value) => (value ?? "").trim() === "");
}

const nameLength = 100;
const addressLength = 200;

/** The country beside the mobile; Saudi Arabia where there is no such field (Spec 2.3). */
function countryOf(values: FieldValues): DialCode {
  return readDialCode(values["clientCountry"]) ?? saudiArabia;
}

function optionalText(text: string | undefined, maxLength: number): string | null {
  return cleanText(text ?? "", maxLength) || null;
}
