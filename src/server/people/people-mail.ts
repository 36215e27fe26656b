/** Mails to people of shops: an invitation, a new password, a code. Plain text, and the same as a simple page. */
import type { Language } from "#core/language.ts";
import type { Mailer } from "#core/ports.ts";
import { isolate, isolateLtr } from "#core/text.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { fill, mailPage, paragraph } from "../notifications/mail-page.ts";
import ar from "./mail.ar.json" with { type: "json" };
import en from "./mail.en.json" with { type: "json" };

const texts: Readonly<Record<Language, typeof en>> = { ar, en };

/** Writes a mail whose one link leads to a page of the console. */
export function linkMail(mail: {
  readonly kind: Exclude<keyof typeof en, "code">;
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

/** Writes the mail with a code that shows whose mailbox it is. */
export function codeMail(mail: {
  readonly to: string;
  readonly language: Language;
  readonly code: string;
}): Parameters<Mailer>[0] {
  const { to, language, code } = mail;
  const { subject, before, after } = texts[language].code;
  const shown = `<p style="font-size:1.5em;font-weight:bold"><bdi dir="ltr">${code}</bdi></p>`;
  return {
    to,
    subject: fill(subject, { code }, isolateLtr),
    text: [before, isolateLtr(code), after].join("\n\n"),
    html: mailPage(language, `${paragraph(escapeHtml(before))}${shown}${paragraph(escapeHtml(after))}`),
  };
}

/** The text message whose link invites a mobile, or lets a person without e-mail choose a new password. */
export function linkSms(
  kind: "invitation" | "reset",
  language: Language,
  words: { readonly link: string; readonly shop?: string },
): string {
  return fill(texts[language][kind].sms, words, (word) => word);
}

/** The text message with it: short, so that it is one part in Arabic, too. */
export function codeSms(language: Language, code: string): string {
  return fill(texts[language].code.sms, { code }, (word) => word);
}
