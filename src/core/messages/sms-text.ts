/** How many parts a text message takes (3GPP TS 23.038 and 23.040): each is paid for. */

/** GSM 7-bit, the basic table; those of the second cost two. */
const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const extended = "\f^{}\\[~]|€";

/** Parts of a text: 160 or 153 characters of GSM 7-bit, 70 or 67 as soon as one letter is Arabic. */
export function smsParts(text: string): number {
  const letters = Array.from(text);
  const isGsm = letters.every((letter) => basic.includes(letter) || extended.includes(letter));
  const length = isGsm
    ? letters.reduce((sum, letter) => sum + (extended.includes(letter) ? 2 : 1), 0)
    : text.length;
  const [alone, joined] = isGsm ? [160, 153] : [70, 67];
  return length <= alone ? 1 : Math.ceil(length / joined);
}

/**
 * The first of several wordings, the fullest first, that takes one part; where none does, the fullest of those with the
 * fewest parts.
 */
export function shortestSms(wordings: readonly string[]): string {
  const fewest = Math.min(...wordings.map(smsParts));
  return wordings.find((text) => smsParts(text) === fewest) ?? "";
}
