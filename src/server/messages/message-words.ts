/** The words that are put into the texts of a message, the same for every channel. */

import type { Language } from "#core/language.ts";
import type { MessageKind } from "#core/messages/message-state.ts";
import type { Wording } from "#core/messages/message-wording.ts";
import { fromJsonNumber, type Minor, minor } from "#core/money.ts";
import { cleanText } from "#core/text.ts";
import type { MessageFacts } from "#db/messages-schema.ts";
import { dateText } from "../documents/figures.ts";
import { methodOfMessage } from "../payments/reference-details.ts";
import type { MessageSubject } from "./message-subject.ts";
import { messageTexts, shortAmount } from "./message-texts.ts";

/** A message to write: what, about what, in which language. */
export type MessageToWrite = {
  readonly kind: MessageKind;
  readonly language: Language;
  readonly facts: MessageFacts;
  readonly subject: MessageSubject;
  /** The merchant's own words in place of the usual ones, or null. */
  readonly wording: Wording | null;
  /** Public address of the pages, without a trailing slash. */
  readonly webUrl: string;
};

export type MessageWords = Readonly<
  Record<
    "shop" | "number" | "amount" | "date" | "link" | "biller" | "bill" | "receiver" | "iban" | "event",
    string
  >
>;

/** Longest shop name and number in a subject or a text message, characters. */
const longestName = 40;

/** The words of a message; empty where its kind has none. */
export function wordsOf(message: Omit<MessageToWrite, "wording">): MessageWords {
  const { subject, language, facts } = message;
  const bank = subject.reference?.words ?? {};
  return {
    shop: cleanText(subject.shop, longestName),
    number: cleanText(subject.number, longestName),
    amount: shortAmount(amountOf(message), subject.currency, language),
    date: subject.dueAt === null ? "" : dateText(subject.dueAt.getTime()),
    link: linkOf(message),
    biller: bank.biller ?? "",
    bill: bank.bill ?? "",
    receiver: cleanText(bank.receiver ?? "", longestName),
    iban: bank.iban ?? "",
    event: eventWord(facts.event, language),
  };
}

/** The merchant's words for a message; the usual ones, null, where they name a day and the invoice is due on none. */
export function wordingOf({ dueAt }: MessageSubject, wording: Wording | null): Wording | null {
  const text = `${wording?.subject ?? ""}${wording?.body ?? ""}`;
  return dueAt === null && text.includes("{date}") ? null : wording;
}

/** What the message is about, in minor units: what is due, what was paid, or what was given back. */
export function amountOf({
  kind,
  subject,
  facts,
}: Pick<MessageToWrite, "kind" | "subject" | "facts">): Minor {
  if (facts.refunded !== undefined) return minor(facts.refunded);
  if (kind === "receipt") return subject.paid;
  if (kind === "payment_notice") return subject.paid > 0 ? subject.paid : subject.total;
  const { reference } = subject;
  return reference ? fromJsonNumber(reference.amount, subject.currency) : subject.due;
}

/** The page that shows the current status of the invoice, in the message's language: also refunds that come later. */
export function linkOf({ kind, subject, language, webUrl, facts }: Omit<MessageToWrite, "wording">): string {
  if (facts.documents !== undefined) return `${webUrl}/pay/mine/${facts.documents}?lang=${language}`;
  const page = kind === "quote" ? "quote" : methodOfMessage(kind) ? "info" : "order";
  return `${webUrl}/pay/${page}/${subject.orderNumber}?lang=${language}`;
}

function eventWord(type: string | undefined, language: Language): string {
  const words: Readonly<Record<string, string>> = messageTexts[language].events;
  return words[(type ?? "").replace(".", "_")] ?? "";
}
