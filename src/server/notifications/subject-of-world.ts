/** Mails of a test world say so where a mailbox lists them: at the beginning of the subject (docs/decisions/0106). */
import type { Language } from "#core/language.ts";
import type { World } from "#core/world.ts";
import { fill } from "./mail-page.ts";
import ar from "./test-mail.ar.json" with { type: "json" };
import en from "./test-mail.en.json" with { type: "json" };

const texts: Readonly<Record<Language, typeof en>> = { ar, en };

/** The subject of a mail as it is sent for a merchant: a live one's is left as it is. */
export function subjectOfWorld(
  subject: string,
  { world, language }: { readonly world: World; readonly language: Language },
): string {
  return world === "test" ? fill(texts[language].subject, { subject }, (word) => word) : subject;
}
