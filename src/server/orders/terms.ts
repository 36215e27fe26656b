/** The terms of sale of what was joined to them. */
import type { Terms } from "./order-to-issue.ts";

/** Columns of `agreements` behind a left join. */
export type AgreementColumns = {
  readonly agreement_title: string | null;
  readonly agreement_body: string | null;
  readonly agreement_title_en: string | null;
  readonly agreement_body_en: string | null;
};

/** @returns null without terms */
export function termsOf(row: AgreementColumns): Terms | null {
  const { agreement_title: title, agreement_body: text } = row;
  const { agreement_title_en: englishTitle, agreement_body_en: englishText } = row;
  if (title === null || text === null) return null;
  const english =
    englishTitle === null || englishText === null ? null : { title: englishTitle, text: englishText };
  return { title, text, english };
}
