/**
 * Device payment tokens of Apple Pay and Google Pay. The real gateway decrypts them with keys of the wallets; this
 * one accepts any token of the right outer shape. A tester chooses the card by putting a plain one inside.
 */

import { z } from "zod";
import type { WalletProvider } from "#core/card/wallet-provider.ts";
import { parseJson } from "#core/json.ts";
import { isCardNumber } from "./cards.ts";
import { invalid, missing, refusal } from "./errors.ts";

const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/);

type Wallet = {
  /** The outer shape of its tokens; gives the text in which a tester may have put a card. */
  readonly token: z.ZodType<string>;
  /** Its tokens never hold a card's own number, as the wallet's own document says. */
  readonly hasDeviceNumbersAlone: boolean;
};

/** The wallets whose tokens the gateway reads, by its word for each. */
const wallets = {
  APPLE_PAY: {
    token: z
      .looseObject({
        version: z.enum(["EC_v1", "RSA_v1"]),
        data: base64,
        signature: z.string(),
        header: z.looseObject({ transactionId: z.string().regex(/^[0-9a-f]+$/i) }),
      })
      .transform(({ data }) => Buffer.from(data, "base64").toString("utf8")),
    hasDeviceNumbersAlone: true,
  },
  GOOGLE_PAY: {
    token: z
      .looseObject({
        protocolVersion: z.string(),
        signature: z.string(),
        signedMessage: z.string().min(1),
      })
      .transform(({ signedMessage }) => signedMessage),
    hasDeviceNumbersAlone: false,
  },
} as const satisfies Readonly<Record<WalletProvider, Wallet>>;

export const walletNames = Object.keys(wallets) as readonly WalletProvider[];

/** What a tester may hide in a token, as JSON. */
const chosenCard = z.object({
  number: z.string().refine(isCardNumber),
  expiry: z.object({ month: z.string().regex(/^(?:0[1-9]|1[0-2])$/), year: z.string().regex(/^\d{2}$/) }),
  /** PAN_ONLY is the card's own number, without a cryptogram of the device. Apple Pay has no such thing. */
  authMethod: z.enum(["PAN_ONLY", "CRYPTOGRAM_3DS"]).default("CRYPTOGRAM_3DS"),
  /** Whom the wallet encrypted it for; any reader when absent. */
  gatewayMerchantId: z.string().optional(),
});

const defaultCard = {
  number: "4508750015741019",
  expiry: { month: "01", year: "39" },
  authMethod: "CRYPTOGRAM_3DS",
} as const;

export type DeviceCard = {
  readonly number: string;
  readonly expiry: { readonly month: string; readonly year: string };
  /** The number stands in the card's place and comes with a cryptogram: it needs and takes no 3-D Secure. */
  readonly isDeviceNumber: boolean;
};

const tokenField = "sourceOfFunds.provided.card.devicePayment.paymentToken";

/**
 * The card that a token stands for. Throws a Refusal when the token has not the shape of the wallet that the request
 * names, or was made for another merchant.
 */
export function readDeviceToken(
  paymentToken: string,
  request: { readonly walletProvider: WalletProvider | undefined; readonly merchantId: string },
): DeviceCard {
  if (request.walletProvider === undefined) throw missing("order.walletProvider");
  const { token, hasDeviceNumbersAlone } = wallets[request.walletProvider];
  const opened = token.safeParse(parseJson(paymentToken));
  if (!opened.success) throw invalid(tokenField);
  const card = cardInside(opened.data);
  const isOurs = card.gatewayMerchantId === undefined || card.gatewayMerchantId === request.merchantId;
  if (!isOurs) throw refusal("Unable to decrypt the payment token", { field: tokenField });
  const isDeviceNumber = hasDeviceNumbersAlone || card.authMethod === "CRYPTOGRAM_3DS";
  return { number: card.number, expiry: card.expiry, isDeviceNumber };
}

/** 3-D Secure is for cards; a number that stands for a card is refused. */
export function refuseDeviceNumber(card: { readonly isDeviceNumber: boolean }): void {
  if (!card.isDeviceNumber) return;
  throw refusal("3DS authentication is not supported for a device account number", {
    field: tokenField,
    validationType: "UNSUPPORTED",
  });
}

function cardInside(text: string): z.infer<typeof chosenCard> {
  const chosen = chosenCard.safeParse(parseJson(text));
  return chosen.success ? chosen.data : defaultCard;
}
