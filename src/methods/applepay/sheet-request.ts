/** What the sheet is asked for (Spec 9), and the payer as the sheet knows them. */
import { jsonNumberText } from "#core/money.ts";
import { cleanText } from "#core/text.ts";
import type { Payer } from "#web/payment/panel.ts";
import type { PaymentOrder } from "#web/payment/payment-order.ts";
import type { ApplePayRequest, ShippingContact } from "./apple-pay-api.ts";

/** Spec 9's networks, each with the first version that knows it: the constructor throws for an unknown one. */
const networks: readonly (readonly [string, number])[] = [
  ["masterCard", 1],
  ["visa", 1],
  ["mada", 5],
];

const contactFields = ["name", "phone", "postalAddress"] as const;
type ContactField = (typeof contactFields)[number];

type SheetOrder = Pick<PaymentOrder, "total" | "currencyName" | "shopName" | "needsDelivery">;

/**
 * The request for the sheet.
 * @param version of Apple's interface that the sheet is opened with
 * @param payer as known so far: what is missing, the sheet asks for; for a product it asks for all (Spec 9)
 */
export function sheetRequest(
  order: SheetOrder,
  version: number,
  payer: Pick<Payer, "clientName" | "clientMobile">,
): ApplePayRequest {
  const isAsked: Readonly<Record<ContactField, boolean>> = {
    name: order.needsDelivery || payer.clientName === "",
    phone: order.needsDelivery || payer.clientMobile === "",
    postalAddress: order.needsDelivery,
  };
  const asked = contactFields.filter((field) => isAsked[field]);
  return {
    countryCode: "SA",
    currencyCode: order.currencyName,
    supportedNetworks: networks.filter(([, since]) => since <= version).map(([network]) => network),
    merchantCapabilities: ["supports3DS"],
    total: { label: order.shopName, amount: jsonNumberText(order.total, order.currencyName) },
    ...(asked.length > 0 && { requiredShippingContactFields: asked }),
  };
}

/**
 * The payer with what the sheet knows better: where to deliver, and name and mobile where the page has none. Whether
 * the number is a mobile of its country is for the server to say: it has the table of all countries.
 */
export function withContact(
  payer: Payer,
  contact: ShippingContact | undefined,
  needsDelivery: boolean,
): Payer {
  if (!contact) return payer;
  const country = contact.countryCode?.toLowerCase() || payer.clientCountryCode;
  const mobile = cleanText(contact.phoneNumber ?? "", 40);
  const name = cleanText([contact.givenName, contact.familyName].filter(Boolean).join(" "), 100);
  const isMobileTaken = payer.clientMobile === "" && mobile !== "";
  return {
    ...payer,
    clientName: payer.clientName || name,
    ...(isMobileTaken && { clientMobile: mobile, clientCountryCode: country }),
    ...(needsDelivery && {
      shipmentCity: cleanText(contact.locality ?? "", 100) || payer.shipmentCity,
      shipmentAddress: cleanText((contact.addressLines ?? []).join(", "), 200) || payer.shipmentAddress,
    }),
  };
}
