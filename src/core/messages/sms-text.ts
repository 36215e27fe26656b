/** How many parts a text message takes (3GPP TS 23.038 and 23.040): each is paid for. */

/** GSM 7-bit, the basic table; those of the second cost two. */
const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const extended = "\f^{}\\[~]|€";

export const smsEncodings = ["GSM_7", "UCS_2"] as const;

export type SmsSize = {
  readonly encoding: (typeof smsEncodings)[number];
  /** As the network counts them: some signs cost two. */
  readonly letters: number;
  readonly parts: number;
};

/** Size of a text: a part holds 160 or 153 letters of GSM 7-bit, 70 or 67 as soon as one letter is Arabic. */
export function smsSize(text: string): SmsSize {
  const letters = Array.from(text);
  const isGsm = letters.every((letter) => basic.includes(letter) || extended.includes(letter));
  const count = isGsm
    ? letters.reduce((sum, letter) => sum + (extended.includes(letter) ? 2 : 1), 0)
    : text.length;
  const [alone, joined] = isGsm ? [160, 153] : [70, 67];
  return {
    encoding: isGsm ? "GSM_7" : "UCS_2",
    letters: count,
    parts: count <= alone ? 1 : Math.ceil(count / joined),
  };
}

/** Parts that a text takes. */
export function smsParts(text: string): number {
  return smsSize(text).parts;
}

/**
 * The first of several wordings, the fullest first, that takes one part; where none does, the fullest of those with the
 * fewest parts.
 */
export function shortestSms(wordings: readonly string[]): string {
  const fewest = Math.min(...wordings.map(smsParts));
  return wordings.find((text) => smsParts(text) === fewest) ?? "";
}
