/**
 * What must hold before any payment call reaches a provider, always in this order (design: guard before pay). The
 * page disables buttons for the same reasons, but these guards decide (decision K7).
 */
import type { z } from "zod";
import { opaqueTexts, type PaymentChannel, type payerFields } from "#contract/payment.ts";
import { misplacedCardNumber } from "#core/card/card-in-text.ts";
import { toJsonNumber } from "#core/money.ts";
import { amountDue } from "#core/order-money.ts";
import { readCountryCode } from "#core/phone/country-code.ts";
import { defaultCountry } from "#core/phone/mobile.ts";
import { parseMobile } from "#core/phone/phone.ts";
import { Problem, type ProblemField } from "#core/problem.ts";
import { cleanText } from "#core/text.ts";
import { namesOf } from "#methods/allowed.ts";
import type { PaymentMethod } from "#methods/payment-method.ts";
import { judgeEmailProof } from "../client-email/email-proof.ts";
import { isPrintable } from "../documents/printable-names.ts";
import { isPaymentInProgress } from "../orders/order-model.ts";
import { requireOpen } from "../orders/order-open.ts";
import { loadOrder, type OrderRecord } from "../orders/order-store.ts";
import { checkOrderToken } from "../orders/order-token.ts";
import type { Services } from "../services.ts";
import { readPlace } from "./buyer-place.ts";
import { limitedMethods } from "./offered-methods.ts";

type PayerBody = { [K in keyof typeof payerFields]: z.output<(typeof payerFields)[K]> } & {
  /** Tamara's names for where the buyer lives (Spec 7). */
  readonly city?: string | null | undefined;
  readonly line1?: string | null | undefined;
};

/** The buyer as the guards accepted them. */
export type Payer = {
  readonly name: string;
  /** International form with a leading plus; empty from the simple page. */
  readonly mobile: string;
  readonly countryCode: string | null;
  readonly email: string | null;
  readonly city: string | null;
  readonly address: string | null;
  readonly channel: PaymentChannel;
};

export type Guarded = { readonly order: OrderRecord; readonly payer: Payer };

/** Refuses orders that are not there, closed, or past their time. Every payment call begins here. */
export async function requirePayableOrder(services: Services, orderNumber: string): Promise<OrderRecord> {
  const order = await loadOrder(services.db.pool, orderNumber);
  if (!order) throw new Problem("order_not_found");
  requireOpen(order, services.clock.now());
  if (order.merchant_deactivated_at !== null) throw new Problem("merchant_inactive");
  return order;
}

/** What the request itself says about its sender. */
export type Caller = {
  /** Of the buyer as the proxy in front states it, ISO 3166, or null when unknown. */
  readonly country: string | null;
  /** A page in a browser sent it, not a program. */
  readonly isBrowser: boolean;
};

/**
 * Runs every guard of a payment call.
 * @throws Problem with the code of the first guard that fails
 */
export async function guardPayment(
  services: Services,
  method: PaymentMethod,
  body: PayerBody,
  { country, isBrowser }: Caller,
): Promise<Guarded> {
  const order = await requirePayableOrder(services, body.orderNumber);
  requireSignature(services, order, { ...body, isBrowser });
  if (isPaymentInProgress(order, services.clock.now())) throw new Problem("payment_in_progress");
  if (
    country !== null &&
    order.merchant_allowed_countries &&
    !order.merchant_allowed_countries.includes(country)
  ) {
    throw new Problem("country_not_allowed");
  }
  requireMethod(order, method);
  await requireAmount(services, order, method);
  if (order.agreement_id !== null && body.agreementAccepted !== true) throw new Problem("agreement_required");
  requireConfirmedEmail(services, order, body.emailSignature ?? null);
  return { order, payer: readPayer(order, body) };
}

/** The version of an order as it was issued; it goes up with every change of content or amount. */
const issuedVersion = 1;

/**
 * The order's signature must be ours and fresh: the buyer saw this content and this total. Some payloads of Spec 7
 * carry neither: a program may send them bare while the order has had only one content that its buyer can have seen; a page
 * never may (decision 0033). One half of the pair proves nothing.
 */
export function requireSignature(
  services: Services,
  order: OrderRecord,
  given: {
    readonly transactionId?: string | undefined;
    readonly signature?: string | undefined;
    readonly isBrowser: boolean;
  },
): void {
  const { transactionId, signature } = given;
  if (transactionId === undefined && signature === undefined && !given.isBrowser) {
    if (order.version !== issuedVersion) throw new Problem("order_changed");
    return;
  }
  if (transactionId === undefined || signature === undefined) throw new Problem("signature_invalid");
  const verdict = checkOrderToken(
    order,
    { transactionId, signature },
    services.clock.now(),
    services.signing,
  );
  if (verdict === "forged") throw new Problem("signature_invalid");
  if (verdict === "stale") throw new Problem("order_changed");
}

/** What the page showed to be due must be what is charged: compared, never used (decision K3). */
export function requireStatedTotal(order: OrderRecord, stated: number | undefined): void {
  if (stated !== undefined && stated !== toJsonNumber(amountDue(order), order.currency))
    throw new Problem("amount_mismatch");
}

/** The order must allow the method; card is allowed by either of its two flags. */
export function requireMethod(order: Pick<OrderRecord, "allowed_methods">, method: PaymentMethod): void {
  if (!namesOf(method).some((name) => order.allowed_methods.includes(name))) {
    throw new Problem("method_not_allowed_for_order");
  }
}

/** The method must take the order's amount, as far as its provider or its account says: no page offers it otherwise. */
async function requireAmount(services: Services, order: OrderRecord, method: PaymentMethod): Promise<void> {
  const { merchant_id: merchantId, currency } = order;
  const asked = { merchantId, currency, amount: amountDue(order) };
  const [limited] = await limitedMethods(services, asked, namesOf(method));
  if (limited)
    throw new Problem("method_not_allowed_for_order", { detail: "outside the amounts of the method" });
}

/**
 * Digital products: the buyer's address must be confirmed by code first (Spec 4, threat D24). Once it is, the proof may
 * be missing or expired; one that is not ours is refused even then.
 */
function requireConfirmedEmail(services: Services, order: OrderRecord, proof: string | null): void {
  if (!order.has_digital) return;
  const isConfirmed = order.client_validated_at !== null;
  if (isConfirmed && !proof) return;
  const { signing, clock } = services;
  const verdict = judgeEmailProof({ signing, now: clock.now() }, order.order_number, proof ?? "");
  if (verdict === "wrong" || (verdict === "expired" && !isConfirmed)) throw new Problem("email_not_verified");
}

/** Name and mobile are needed to pay; the simple page sends `fastpay` instead (decision K11). */
function readPayer(order: OrderRecord, body: PayerBody): Payer {
  const channel = body.mode === "frame" ? "frame" : (body.channel ?? "info");
  const clean = (text: string | null | undefined, maxLength: number): string =>
    cleanText(text ?? "", maxLength);
  const optional = (text: string | null | undefined, maxLength: number): string | null =>
    clean(text, maxLength) || null;
  if (channel === "simple") {
    // Its address is a place, whose digits may be those of a card; nothing else is read from it.
    refuseCardNumbers({ ...body, shipmentAddress: null });
    const address = readPlace(body.shipmentAddress ?? "");
    return { name: "", mobile: "", countryCode: null, email: null, city: null, address, channel };
  }
  refuseCardNumbers(body);
  const name = clean(body.clientName, 100);
  const countryCode = readCountryCode(body.clientCountryCode ?? order.client_country_code ?? defaultCountry);
  const mobile = parseMobile(body.clientMobile ?? "", countryCode ?? "");
  // Documents name the payer where the order names no buyer.
  const isUnprintable = !order.client_name && !isPrintable(name);
  if (name === "" || isUnprintable || countryCode === null || mobile.kind !== "ok") {
    const fields = [
      ...(name === "" ? [{ path: "clientName", code: "required", message: "required" }] : []),
      ...(isUnprintable
        ? [{ path: "clientName", code: "not_printable", message: "papers cannot print it" }]
        : []),
      ...(countryCode === null
        ? [{ path: "clientCountryCode", code: "unknown_country", message: "not a country" }]
        : []),
      ...(mobile.kind === "ok" || countryCode === null
        ? []
        : [{ path: "clientMobile", code: mobile.kind, message: "required and valid for the country" }]),
    ];
    throw new Problem("client_required", { fields });
  }
  return {
    name,
    mobile: mobile.e164,
    countryCode,
    email: optional(body.clientEmail, 200),
    // Tamara's call has names of its own for where the buyer lives (Spec 7).
    city: optional(body.shipmentCity, 100) ?? optional(body.city, 100),
    address: optional(body.shipmentAddress, 500) ?? optional(body.line1, 500),
    channel,
  };
}

/**
 * A card number in any other field than the card's is neither stored nor sent to a provider (decision K4): every text of the
 * call is looked at, but for those that no person writes (`opaqueTexts`).
 * @throws Problem `card_number_misplaced` with the fields
 */
export function refuseCardNumbers(body: object): void {
  const fields = misplacedIn(body, "");
  if (fields.length > 0) throw new Problem("card_number_misplaced", { fields });
}

function misplacedIn(part: object, within: string): ProblemField[] {
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) => {
    if (Object.hasOwn(opaqueTexts, name)) return [];
    if (typeof value === "string") return misplacedCardNumber(within + name, value) ?? [];
    return typeof value === "object" && value !== null ? misplacedIn(value, `${within}${name}.`) : [];
  });
}
