/** Opening a checkout: the order as Tamara expects it, and where the buyer continues. */
import { z } from "zod";
import type { StartOutcome } from "#core/outcome.ts";
import { cleanText } from "#core/text.ts";
import { exactItems } from "../instalments/exact-items.ts";
import type { AttemptContext } from "../payment-method.ts";
import { type ApiResult, refusalRecord } from "../provider-api/api-call.ts";
import { declineReason } from "./decline-reasons.ts";
import { type checkoutAnswer, writeMoney } from "./wire.ts";

/** What the buyer typed into Tamara's panel, checked by the method's field table. */
export const tamaraStart = z.object({
  /** International form: "+966544337866". */
  mobile: z.string(),
  email: z.string(),
  city: z.string(),
  line1: z.string(),
});

export type TamaraStart = z.output<typeof tamaraStart>;

/** Four payments are Tamara's product in Saudi Arabia, and what the page promises (Spec 1). */
const instalmentCount = 4;

/**
 * The body of POST /checkout. Prices are exact and include VAT, so no tax is added on top. The reference is the
 * attempt's id: it finds the order again when the answer is lost.
 */
export function checkoutBody(context: AttemptContext, input: TamaraStart): object {
  const { attempt, order, payer, merchant, returnUrl, notificationUrl } = context;
  const { currency } = attempt;
  const money = (amount: Parameters<typeof writeMoney>[0]) => writeMoney(amount, currency);
  const nothing = { amount: 0, currency };
  const person = { ...splitName(payer.name), phone_number: input.mobile.replace(/^\+966/, "") };
  return {
    total_amount: money(attempt.amount),
    shipping_amount: nothing,
    tax_amount: nothing,
    order_reference_id: attempt.id,
    order_number: order.orderNumber,
    items: exactItems(order.lines).map((item) => ({
      reference_id: item.reference,
      type: "Physical",
      name: item.title,
      sku: item.reference,
      quantity: item.quantity,
      unit_price: money(item.unitPrice),
      tax_amount: nothing,
      discount_amount: nothing,
      total_amount: money(item.total),
    })),
    consumer: { ...person, email: input.email },
    country_code: "SA",
    description: cleanText(`${merchant.shopName} ${order.orderNumber}`, 256),
    locale: context.language === "ar" ? "ar_SA" : "en_US",
    platform: "wasl",
    is_mobile: /Mobi/.test(payer.userAgent ?? ""),
    // Tamara says in the address how it went; that is a hint, so one address serves for all (decision K6).
    merchant_url: {
      success: returnUrl,
      failure: returnUrl,
      cancel: returnUrl,
      notification: notificationUrl,
    },
    payment_type: "PAY_BY_INSTALMENTS",
    instalments: instalmentCount,
    shipping_address: { ...person, line1: input.line1, city: input.city, country_code: "SA" },
    risk_assessment: { is_guest_user: true },
  };
}

/** What the answer to POST /checkout means. */
export function readCheckout(result: ApiResult<z.output<typeof checkoutAnswer>>): StartOutcome<"redirect"> {
  switch (result.kind) {
    case "answer": {
      const { order_id: orderId, checkout_id: checkoutId, checkout_url: url, status } = result.value;
      if (status !== "new") return { kind: "unknown", why: "a checkout with an unlisted status" };
      // Spec 7 requires the checkout's id in the reply; every later call needs the order's.
      return { kind: "redirect", url, reference: checkoutId, data: { orderId, checkoutId } };
    }
    case "refused":
      return { kind: "declined", reason: declineReason(result.code), ...refusalRecord(result) };
    case "not_sent":
      return result;
    case "no_answer":
      return { kind: "unknown", why: result.why };
  }
}

/** Tamara requires two names; a buyer who has one has it twice. */
function splitName(name: string): { first_name: string; last_name: string } {
  const [first = "", ...others] = name.split(/\s+/).filter(Boolean);
  return { first_name: first, last_name: others.join(" ") || first };
}
