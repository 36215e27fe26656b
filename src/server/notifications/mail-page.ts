/** What mails are made of: texts with words put in, and a simple page that mail programs of any kind can show. */
import { directionOf, type Language } from "#core/language.ts";

/** Puts words into a text; each word goes through `mark` first. */
export function fill(
  text: string,
  words: Readonly<Record<string, string>>,
  mark: (word: string) => string,
): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => mark(words[name] ?? ""));
}

/** A page of a mail; `body` is HTML. */
export function mailPage(language: Language, body: string): string {
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><meta charset="utf-8">` +
    `<body style="font:16px/1.6 sans-serif;max-width:36em;margin:0 auto;padding:1em">${body}</body></html>`
  );
}

/** A paragraph of HTML. */
export function paragraph(html: string): string {
  return `<p>${html}</p>`;
}
