/** The calls of an Apple Pay sheet to our server (Spec 7). */
import * as timing from "#core/timing.ts";
import type { Call } from "#web/browser/api.ts";
import type { Payer } from "#web/payment/panel.ts";
import type { PaymentOrder } from "#web/payment/payment-order.ts";
import type { ApplePayCalls } from "./calls.ts";
import type { SheetCalls } from "./session.ts";
import { withContact } from "./sheet-request.ts";

type SheetOrder = Pick<PaymentOrder, "orderNumber" | "total" | "needsDelivery">;

/** The calls for one payment of an order. `ways` are those of the page; tests bring their own. */
export function sheetCalls(
  order: SheetOrder,
  payer: Payer,
  ways: { readonly call: Call; readonly callApple: Call<ApplePayCalls> },
): SheetCalls {
  const { orderNumber, total, needsDelivery } = order;
  return {
    validate: (validationUrl) =>
      ways.callApple(
        "POST /rest/pay/apple/validateMerchant/:orderNumber",
        { params: { orderNumber }, body: { validationUrl } },
        { timeoutMs: timing.gatewaySessionTimeoutMs },
      ),
    pay: ({ token, shippingContact }) =>
      ways.callApple(
        "POST /rest/pay/apple/processPayment",
        {
          body: {
            paymentPacket: withContact(payer, shippingContact, needsDelivery),
            paymentToken: { ...token },
            total,
          },
        },
        // The server gives up first: a browser that does can only guess.
        { timeoutMs: timing.attemptLeaseMs },
      ),
    checkStatus: () =>
      ways.call(
        "POST /rest/pay/checkPaymentStatus",
        { body: { orderNumber } },
        { timeoutMs: timing.gatewaySessionTimeoutMs },
      ),
    sleep: (ms) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
      }),
  };
}
