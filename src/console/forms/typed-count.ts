/** Numbers of things as people type them, with any digits. */
import { normaliseDigits } from "#core/text.ts";

/** The number; null for nothing typed, "wrong" for what is no whole number of this range. */
export function readTypedCount(
  text: string,
  { least, most }: { readonly least: number; readonly most: number },
): number | null | "wrong" {
  const plain = normaliseDigits(text).replace(/[\s,\u066c]/g, "");
  if (plain === "") return null;
  const count = Number(plain);
  return /^\d+$/.test(plain) && count >= least && count <= most ? count : "wrong";
}
