/**
 * The mail with what a buyer needs at the bank: plain text, and the same as a simple page. All of it is ours, the
 * provider's and the shop's name: the requester can put no text into it.
 */
import type { OpenReference } from "#contract/pages.ts";
import type { Language } from "#core/language.ts";
import { jsonNumberText } from "#core/money.ts";
import type { Mailer } from "#core/ports.ts";
import { cleanText, isolate, isolateLtr } from "#core/text.ts";
import type { World } from "#core/world.ts";
import type { A2aReply } from "#methods/a2a/calls.ts";
import { accountNumberOf, spacedIban } from "#methods/a2a/method.ts";
import a2aAr from "#methods/a2a/strings.ar.json" with { type: "json" };
import a2aEn from "#methods/a2a/strings.en.json" with { type: "json" };
import type { ReferenceMethod } from "#methods/allowed.ts";
import type { SadadReply } from "#methods/sadad/calls.ts";
import sadadAr from "#methods/sadad/strings.ar.json" with { type: "json" };
import sadadEn from "#methods/sadad/strings.en.json" with { type: "json" };
import commonAr from "../../web/i18n/common.ar.json" with { type: "json" };
import commonEn from "../../web/i18n/common.en.json" with { type: "json" };
import { endText, groupDigits } from "../documents/figures.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { fill, mailPage, paragraph } from "../notifications/mail-page.ts";
import { subjectOfWorld } from "../notifications/subject-of-world.ts";
import ar from "./mail.ar.json" with { type: "json" };
import en from "./mail.en.json" with { type: "json" };

const mails: Readonly<Record<Language, typeof en>> = { ar, en };
const bills = { ar: sadadAr, en: sadadEn };
const transfers = { ar: a2aAr, en: a2aEn };
const currencies: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  ar: commonAr.currency,
  en: commonEn.currency,
};

/** Longest shop name in a subject line, characters. */
const shopLength = 80;

/** `isCode` reads from left to right in both languages. */
type Row = { readonly label: string; readonly value: string; readonly isCode?: boolean };

type Content = { readonly subject: string; readonly rows: readonly Row[]; readonly steps: readonly string[] };

/** What the mail of each method says; the form that asks for it is below every open reference. */
const contents: Readonly<Record<ReferenceMethod, (reply: unknown, language: Language) => Content>> = {
  sadad: (reply, language) => billContent(reply as SadadReply, language),
  a2a: (reply, language) => transferContent(reply as A2aReply, language),
};

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
  const { subject, rows, steps } = contents[mail.reference.method](mail.reference.reply, language);
  const bdi = (word: string): string => `<bdi>${escapeHtml(word)}</bdi>`;
  const ltr = (word: string): string => `<bdi dir="ltr">${escapeHtml(word)}</bdi>`;
  const numbered = steps.map((step, index) => `${index + 1}. ${step}`);
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

function billContent(bill: SadadReply, language: Language): Content {
  const t = bills[language];
  return {
    subject: mails[language].subjectSadad,
    rows: [
      { label: t.billNumber, value: bill.paymentSessionId, isCode: true },
      { label: t.billerCode, value: bill.billerCode, isCode: true },
      ...(bill.billerName ? [{ label: t.biller, value: bill.billerName }] : []),
      { label: t.amount, value: amountText(bill.amount, bill.currency, language) },
      ...(bill.expiresAt ? [{ label: t.until, value: endText(bill.expiresAt), isCode: true }] : []),
    ],
    steps: [t.stepOpen, t.stepNumbers, t.stepPay],
  };
}

function transferContent(transfer: A2aReply, language: Language): Content {
  const t = transfers[language];
  const { received, remaining, currency, expiresAt } = transfer;
  return {
    subject: mails[language].subjectA2a,
    rows: [
      ...(received > 0 ? [{ label: t.received, value: amountText(received, currency, language) }] : []),
      { label: received > 0 ? t.remaining : t.amount, value: amountText(remaining, currency, language) },
      { label: t.bankName, value: transfer.bankName[language] },
      { label: t.receiverName, value: transfer.beneficiaryName },
      { label: t.iban, value: spacedIban(transfer.paymentSessionId), isCode: true },
      { label: t.accountNumber, value: accountNumberOf(transfer), isCode: true },
      ...(expiresAt ? [{ label: t.until, value: endText(expiresAt), isCode: true }] : []),
    ],
    steps: [t.stepAdd, t.stepAmount, t.stepWait],
  };
}

/** The name of the currency, since the receiver's font is unknown (docs/decisions/0053). */
function amountText(value: number, currency: string, language: Language): string {
  const label = currencies[language][currency] ?? currency;
  const digits = groupDigits(jsonNumberText(value, currency));
  return language === "ar" ? `${isolateLtr(digits)}\u00a0${label}` : `${label}\u00a0${digits}`;
}
