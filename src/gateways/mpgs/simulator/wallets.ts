/**
 * Device payment tokens of Apple Pay and Google Pay. The real gateway decrypts them with keys of the wallets; this
 * one accepts any token of the right outer shape. A tester chooses the card by putting a plain one inside.
 */

import { z } from "zod";
import { isCardNumber } from "./cards.ts";
import { invalid } from "./errors.ts";

const appleToken = z.looseObject({
  version: z.enum(["EC_v1", "RSA_v1"]),
  data: z.string().min(1),
  signature: z.string(),
  header: z.looseObject({}),
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
});

const defaultCard = { number: "4508750015741019", expiry: { month: "01", year: "39" } };

export type DeviceCard = z.infer<typeof chosenCard>;

/** The card that a token stands for. Throws a Refusal when the token is neither of the two shapes. */
export function readDeviceToken(paymentToken: string): DeviceCard {
  const token = parseJson(paymentToken);
  const apple = appleToken.safeParse(token);
  if (apple.success) return cardInside(Buffer.from(apple.data.data, "base64").toString("utf8"));
  const google = googleToken.safeParse(token);
  if (google.success) return cardInside(google.data.signedMessage);
  throw invalid("sourceOfFunds.provided.card.devicePayment.paymentToken");
}

function cardInside(text: string): DeviceCard {
  const chosen = chosenCard.safeParse(parseJson(text));
  return chosen.success ? chosen.data : defaultCard;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
