/** What a provider receives about an attempt: built from stored rows only, never from what a browser sent. */
import type { Language } from "#core/language.ts";
import { minor } from "#core/money.ts";
import type { AttemptContext } from "#methods/payment-method.ts";
import type { OrderRecord } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import type { AttemptRow } from "./attempt-store.ts";
import { notificationAddress } from "./notification-address.ts";

/** What only the buyer's own request can tell; unknown to the job. */
export type BuyerRequest = {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly acceptHeader: string | null;
  readonly language: Language;
};

/** For questions that no buyer is waiting for. */
export const noBuyer: BuyerRequest = { ipAddress: null, userAgent: null, acceptHeader: null, language: "ar" };

/** Builds the context of an attempt from its row and its order's record. */
export function attemptContext(
  services: Services,
  order: OrderRecord,
  attempt: AttemptRow,
  buyer: BuyerRequest,
): AttemptContext {
  return {
    attempt: {
      id: attempt.id,
      amount: attempt.amount,
      currency: attempt.currency,
      reference: attempt.provider_reference,
      step: attempt.step,
      createdAt: attempt.created_at.getTime(),
      earlierCardPayments: attempt.earlier_card_payments,
      data: attempt.provider_data,
    },
    order: {
      orderNumber: order.order_number,
      allowedMethods: order.allowed_methods,
      total: order.total,
      vat: order.vat,
      discount: order.discount,
      lines: order.lines.map((line) => ({
        title: line.title,
        qty: line.qty_thousandths,
        unitPrice: line.sold_unit_price,
        lineTotal: minor(line.line_net - line.line_discount + line.line_vat),
      })),
      createdAt: order.created_at.getTime(),
      expiresAt: order.expires_at?.getTime() ?? null,
    },
    merchant: {
      id: order.merchant_id,
      username: order.merchant_username,
      shopName: order.merchant_shop_name,
    },
    payer: {
      name: attempt.client_name ?? "",
      mobile: attempt.client_mobile ?? "",
      email: order.client_email,
      city: attempt.shipment_city,
      address: attempt.shipment_address,
      ipAddress: buyer.ipAddress,
      userAgent: buyer.userAgent,
      acceptHeader: buyer.acceptHeader,
    },
    language: buyer.language,
    returnUrl: `${services.config.webUrl}/rest/pay/return/${attempt.return_token}`,
    notificationUrl: notificationAddress(services.config, {
      method: attempt.method,
      merchantId: order.merchant_id,
    }),
  };
}
