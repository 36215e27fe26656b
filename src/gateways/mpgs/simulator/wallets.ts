/**
 * Device payment tokens of Apple Pay and Google Pay. The real gateway decrypts them with keys of the wallets; this
 * one accepts any token of the right outer shape. A tester chooses the card by putting a plain one inside.
 */

import { z } from "zod";
import { parseJson } from "#core/json.ts";
import { isCardNumber } from "./cards.ts";
import { invalid, missing, refusal } from "./errors.ts";

const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/);

const appleToken = z.looseObject({
  version: z.enum(["EC_v1", "RSA_v1"]),
  data: base64,
  signature: z.string(),
  header: z.looseObject({ transactionId: z.string().regex(/^[0-9a-f]+$/i) }),
});
const googleToken = z.looseObject({
  protocolVersion: z.string(),
  signature: z.string(),
  signedMessage: z.string().min(1),
});

/** What a tester may hide in `data` (Apple, base64 of JSON) or be `signedMessage` (Google, JSON). */
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
 * The card that a token stands for. Throws a Refusal when the token is of neither shape, is of another wallet than
 * the request says, or was made for another merchant.
 */
export function readDeviceToken(
  paymentToken: string,
  request: { readonly walletProvider: string | undefined; readonly merchantId: string },
): DeviceCard {
  const { wallet, card } = openToken(parseJson(paymentToken));
  if (request.walletProvider === undefined) throw missing("order.walletProvider");
  if (request.walletProvider !== wallet) throw invalid("order.walletProvider");
  const isOurs = card.gatewayMerchantId === undefined || card.gatewayMerchantId === request.merchantId;
  if (!isOurs) throw refusal("Unable to decrypt the payment token", { field: tokenField });
  const isDeviceNumber = wallet === "APPLE_PAY" || card.authMethod === "CRYPTOGRAM_3DS";
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

type Opened = {
  readonly wallet: "APPLE_PAY" | "GOOGLE_PAY";
  readonly card: z.infer<typeof chosenCard>;
};

function openToken(token: unknown): Opened {
  const apple = appleToken.safeParse(token);
  if (apple.success) {
    return {
      wallet: "APPLE_PAY",
      card: cardInside(Buffer.from(apple.data.data, "base64").toString("utf8")),
    };
  }
  const google = googleToken.safeParse(token);
  if (google.success) return { wallet: "GOOGLE_PAY", card: cardInside(google.data.signedMessage) };
  throw invalid(tokenField);
}

function cardInside(text: string): Opened["card"] {
  const chosen = chosenCard.safeParse(parseJson(text));
  return chosen.success ? chosen.data : defaultCard;
}
