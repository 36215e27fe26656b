/**
 * What tests know of each wallet of the buyer's device: where its page sends a token, and what token that is. Its payments
 * on the server, repetitions and the simulation take the wallets from here, so one that is added does not compile until its
 * row is here.
 */
import type { WalletProviderOptions } from "#gateways/mpgs/wallet-steps.ts";
import type { WalletMethod } from "#methods/allowed.ts";
import { appleToken, googleToken, type TokenCard } from "./wallet-tokens.ts";

export type WalletService = {
  /** Path of its payment call. */
  readonly path: `/rest/pay/${string}`;
  /** `paymentToken` as its page sends it, of that card; every call gives another one. */
  readonly token: (card?: TokenCard) => unknown;
  /** What its tokens hold, as the wallet's own document says: its provider and the gateway's simulator are held to it. */
  readonly numbers: WalletProviderOptions["numbers"];
  /** The address that its sheet gives for the validation of the shop; null where it has none. */
  readonly validationUrl: string | null;
};

export const walletServices: Readonly<Record<WalletMethod, WalletService>> = {
  applepay: {
    path: "/rest/pay/apple/processPayment",
    token: appleToken,
    numbers: "device",
    validationUrl: "https://apple-pay-gateway.apple.com/paymentservices/startSession",
  },
  googlepay: {
    path: "/rest/pay/google/processPayment",
    token: (card) => Buffer.from(googleToken(card)).toString("base64"),
    numbers: "device or card",
    validationUrl: null,
  },
};

/** Every wallet of the buyer's device. */
export const walletMethods = Object.keys(walletServices) as readonly WalletMethod[];
