/** The words that are put into the texts of a message, the same for every channel. */

import type { Language } from "#core/language.ts";
import { type MessageAmount, type MessageKind, messageKindFacts } from "#core/messages/message-state.ts";
import type { Wording } from "#core/messages/message-wording.ts";
import { fromJsonNumber, type Minor, minor } from "#core/money.ts";
import { cleanText } from "#core/text.ts";
import type { MessageFacts } from "#db/messages-schema.ts";
import { dateText } from "../documents/figures.ts";
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
  const amount = amountOf(message);
  return {
    shop: cleanText(subject.shop, longestName),
    number: cleanText(subject.number, longestName),
    amount: amount === null ? "" : shortAmount(amount, subject.currency, language),
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

type OfAmount = Pick<MessageToWrite, "subject" | "facts">;

const amounts: Readonly<Record<MessageAmount, (of: OfAmount) => Minor | null>> = {
  due: ({ subject: { reference, currency, due } }) =>
    reference ? fromJsonNumber(reference.amount, currency) : due,
  paid: ({ subject }) => subject.paid,
  refunded: ({ subject, facts }) => refundOf(facts) ?? subject.refunded,
  // Of an invoice for which nothing has come: the event is about all of it.
  of_event: ({ subject, facts }) => refundOf(facts) ?? (subject.paid > 0 ? subject.paid : subject.total),
  none: () => null,
};

function refundOf({ refunded }: MessageFacts): Minor | null {
  return refunded === undefined ? null : minor(refunded);
}

/** The amount that the message states, in minor units; null where its kind states none. */
export function amountOf({ kind, ...of }: OfAmount & Pick<MessageToWrite, "kind">): Minor | null {
  return amounts[messageKindFacts[kind].amount](of);
}

/** The page of the message's kind, in its language: it shows the current status of the invoice, also refunds that come later. */
export function linkOf({ kind, subject, language, webUrl, facts }: Omit<MessageToWrite, "wording">): string {
  const { page } = messageKindFacts[kind];
  const shown = page === "mine" ? facts.documents : subject.orderNumber;
  if (shown === undefined) throw new Error(`a message ${kind} without the link that it brings`);
  return `${webUrl}/pay/${page}/${shown}?lang=${language}`;
}

function eventWord(type: string | undefined, language: Language): string {
  const words: Readonly<Record<string, string>> = messageTexts[language].events;
  return words[(type ?? "").replace(".", "_")] ?? "";
}
