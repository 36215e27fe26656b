/** An order's own terms of sale in the language of a page; the first text where they are in no other. */
import type { ShownTerms } from "#contract/pages.ts";

export function termsIn(
  terms: ShownTerms,
  language: string,
): { readonly title: string; readonly text: string } {
  return (language === "en" && terms.english) || terms;
}
