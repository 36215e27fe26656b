/** What people call the ways to pay: methods by their own texts, and what a shop records by hand. */
import type { Language } from "#core/language.ts";
import { methodTexts } from "#methods/texts.ts";
import ar from "./by-hand.ar.json" with { type: "json" };
import en from "./by-hand.en.json" with { type: "json" };

const byHand: Readonly<Record<Language, Readonly<Record<string, string>>>> = { ar, en };

/** A method's name; null for an id that is none. */
export function knownMethodName(language: Language, id: string): string | null {
  const texts: Readonly<Record<string, { readonly label: string }>> = methodTexts[language];
  const own = byHand[language];
  if (Object.hasOwn(own, id)) return own[id] ?? null;
  return Object.hasOwn(texts, id) ? (texts[id]?.label ?? null) : null;
}

/** A method's name; of an id that is none, the id. */
export function methodName(language: Language, id: string): string {
  return knownMethodName(language, id) ?? id;
}
