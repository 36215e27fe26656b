/** What people call the payment methods, from the texts of the methods themselves. */
import type { Language } from "#core/language.ts";
import { methodTexts } from "#methods/texts.ts";

/** A method's name; null for an id that is none. */
export function knownMethodName(language: Language, id: string): string | null {
  const texts: Readonly<Record<string, { readonly label: string }>> = methodTexts[language];
  return Object.hasOwn(texts, id) ? (texts[id]?.label ?? null) : null;
}

/** A method's name; of an id that is none, the id. */
export function methodName(language: Language, id: string): string {
  return knownMethodName(language, id) ?? id;
}
