/** Who buys (Spec 2.2, 5), and the body of the checkout call (Spec 7). */
import type { ProductCheckout } from "#contract/product.ts";
import type { FieldTable, FieldValues } from "#core/fields.ts";
import { type DialCode, mobileFault, readMobile, saudiArabia } from "#core/phone/mobile.ts";
import { companyIn } from "#core/tax/company-buyer.ts";
import { cleanText } from "#core/text.ts";
import { hasPrintableLetters, isClientName } from "#core/validators.ts";
import { readDialCode } from "../forms/dial-code-text.ts";
import type { CouponState } from "./coupon.ts";
import { type ProductOffer, priceText } from "./offer.ts";

export type CustomerFieldName = "customerName" | "customerMobile" | "customerCountry";

/** Spec 5, in its words; of an empty name the page says more than they do. */
export const customerFields = {
  customerName: {
    requiredKey: "nameMissing",
    rules: [
      { isMet: hasPrintableLetters, textKey: "notPrintable" },
      { isMet: isClientName, textKey: "nameInvalid" },
    ],
  },
  customerMobile: {
    requiredKey: "mobileMissing",
    faultOf: (value, values) => mobileFault(value, countryOf(values)),
  },
} as const satisfies FieldTable;

const nameLength = 100;

/** The body of the checkout, from fields that have no problems. */
export function toCheckout(
  offer: ProductOffer,
  order: {
    readonly values: FieldValues;
    readonly qty: number;
    readonly coupon: CouponState;
    readonly checkoutKey: string;
    /** What the link asks for beside. */
    readonly asked?: Pick<ProductCheckout, "amount" | "answers"> | undefined;
    readonly prefill?: string | undefined;
  },
): ProductCheckout {
  const country = countryOf(order.values);
  const mobile = readMobile(order.values["customerMobile"] ?? "", country);
  const company = companyIn(order.values);
  return {
    merchantUsername: offer.merchantUsername,
    productNumber: offer.linkIdentity,
    customerName: cleanText(order.values["customerName"] ?? "", nameLength),
    customerMobile: mobile.kind === "ok" ? mobile.e164 : "",
    customerCountryCode: country[0],
    couponCode: order.coupon.kind === "applied" ? order.coupon.code : null,
    productPrice: priceText(offer),
    signature: offer.signature,
    qty: order.qty,
    checkoutKey: order.checkoutKey,
    ...order.asked,
    ...(company && { company }),
    ...(order.prefill !== undefined && { prefill: order.prefill }),
  };
}

/** The country beside the mobile; Saudi Arabia where there is no such field. */
function countryOf(values: FieldValues): DialCode {
  return readDialCode(values["customerCountry"]) ?? saudiArabia;
}
