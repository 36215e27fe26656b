/**
 * The public call by which a wallet of the buyer's device pays (Spec 3 "Apple Pay payment request", Spec 7). Apple Pay
 * and Google Pay differ in their address and in the name of the token.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { jsonMoney } from "#contract/common.ts";
import {
  type BrowserDetails,
  browserDetails,
  opaqueTexts,
  payerFields,
  paymentResult,
} from "#contract/payment.ts";
import { Secret } from "#core/secret/secret.ts";
import type { PayResult, StartCall, StartRequest } from "../method-server.ts";

/**
 * Spec 7 names orderNumber, clientName, clientMobile, clientCountryCode, shipmentCity, shipmentAddress and
 * emailSignature, and for Google Pay shippingAddress. The rest is what the guards of every payment call ask for; it
 * is not shown for these calls, so the shape leaves it out of what is required.
 */
const paymentPacket = z.strictObject({
  ...payerFields,
  transactionId: payerFields.transactionId.optional(),
  signature: payerFields.signature.optional(),
  shippingAddress: payerFields.shipmentAddress,
});

const walletBody = z.strictObject({
  paymentPacket,
  paymentToken: opaqueTexts.paymentToken,
  /** What the page showed: compared with the order, never used (decision K3). */
  total: z.union([
    jsonMoney,
    z
      .string()
      .regex(/^\d{1,12}(?:\.\d{1,3})?$/)
      .transform(Number),
  ]),
  /** For 3-D Secure, where a wallet gives the card's own number. */
  browser: browserDetails.optional(),
});

/** With the payer's fields on top, where the guards look for them. */
const flatBody = walletBody.transform(({ paymentPacket: { shippingAddress, ...packet }, ...rest }) => ({
  ...packet,
  shipmentAddress: packet.shipmentAddress ?? shippingAddress,
  ...rest,
}));

const challengeReply = z.object({
  secure3DHtmlKey: z.string(),
  signature: z.string(),
  orderNumber: z.string(),
});

/** Good answers: paid, and for a card's own number the way to its bank's page. A declined payment is a refusal. */
const walletReply = z.union([paymentResult, challengeReply]);

export type WalletReply = z.output<typeof walletReply>;

/** What a wallet's provider starts with. */
export const walletStart = z.object({
  paymentToken: z.instanceof(Secret),
  browser: browserDetails.optional(),
});

/** A token as the gateway expects it, and what identifies it, however its text was encoded. */
export type ReadToken = { readonly forGateway: string; readonly identity: string };

/**
 * Builds the call of one wallet.
 * @param options.readToken checks the outer shape; throws Problem `payment_token_invalid`
 */
export function walletCall<const Path extends `POST /rest/pay/${string}`>(options: {
  readonly path: Path;
  readonly summary: string;
  /** Distinguishes the tokens of two wallets. */
  readonly wallet: string;
  readonly readToken: (token: unknown) => ReadToken;
}) {
  return {
    path: options.path,
    summary: options.summary,
    step: "start",
    body: flatBody,
    reply: walletReply,
    toInput: (
      { paymentToken }: { readonly paymentToken: unknown },
      browser: BrowserDetails | undefined,
    ): StartRequest<z.output<typeof walletStart>> => {
      const { forGateway, identity } = options.readToken(paymentToken);
      const digest = createHash("sha256").update(identity).digest("base64url");
      return {
        input: { paymentToken: new Secret(forGateway), browser },
        presentedKey: `${options.wallet}:${digest}`,
      };
    },
    toReply,
  } as const satisfies StartCall;
}

function toReply(result: PayResult): WalletReply {
  switch (result.kind) {
    case "paid":
      return result.result;
    case "challenge": {
      const { secure3DHtmlKey, signature, orderNumber } = result;
      return { secure3DHtmlKey, signature, orderNumber };
    }
    default:
      throw new Error(`a payment by a wallet cannot end in ${result.kind}`);
  }
}
