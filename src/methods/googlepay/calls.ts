/** The public call of Google Pay (Spec 7). */
import { Problem } from "#core/problem.ts";
import { readTokenJson } from "../device-wallets/encoded-token.ts";
import { type ReadToken, walletCall } from "../device-wallets/wallet-call.ts";
import type { CallsOf, MethodCall } from "../method-server.ts";
import { googleToken } from "./wire.ts";

export const googlePayCalls = [
  walletCall({
    path: "POST /rest/pay/google/processPayment",
    summary: "Pay with the token of a Google Pay sheet",
    wallet: "googlepay",
    readToken: readGoogleToken,
  }),
] as const satisfies readonly MethodCall[];

export type GooglePayCalls = CallsOf<typeof googlePayCalls>;

/**
 * The token is distinguished from others by its signed message: Google's signature is over these very characters.
 * @throws Problem `payment_token_invalid`
 */
export function readGoogleToken(token: unknown): ReadToken {
  const { text, value } = readTokenJson(token);
  const parsed = googleToken.safeParse(value);
  if (!parsed.success) throw new Problem("payment_token_invalid");
  return { forGateway: text, identity: parsed.data.signedMessage };
}
