/** The facts at the head of a document: numbers, dates, how it was paid, and what a credit note corrects. */

import { type Language, otherLanguage } from "#core/language.ts";
import { flowFactsOf } from "#methods/flow.ts";
import { knownMethodName } from "../texts/method-names.ts";
import {
  type AskedPaper,
  type DocumentFacts,
  type DocumentSource,
  isTaxSource,
  type TaxSource,
} from "./document-facts.ts";
import { both, bothOf, type DocumentTexts, type Pair } from "./document-texts.ts";
import { dateText, dateTimeText, hijriDateText, hijriDayText } from "./figures.ts";
import { fact, type PrintFact } from "./print-model.ts";
import { figure, type Prose, prose } from "./printable.ts";

type Label = (pick: (texts: DocumentTexts["facts"]) => string) => Pair;

/** What the head needs of how a document is presented. */
type Look = { readonly language: Language; readonly hijriDates?: boolean };

/** The facts in the order in which they are printed, the document's own number first. */
export function headFacts(source: DocumentSource, facts: DocumentFacts, look: Look): PrintFact[] {
  const { language } = look;
  const label: Label = (pick) => both(language, (texts) => pick(texts.facts));
  const order = [
    ...fact(
      label((texts) => texts.orderNumber),
      figure(facts.orderNumber),
    ),
    ...fact(
      label((texts) => texts.reference),
      prose(facts.externalOrderNumber, 100),
    ),
  ];
  const payment = fact(
    label((texts) => texts.paidBy),
    ...paymentNames(facts, language),
  );
  if (source.kind === "receipt") {
    return [
      ...order,
      ...fact(
        label((texts) => texts.paidAt),
        figure(dateTimeText(facts.paidAt)),
        hijriOf(facts.paidAt, look),
      ),
      ...payment,
      ...fact(
        label((texts) => texts.taxInvoiceNumber),
        source.invoiceNumber === null ? null : figure(source.invoiceNumber),
      ),
    ];
  }
  if (!isTaxSource(source))
    return [...askedFacts(source, label, look), ...order.slice(source.kind === "quote" ? 1 : 0)];
  return source.kind === "tax_invoice"
    ? [...invoiceFacts(source, label, look), ...order, ...payment]
    : [
        ...noteFacts(source, label, look),
        ...order,
        ...fact(
          label((texts) => texts.reason),
          ...reasonOf(source.reason, language),
        ),
      ];
}

/** A quote has no order yet: its own number stands in that place. */
function askedFacts(source: AskedPaper, label: Label, look: Look): PrintFact[] {
  const isQuote = source.kind === "quote";
  return [
    ...fact(
      label((texts) => texts.quoteNumber),
      isQuote ? figure(source.number) : null,
    ),
    ...fact(
      label((texts) => texts.issuedAt),
      figure(dateTimeText(source.issuedAt)),
      hijriOf(source.issuedAt, look),
    ),
    ...fact(
      label((texts) => (isQuote ? texts.validUntil : texts.dueOn)),
      ...(source.until === null ? [] : dayAndHijri(source.until, look)),
    ),
  ];
}

function invoiceFacts(source: TaxSource, label: Label, look: Look): PrintFact[] {
  return [
    ...fact(
      label((texts) => texts.invoiceNumber),
      figure(source.number),
    ),
    ...issuedFact(source, label, look),
    ...fact(
      label((texts) => texts.suppliedAt),
      figure(source.content.facts.suppliedOn),
    ),
    ...replacedFact(source, label),
  ];
}

function noteFacts(source: TaxSource, label: Label, look: Look): PrintFact[] {
  const { original, debitNote = null } = source.content;
  return [
    ...fact(
      label((texts) => (source.kind === "debit_note" ? texts.debitNoteNumber : texts.creditNoteNumber)),
      figure(source.number),
    ),
    ...issuedFact(source, label, look),
    ...fact(
      label((texts) => texts.debitNoteNumber),
      debitNote && figure(debitNote.number),
    ),
    ...fact(
      label((texts) => texts.debitNoteIssuedAt),
      debitNote && figure(dateText(debitNote.issuedAt)),
    ),
    ...fact(
      label((texts) => texts.originalInvoice),
      original && figure(original.number),
    ),
    ...fact(
      label((texts) => texts.originalIssuedAt),
      original && figure(dateText(original.issuedAt)),
    ),
    ...replacedFact(source, label),
  ];
}

function issuedFact({ issuedAt }: TaxSource, label: Label, look: Look): PrintFact[] {
  return fact(
    label((texts) => texts.issuedAt),
    figure(dateTimeText(issuedAt)),
    hijriOf(issuedAt, look),
  );
}

/** The day of an instant in the Umm al-Qura calendar, in the document's language; null where the shop wants none. */
function hijriOf(instant: number, { language, hijriDates }: Look): Prose | null {
  return hijriDates ? whole(hijriDateText(instant, language)) : null;
}

/** A day, such as 2026-11-20, and the same of the Umm al-Qura calendar where the shop wants it. */
export function dayAndHijri(day: string, { language, hijriDates }: Look): (Prose | null)[] {
  return [figure(day), hijriDates ? whole(hijriDayText(day, language)) : null];
}

/** A text that no line divides: its spaces do not break, and the templates begin a line with it (`parts.typ`). */
function whole(text: string): Prose | null {
  const value = prose(text, 60);
  return value && { ...value, text: value.text.replaceAll(" ", "\u00a0") };
}

/** Of a corrected document: the rejected one, whose number the buyer may have seen. */
function replacedFact({ content: { replaces } }: TaxSource, label: Label): PrintFact[] {
  return fact(
    label((texts) => texts.replaces),
    replaces ? figure(replaces.number) : null,
  );
}

/** The merchant's words, or ours in both languages: a credit note always says why. */
function reasonOf(reason: string | null, language: Language): (Prose | null)[] {
  if (reason !== null) return [prose(reason, 500)];
  return both(language, (texts) => texts.facts.amountReturned).map((text) => prose(text, 500));
}

/**
 * The card's brand, or else the method, in both languages; then the last four digits. Of a wallet of the device both: its digits are
 * the device's own, which the buyer has seen on no card.
 */
function paymentNames(facts: DocumentFacts, language: Language): (Prose | null)[] {
  const { payment } = facts;
  if (!payment) return [];
  const brands = bothOf(language, (texts) => texts.brands, payment.brand?.toLowerCase() ?? "");
  const isNamed = brands === null || flowFactsOf(payment.method)?.isNamedBesideBrand === true;
  const methods = isNamed
    ? [language, otherLanguage(language)].flatMap((side) => knownMethodName(side, payment.method) ?? [])
    : [];
  const spoken = [...new Set([...methods, ...(brands ?? [])])].map((name) => prose(name, 100));
  return [...spoken, payment.lastFour === null ? null : figure(`•••• ${payment.lastFour}`)];
}
