/** The payment call of Apple Pay (Spec 7). */
import { Problem } from "#core/problem.ts";
import { readTokenJson } from "../device-wallets/encoded-token.ts";
import type { validationCall } from "../device-wallets/validation-call.ts";
import { type ReadToken, walletCall } from "../device-wallets/wallet-call.ts";
import type { CallsOf, MethodCall } from "../method-server.ts";
import { applePaymentData, appleToken } from "./wire.ts";

export const applePayCalls = [
  walletCall({
    path: "POST /rest/pay/apple/processPayment",
    summary: "Pay with the token of an Apple Pay sheet",
    wallet: "applepay",
    readToken: readAppleToken,
  }),
] as const satisfies readonly MethodCall[];

export const validationPath = "/rest/pay/apple/validateMerchant/:orderNumber";

export type ApplePayCalls = CallsOf<typeof applePayCalls> & {
  readonly [key in `POST ${typeof validationPath}`]: typeof validationCall;
};

/**
 * The token whole, or its `paymentData` alone. It is distinguished from others by Apple's own number of the payment:
 * that is under Apple's signature, so a token whose text was changed around it is still the same token.
 * @throws Problem `payment_token_invalid`
 */
export function readAppleToken(token: unknown): ReadToken {
  const { value } = readTokenJson(token);
  const whole = appleToken.safeParse(value);
  const data = whole.success ? whole.data.paymentData : applePaymentData.safeParse(value).data;
  if (!data) throw new Problem("payment_token_invalid");
  return { forGateway: JSON.stringify(data), identity: data.header.transactionId.toLowerCase() };
}
