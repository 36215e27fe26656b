/** The mail of a message: subject, plain text, and the same as a page with the shop's colour and logo. */
import type { MessageContent } from "#core/messages/message-channel.ts";
import { messageKindFacts } from "#core/messages/message-state.ts";
import { minor } from "#core/money.ts";
import { quantityText } from "#core/pricing/quantity.ts";
import { isolate, isolateLtr } from "#core/text.ts";
import { resolveTheme } from "#core/theme/theme.ts";
import { dateText, rateText } from "../documents/figures.ts";
import type { DocumentOrder } from "../documents/order-facts.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { logoAddress } from "../images/logo-address.ts";
import { fill } from "../notifications/mail-page.ts";
import { subjectOfWorld } from "../notifications/subject-of-world.ts";
import { type MailRow, mailFrame } from "./mail-frame.ts";
import { fullAmount, messageTexts } from "./message-texts.ts";
import { amountOf, type MessageToWrite, wordsOf } from "./message-words.ts";

type Mail = Extract<MessageContent, { channel: "email" }>;

/** More lines than this are on the page and in the attached paper. */
const mostLines = 12;

/**
 * Writes a mail.
 * @param extra the order with its lines, papers to attach, the address of the files, and where reminders are stopped
 */
export function composeMail(
  message: MessageToWrite,
  extra: {
    /** Null: of a quote. */
    readonly order: DocumentOrder | null;
    readonly look: MailLook;
    readonly attachments: Mail["attachments"];
    readonly serverUrl: string;
    readonly unsubscribeUrl: string | null;
  },
): Mail {
  const { kind, language, subject } = message;
  const { order, look, attachments, unsubscribeUrl } = extra;
  const words = wordsOf(message);
  const usual = messageTexts[language].mail[kind];
  const isUndated = kind === "reminder_after_due" && subject.dueAt === null;
  const texts = {
    ...usual,
    subject: message.wording?.subject ?? usual.subject,
    intro: message.wording?.body ?? (isUndated ? messageTexts[language].labels.undatedReminder : usual.intro),
  };
  const { primaryColor: colour, showLogo } = resolveTheme(look.theme);
  const { world } = subject;
  const amount = amountOf(message);
  const title = subjectOfWorld(fill(texts.subject, words, isolate), { world, language });
  const logo = showLogo === "merchant" ? look.logoImageId : null;
  const parts = {
    heading: fill(texts.heading, words, isolate),
    intro: fill(texts.intro, words, isolate),
    rows: order ? rowsOf(message, order) : rowsOfQuote(message),
    lines: order && isSale(message) ? linesOf(message, order) : [],
    totals: order && isSale(message) ? totalsOf(message, order) : [],
    button: { label: fill(texts.button, words, (word) => word), url: words.link },
  };
  const notes = notesOf(message, { attachments, unsubscribeUrl });
  return {
    channel: "email",
    subject: title,
    shop: words.shop,
    replyTo: messageKindFacts[kind].to === "buyer" ? subject.shopEmail : null,
    unsubscribeUrl,
    attachments,
    text: textOf(parts, notes, words.link),
    html: mailFrame({
      language,
      title,
      shop: words.shop,
      logoUrl:
        logo === null
          ? null
          : logoAddress(extra.serverUrl, { merchantId: subject.merchantId, imageId: logo }),
      colour,
      amount: amount === null ? null : fullAmount(amount, subject.currency, language),
      ...parts,
      notes: notes.map(({ html }) => html),
    }),
  };
}

/** How the shop's mails look. */
export type MailLook = Pick<DocumentOrder, "theme" | "logoImageId">;

type Note = { readonly text: string; readonly html: string };

function textOf(
  parts: {
    readonly heading: string;
    readonly intro: string;
    readonly rows: readonly MailRow[];
    readonly lines: readonly MailRow[];
    readonly totals: readonly MailRow[];
  },
  notes: readonly Note[],
  link: string,
): string {
  const list = (rows: readonly MailRow[]): string =>
    rows
      .map(({ label, value, isCode }) => `${label}: ${(isCode === true ? isolateLtr : isolate)(value)}`)
      .join("\n");
  return [
    parts.heading,
    parts.intro,
    list(parts.rows),
    list(parts.lines),
    list(parts.totals),
    link,
    ...notes.map(({ text }) => text),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Whether what was sold stands in the mail: who pays by a number needs that number alone. */
function isSale({ kind }: MessageToWrite): boolean {
  return kind === "payment_link" || kind === "receipt" || kind.startsWith("reminder");
}

function rowsOf(message: MessageToWrite, order: DocumentOrder): MailRow[] {
  const { kind, subject, language } = message;
  const { labels } = messageTexts[language];
  const { externalOrderNumber, buyer, seller, paidAt } = order.facts;
  if (kind === "documents_link") return [];
  return [
    ...bankRows(message),
    { label: labels.number, value: subject.orderNumber, isCode: true },
    ...(externalOrderNumber === null ? [] : [{ label: labels.reference, value: externalOrderNumber }]),
    ...(kind === "receipt" ? [{ label: labels.paidAt, value: dateText(paidAt), isCode: true }] : []),
    ...(messageKindFacts[kind].order === "payable" && subject.dueAt !== null
      ? [{ label: labels.dueDate, value: dateText(subject.dueAt.getTime()), isCode: true }]
      : []),
    ...(kind === "payment_notice" && buyer?.name ? [{ label: labels.buyer, value: buyer.name }] : []),
    ...(kind === "receipt" && seller.vatNumber
      ? [{ label: labels.vatNumber, value: seller.vatNumber, isCode: true }]
      : []),
  ];
}

function rowsOfQuote({ subject, language }: MessageToWrite): MailRow[] {
  const { labels } = messageTexts[language];
  return [
    { label: labels.quoteNumber, value: subject.number, isCode: true },
    ...(subject.dueAt === null
      ? []
      : [{ label: labels.validUntil, value: dateText(subject.dueAt.getTime()), isCode: true }]),
  ];
}

/** What the buyer types at the bank, in the words of the payment page; the amount stands above all rows. */
function bankRows({ subject, language }: MessageToWrite): MailRow[] {
  const rows = subject.reference?.rows(language) ?? [];
  return rows.flatMap((row) => ("amount" in row ? [] : [row]));
}

function linesOf({ language }: MessageToWrite, { facts }: DocumentOrder): MailRow[] {
  const rows = facts.lines.slice(0, mostLines).map(({ title, qty, net }) => ({
    label: qty === 1000 ? title : `${title} × ${quantityText(qty)}`,
    value: fullAmount(net, facts.currency, language),
  }));
  const more = facts.lines.length - mostLines;
  const { labels } = messageTexts[language];
  return more <= 0
    ? rows
    : [...rows, { label: fill(labels.more, { count: String(more) }, (word) => word), value: "" }];
}

function totalsOf(message: MessageToWrite, { facts }: DocumentOrder): MailRow[] {
  const { language, subject } = message;
  const { labels } = messageTexts[language];
  const money = (amount: number): string => fullAmount(minor(amount), facts.currency, language);
  const rates = new Set(facts.lines.map(({ vatBps }) => vatBps));
  const [rate] = rates.size === 1 ? rates : [];
  const hasVat = facts.lines.some(({ vatBps }) => vatBps !== null);
  const isPart = subject.due > 0 && subject.due !== facts.total;
  return [
    ...(facts.discount > 0 ? [{ label: labels.discount, value: money(-facts.discount) }] : []),
    ...(hasVat
      ? [
          { label: labels.subTotal, value: money(facts.taxable) },
          {
            label: rate ? `${labels.vat} ${isolateLtr(rateText(rate))}` : labels.vat,
            value: money(facts.vat),
          },
        ]
      : []),
    { label: labels.grandTotal, value: money(facts.total), isStrong: !isPart },
    ...(isPart ? [{ label: labels.due, value: money(subject.due), isStrong: true }] : []),
  ];
}

function notesOf(
  message: MessageToWrite,
  { attachments, unsubscribeUrl }: Pick<Mail, "attachments" | "unsubscribeUrl">,
): Note[] {
  const { labels } = messageTexts[message.language];
  const { kind, subject, webUrl } = message;
  const { link, shop } = wordsOf(message);
  const note = (text: string, words: Readonly<Record<string, string>> = {}, isCode = false): Note => ({
    text: fill(text, words, isCode ? isolateLtr : isolate),
    html: fill(text, words, (word) => `<span${isCode ? ' dir="ltr"' : ""}>${escapeHtml(word)}</span>`),
  });
  const isPayable = messageKindFacts[kind].order === "payable";
  const anchor = (label: string, url: string, dir = ""): string =>
    `<a href="${escapeHtml(url)}" style="color:inherit;overflow-wrap:anywhere"${dir}>${escapeHtml(label)}</a>`;
  return [
    ...(attachments.length > 0 ? [note(labels.attached)] : []),
    { text: "", html: `${labels.linkHint}<br>${anchor(link, link, ' dir="ltr"')}` },
    ...(isPayable ? [note(labels.safety, { host: webUrl }, true)] : []),
    ...(messageKindFacts[kind].to === "buyer"
      ? [
          note(labels.questions, { contact: subject.shopEmail }, true),
          note(kind === "quote" ? labels.whyQuote : labels.why, { shop }),
        ]
      : []),
    ...(unsubscribeUrl === null
      ? []
      : [
          {
            text: `${labels.stopReminders}: ${unsubscribeUrl}`,
            html: anchor(labels.stopReminders, unsubscribeUrl),
          },
        ]),
  ];
}
