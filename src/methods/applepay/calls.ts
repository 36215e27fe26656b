/** The public calls of Apple Pay (Spec 7): the shop's validation, which is no payment step, and the payment. */
import { z } from "zod";
import { orderNumberParams } from "#contract/common.ts";
import type { CallMap } from "#contract/contract.ts";
import { Problem } from "#core/problem.ts";
import { readTokenJson } from "../device-wallets/encoded-token.ts";
import { type ReadToken, walletCall } from "../device-wallets/wallet-call.ts";
import type { MethodCall } from "../payment-method.ts";
import { applePaymentData, appleToken } from "./wire.ts";

export const applePayCalls: readonly MethodCall[] = [
  walletCall({
    path: "POST /rest/pay/apple/processPayment",
    summary: "Pay with the token of an Apple Pay sheet",
    wallet: "applepay",
    readToken: readAppleToken,
  }),
];

/** Mounted by the server beside the payment calls. */
export const appleMerchantCalls = {
  "POST /rest/pay/apple/validateMerchant/:orderNumber": {
    summary: "A merchant session for an Apple Pay sheet, from Apple's own servers",
    audience: "buyer",
    params: orderNumberParams,
    body: z.strictObject({ validationUrl: z.string().min(1).max(500) }),
    replies: { 200: z.looseObject({}) },
  },
} as const satisfies CallMap;

/**
 * The token whole, or its `paymentData` alone. It is told from others by Apple's own number of the payment: that is
 * under Apple's signature, so a token whose text was changed around it is still the same token.
 * @throws Problem `payment_token_invalid`
 */
export function readAppleToken(token: unknown): ReadToken {
  const { value } = readTokenJson(token);
  const whole = appleToken.safeParse(value);
  const data = whole.success ? whole.data.paymentData : applePaymentData.safeParse(value).data;
  if (!data) throw new Problem("payment_token_invalid");
  return { forGateway: JSON.stringify(data), identity: data.header.transactionId.toLowerCase() };
}
