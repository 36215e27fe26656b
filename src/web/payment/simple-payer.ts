/**
 * Who pays on the simple page (Spec 7): the buyer is not asked, the fields get placeholders, and the place of the
 * buyer, where the buyer lets us know it, goes as JSON in the address (decision K11).
 */
import type { Payer } from "./panel.ts";
import type { PaymentOrder } from "./payment-order.ts";

/** What stands instead of name, mobile, country code and city. */
const placeholder = "fastpay";

/** A place rounded to two decimals: about a kilometre. */
export type Place = { readonly latitude: number; readonly longitude: number };

/** The shared part of a payment call from the simple page. Pressing Pay there accepts the terms of sale (Spec 2.7). */
export function toSimplePayer(order: PaymentOrder, place: Place | null): Payer {
  return {
    orderNumber: order.orderNumber,
    transactionId: order.transactionId,
    signature: order.signature,
    emailSignature: null,
    clientName: placeholder,
    clientEmail: null,
    clientMobile: placeholder,
    clientCountryCode: placeholder,
    shipmentCity: placeholder,
    shipmentAddress: place && JSON.stringify(place),
    agreementAccepted: true,
    channel: "simple",
  };
}

/** Rounds what the browser measured. */
export function roundPlace({ latitude, longitude }: Place): Place {
  const round = (degrees: number): number => Math.round(degrees * 100) / 100;
  return { latitude: round(latitude), longitude: round(longitude) };
}
