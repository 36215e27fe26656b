/**
 * The mail with what a buyer needs at the bank: plain text, and the same as a simple page. All of it is ours, the
 * provider's and the shop's name: the requester can put no text into it.
 */
import type { OpenReference } from "#contract/pages.ts";
import type { Language } from "#core/language.ts";
import { groupDigits, jsonNumberText } from "#core/money.ts";
import type { Mailer } from "#core/ports.ts";
import { cleanText, isolate, isolateLtr } from "#core/text.ts";
import type { World } from "#core/world.ts";
import commonAr from "../../web/i18n/common.ar.json" with { type: "json" };
import commonEn from "../../web/i18n/common.en.json" with { type: "json" };
import { escapeHtml } from "../http/escape-html.ts";
import { fill, mailPage, paragraph } from "../notifications/mail-page.ts";
import { subjectOfWorld } from "../notifications/subject-of-world.ts";
import { detailsOf, namedIn } from "../payments/reference-details.ts";
import ar from "./mail.ar.json" with { type: "json" };
import en from "./mail.en.json" with { type: "json" };

const mails: Readonly<Record<Language, typeof en>> = { ar, en };
const currencies: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  ar: commonAr.currency,
  en: commonEn.currency,
};

/** Longest shop name in a subject line, characters. */
const shopLength = 80;

/** `isCode` reads from left to right in both languages. */
type Row = { readonly label: string; readonly value: string; readonly isCode?: boolean };

/** Writes the mail. `page` is the address that shows the same. */
export function referenceMail(mail: {
  readonly to: string;
  readonly language: Language;
  readonly world: World;
  readonly shop: string;
  readonly orderNumber: string;
  readonly page: string;
  readonly reference: OpenReference;
}): Parameters<Mailer>[0] {
  const { language, page, orderNumber } = mail;
  const texts = mails[language];
  const words = { shop: cleanText(mail.shop, shopLength) };
  const details = detailsOf(mail.reference);
  const subjects = { bill: texts.billSubject, transfer: texts.transferSubject };
  const subject = namedIn(subjects[details.texts], details.method, language);
  const rows = details
    .rows(language)
    .map(
      (row): Row =>
        "amount" in row
          ? { label: row.label, value: amountText(row.amount, details.currency, language) }
          : row,
    );
  const bdi = (word: string): string => `<bdi>${escapeHtml(word)}</bdi>`;
  const ltr = (word: string): string => `<bdi dir="ltr">${escapeHtml(word)}</bdi>`;
  const numbered = details.steps(language).map((step, index) => `${index + 1}. ${step}`);
  return {
    to: mail.to,
    subject: subjectOfWorld(fill(subject, words, isolate), mail),
    text: [
      texts.greeting,
      fill(texts.asked, words, isolate),
      rows
        .map(({ label, value, isCode }) => `${label}: ${(isCode ? isolateLtr : isolate)(value)}`)
        .join("\n"),
      numbered.join("\n"),
      `${texts.page}\n${page}`,
      fill(texts.order, { orderNumber }, isolateLtr),
      texts.notYou,
    ].join("\n\n"),
    html: mailPage(
      language,
      [
        paragraph(texts.greeting),
        paragraph(fill(texts.asked, words, bdi)),
        ...rows.map(({ label, value, isCode }) =>
          paragraph(`${label}: <b>${(isCode ? ltr : bdi)(value)}</b>`),
        ),
        ...numbered.map(paragraph),
        paragraph(`${texts.page}<br><a href="${escapeHtml(page)}">${ltr(page)}</a>`),
        paragraph(fill(texts.order, { orderNumber }, ltr)),
        paragraph(texts.notYou),
      ].join(""),
    ),
  };
}

/** The name of the currency, since the receiver's font is unknown (docs/decisions/0053). */
function amountText(value: number, currency: string, language: Language): string {
  const label = currencies[language][currency] ?? currency;
  const digits = groupDigits(jsonNumberText(value, currency));
  return language === "ar" ? `${isolateLtr(digits)}\u00a0${label}` : `${label}\u00a0${digits}`;
}
