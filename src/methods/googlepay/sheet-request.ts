/** What Google is asked: can this browser pay so, and the payment itself (Spec 9). */
import { jsonNumberText } from "#core/money.ts";
import type { PaymentOrder } from "#web/payment/payment-order.ts";
import type { GooglePaySettings, IsReadyToPayRequest, PaymentDataRequest } from "./google-pay-api.ts";

const version = { apiVersion: 2, apiVersionMinor: 0 } as const;

const cardMethod = {
  type: "CARD",
  parameters: {
    allowedAuthMethods: ["PAN_ONLY", "CRYPTOGRAM_3DS"],
    allowedCardNetworks: ["MASTERCARD", "VISA"],
  },
} as const;

/** Whether there is a sheet to open at all. */
export const readyRequest: IsReadyToPayRequest = { ...version, allowedPaymentMethods: [cardMethod] };

/** The request for the sheet. The token will be encrypted for the account at the gateway that the order is paid on. */
export function sheetRequest(
  order: Pick<PaymentOrder, "total" | "currencyName" | "shopName">,
  settings: Pick<GooglePaySettings, "gatewayMerchantId" | "merchantId">,
): PaymentDataRequest {
  const { gatewayMerchantId, merchantId } = settings;
  return {
    ...version,
    allowedPaymentMethods: [
      {
        ...cardMethod,
        tokenizationSpecification: {
          type: "PAYMENT_GATEWAY",
          parameters: { gateway: "mpgs", gatewayMerchantId },
        },
      },
    ],
    merchantInfo: { merchantName: order.shopName, ...(merchantId !== null && { merchantId }) },
    transactionInfo: {
      totalPriceStatus: "FINAL",
      totalPrice: jsonNumberText(order.total, order.currencyName),
      currencyCode: order.currencyName,
      countryCode: "SA",
    },
  };
}
