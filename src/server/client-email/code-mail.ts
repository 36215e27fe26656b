/** The mail that carries a code, in Arabic or English: plain text, and the same as a simple page. */
import type { Language } from "#core/language.ts";
import type { Mailer } from "#core/ports.ts";
import { cleanText, isolate, isolateLtr } from "#core/text.ts";
import * as timing from "#core/timing.ts";
import type { World } from "#core/world.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { fill, mailPage, paragraph } from "../notifications/mail-page.ts";
import { subjectOfWorld } from "../notifications/subject-of-world.ts";
import ar from "./mail.ar.json" with { type: "json" };
import en from "./mail.en.json" with { type: "json" };

type Mail = Parameters<Mailer>[0];

/** The words of the mail, by language. */
export const mailTexts: Readonly<Record<Language, typeof en>> = { ar, en };

/** Longest shop name in a subject line, characters. */
const shopLength = 80;

/** Writes the mail. `code` is 6 digits, `shop` whatever the merchant calls it. */
export function codeMail(mail: {
  readonly to: string;
  readonly code: string;
  readonly shop: string;
  readonly orderNumber: string;
  readonly language: Language;
  readonly world: World;
}): Mail {
  const shop = cleanText(mail.shop, shopLength);
  const texts = mailTexts[mail.language];
  const words = { shop, minutes: String(timing.emailCodeLifetimeMs / 60_000) };
  const lines = (mark: {
    readonly plain: (text: string) => string;
    readonly ltr: (text: string) => string;
  }) => ({
    before: [texts.greeting, texts.reason].map((text) => fill(text, words, mark.plain)),
    code: mark.ltr(mail.code),
    after: [
      fill(texts.validity, words, mark.plain),
      fill(texts.order, { orderNumber: mark.ltr(mail.orderNumber) }, (text) => text),
      fill(texts.notYou, words, mark.plain),
    ],
  });
  const text = lines({ plain: isolate, ltr: isolateLtr });
  const html = lines({
    plain: (word) => `<bdi>${escapeHtml(word)}</bdi>`,
    ltr: (word) => `<bdi dir="ltr">${escapeHtml(word)}</bdi>`,
  });
  return {
    to: mail.to,
    subject: subjectOfWorld(fill(texts.subject, words, isolate), mail),
    text: [...text.before, text.code, ...text.after].join("\n\n"),
    html: mailPage(
      mail.language,
      html.before.map(paragraph).join("") +
        `<p style="font-size:2em;letter-spacing:.2em;font-weight:bold">${html.code}</p>` +
        html.after.map(paragraph).join(""),
    ),
  };
}
