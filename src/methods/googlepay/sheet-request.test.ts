import assert from "node:assert/strict";
import { test } from "node:test";
import { readyRequest, sheetRequest } from "./sheet-request.ts";

const order = { total: 115, currencyName: "SAR", shopName: "متجر النخيل" };
const parameters = {
  allowedAuthMethods: ["PAN_ONLY", "CRYPTOGRAM_3DS"],
  allowedCardNetworks: ["MASTERCARD", "VISA"],
};

test("the browser is asked for the networks and methods of Spec 9", () => {
  assert.deepEqual(readyRequest, {
    apiVersion: 2,
    apiVersionMinor: 0,
    allowedPaymentMethods: [{ type: "CARD", parameters }],
  });
});

test("the payment is in the order's money, in Saudi Arabia, with a token for our account at the gateway", () => {
  assert.deepEqual(sheetRequest(order, { gatewayMerchantId: "WASL", merchantId: null }), {
    apiVersion: 2,
    apiVersionMinor: 0,
    allowedPaymentMethods: [
      {
        type: "CARD",
        parameters,
        tokenizationSpecification: {
          type: "PAYMENT_GATEWAY",
          parameters: { gateway: "mpgs", gatewayMerchantId: "WASL" },
        },
      },
    ],
    merchantInfo: { merchantName: "متجر النخيل" },
    transactionInfo: {
      totalPriceStatus: "FINAL",
      totalPrice: "115.00",
      currencyCode: "SAR",
      countryCode: "SA",
    },
  });
});

test("a registered shop names itself, and other currencies have their own decimals", () => {
  const settings = { gatewayMerchantId: "WASL", merchantId: "BCR2DN4T12345678" };
  const request = sheetRequest({ ...order, total: 5.125, currencyName: "KWD" }, settings);
  assert.equal(request.merchantInfo.merchantId, "BCR2DN4T12345678");
  assert.equal(request.transactionInfo.totalPrice, "5.125");
});
