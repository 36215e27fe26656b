/** Mails to people of shops: an invitation, a new password. Plain text, and the same as a simple page. */
import type { Language } from "#core/language.ts";
import type { Mailer } from "#core/ports.ts";
import { isolate } from "#core/text.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { fill, mailPage, paragraph } from "../notifications/mail-page.ts";
import ar from "./mail.ar.json" with { type: "json" };
import en from "./mail.en.json" with { type: "json" };

const texts: Readonly<Record<Language, typeof en>> = { ar, en };

/** Writes a mail whose one link leads to a page of the console. */
export function linkMail(mail: {
  readonly kind: keyof typeof en;
  readonly to: string;
  readonly language: Language;
  /** With a token. */
  readonly link: string;
  /** What the texts name: the shop, for an invitation. */
  readonly words?: Readonly<Record<string, string>>;
}): Parameters<Mailer>[0] {
  const { kind, to, language, link, words = {} } = mail;
  const { subject, before, button, after } = texts[language][kind];
  const html = (text: string): string =>
    paragraph(fill(text, words, (word) => `<bdi>${escapeHtml(word)}</bdi>`));
  return {
    to,
    subject: fill(subject, words, isolate),
    text: [fill(before, words, isolate), link, after].join("\n\n"),
    html: mailPage(
      language,
      `${html(before)}<p><a href="${escapeHtml(link)}">${escapeHtml(button)}</a></p>${html(after)}`,
    ),
  };
}
