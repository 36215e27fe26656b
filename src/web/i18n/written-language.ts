/** The language of words that came without one, by their letters: pages and shops know two. */
import type { Language } from "#core/language.ts";

/** The one whose letters are more of the text; null for one without letters of either, such as a number. */
export function writtenLanguage(text: string): Language | null {
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (arabic === 0 && latin === 0) return null;
  return arabic >= latin ? "ar" : "en";
}
