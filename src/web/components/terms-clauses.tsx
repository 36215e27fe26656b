/** The clauses of the product's terms of sale in one language (Spec 2.10). */
import type { Language } from "#core/language.ts";
import { translator } from "../i18n/translator.ts";

const clauses = ["intermediary", "responsibility", "law", "returns", "dispatch", "digital"] as const;

export function TermsClauses({ language }: { readonly language: Language }) {
  const t = translator(language, "terms");
  const product = translator(language, "common")("productName");
  return (
    <ol>
      {clauses.map((clause) => (
        <li key={clause}>{t(clause, { product })}</li>
      ))}
    </ol>
  );
}
