/** What a seller still has to say before it can issue, in words. */
import type { Language } from "#core/language.ts";
import { Problem } from "#core/problem.ts";
import type { SellerFact } from "#core/tax/tax-party.ts";
import ar from "./seller.ar.json" with { type: "json" };
import en from "./seller.en.json" with { type: "json" };

const texts: Readonly<Record<Language, Readonly<Record<SellerFact, string>>>> = { ar, en };

/** What a fact is, to be put into a list. */
export function sellerFactText(language: Language, fact: SellerFact): string {
  return texts[language][fact];
}

/**
 * Refuses what a seller cannot issue yet.
 * @throws Problem `seller_incomplete` with every missing fact, named as `PATCH /api/v1/merchant` takes it
 */
export function requireCompleteSeller(missing: readonly SellerFact[], language: Language): void {
  if (missing.length === 0) return;
  const fields = missing.map((path) => ({ path, code: "required", message: sellerFactText(language, path) }));
  throw new Problem("seller_incomplete", { fields });
}
