/**
 * Whether papers can print a text. The fonts that are installed draw Arabic, Latin, Greek, Cyrillic and signs; Chinese,
 * Japanese and Korean would need more than a hundred megabytes more (decision 0050).
 */
import { type Coverage, readCoverage } from "./fonts.ts";
import { drawable } from "./printable.ts";

const replacement = "\ufffd";

let fonts: Coverage | undefined;

/** False when some letter would come out as the sign of a missing one. */
export function isPrintable(text: string): boolean {
  fonts ??= readCoverage();
  return text.includes(replacement) || !drawable(text, fonts).includes(replacement);
}
