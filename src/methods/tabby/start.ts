/** Opening a session: the order as Tabby expects it, and where the buyer continues. */
import { z } from "zod";
import { formatDecimal, zero } from "#core/money.ts";
import type { StartOutcome } from "#core/outcome.ts";
import { cleanText } from "#core/text.ts";
import { exactItems } from "../instalments/exact-items.ts";
import type { AttemptContext } from "../payment-method.ts";
import { type ApiResult, refusalRecord } from "../provider-api/api-call.ts";
import { declineReason } from "./reject-reasons.ts";
import type { checkoutAnswer } from "./wire.ts";

/** What the buyer typed into Tabby's panel, checked by the method's field table. */
export const tabbyStart = z.object({
  /** International form: "+966500000001". */
  mobile: z.string(),
  email: z.string(),
  language: z.enum(["ar", "en"]),
});

export type TabbyStart = z.output<typeof tabbyStart>;

/** In the address of buyers who left Tabby's page without finishing. */
export const leftParameter = "left";

/** Tabby demands an address even where nothing is delivered. */
const noAddress = { city: "NA", address: "NA", zip: "00000" } as const;

/**
 * The body of POST /api/v2/checkout. Prices are exact and include VAT; the tax that Spec 7 sends is 0. The reference
 * is the attempt's id: Tabby's messages name it.
 */
export function sessionBody(context: AttemptContext, input: TabbyStart, merchantCode: string): object {
  const { attempt, order, payer, merchant, returnUrl } = context;
  const { currency } = attempt;
  const nothing = formatDecimal(zero, currency);
  return {
    payment: {
      amount: formatDecimal(attempt.amount, currency),
      currency,
      description: cleanText(`${merchant.shopName} ${order.orderNumber}`, 255),
      buyer: { name: payer.name, email: input.email, phone: input.mobile },
      shipping_address: {
        city: payer.city ?? noAddress.city,
        address: cleanText(payer.address ?? noAddress.address, 255),
        zip: noAddress.zip,
      },
      order: {
        reference_id: attempt.id,
        updated_at: new Date(attempt.createdAt).toISOString(),
        tax_amount: nothing,
        shipping_amount: nothing,
        discount_amount: nothing,
        items: exactItems(order.lines).map((item) => ({
          reference_id: item.reference,
          title: item.title,
          quantity: item.quantity,
          unit_price: formatDecimal(item.unitPrice, currency),
          discount_amount: nothing,
          category: "Invoice",
        })),
      },
      // Buyers have no accounts here: all that is known of one is this order.
      buyer_history: { registered_since: new Date(order.createdAt).toISOString(), loyalty_level: 0 },
      order_history: [],
      meta: { order_id: order.orderNumber, customer: null },
    },
    lang: input.language,
    merchant_code: merchantCode,
    // Which of the three it was is a hint (decision K6); only leaving is worth knowing, for then we can cancel.
    merchant_urls: { success: returnUrl, cancel: `${returnUrl}?${leftParameter}=1`, failure: returnUrl },
  };
}

/** What the answer to POST /api/v2/checkout means. */
export function readSession(result: ApiResult<z.output<typeof checkoutAnswer>>): StartOutcome<"redirect"> {
  switch (result.kind) {
    case "answer":
      return readAnswered(result.value);
    case "refused":
      // Another country's key, or an account that may not sell: ours to put right, and nothing was begun.
      if (result.httpStatus === 403) return { kind: "not_sent", why: `HTTP 403 ${result.code}` };
      return { kind: "declined", reason: "rejected_by_provider", ...refusalRecord(result) };
    case "not_sent":
      return result;
    case "no_answer":
      return { kind: "unknown", why: result.why };
  }
}

function readAnswered(session: z.output<typeof checkoutAnswer>): StartOutcome<"redirect"> {
  const { id: sessionId, status, configuration, payment } = session;
  const url = configuration?.available_products?.installments?.[0]?.web_url;
  if (status === "rejected" || (status === "created" && url === undefined)) {
    const code = configuration?.products?.installments?.rejection_reason ?? "not_available";
    return { kind: "declined", reason: declineReason(code), providerCode: code };
  }
  if (status !== "created" || url === undefined || !payment)
    return { kind: "unknown", why: "a session without its payment" };
  // Spec 7 requires the session's id in the reply; every later call needs the payment's.
  return { kind: "redirect", url, reference: sessionId, data: { sessionId, paymentId: payment.id } };
}
