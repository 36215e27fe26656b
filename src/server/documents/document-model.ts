/**
 * The one view of receipts, tax invoices and credit notes: decides what is printed, in which words and with which
 * figures. Pure: the same source and presentation give the same model, and the model decides the bytes.
 */

import type { Language } from "#core/language.ts";
import type { OrderStanding } from "#core/order-status.ts";
import { ensureContrast, readableOn } from "#core/theme/colour.ts";
import type { World } from "#core/world.ts";
import { type DocumentFacts, type DocumentSource, isTaxSource } from "./document-facts.ts";
import { both, currencyName, type DocumentTexts, type Pair } from "./document-texts.ts";
import { headFacts } from "./head-facts.ts";
import { calculationLabel, documentColumns, documentLines, isLong, linesWithTotals } from "./line-table.ts";
import { buyerParty, sellerParty } from "./parties.ts";
import type { InvoicePrintModel, Paper } from "./print-model.ts";
import { figure, prose, proseLines } from "./printable.ts";
import { qrOnPaper } from "./qr-code.ts";
import { documentTotals } from "./totals.ts";
import { vatSummary } from "./vat-summary.ts";

export type Presentation = {
  readonly language: Language;
  readonly paper: Paper;
  /** The merchant's primary colour, "#rrggbb". */
  readonly colour: string;
  readonly hasLogo: boolean;
  /** Of the merchant: a paper of a test world says that it is one. */
  readonly world: World;
  /** How the riyal stands beside the total: as its sign, U+20C1, or in letters. */
  readonly currencyStyle: "sign" | "letters";
  /** Dates have the Hijri day beside the Gregorian one, which the law asks for. */
  readonly hijriDates?: boolean;
  /** What the number of the order follows, such as "pay.example/verify/"; left out: the paper says nothing of it. */
  readonly verifyAddress?: string;
};

/** U+20C1. */
export const riyalSign = "\u20c1";

/** As long as the column. */
const noteLength = 2_000;

const paperColour = "#ffffff";

/** Builds the print model of a document. */
export function toPrintModel(source: DocumentSource, presentation: Presentation): InvoicePrintModel {
  const { language } = presentation;
  const facts = isTaxSource(source) ? source.content.facts : source.facts;
  const withVat = facts.seller.vatNumber !== null || facts.vat > 0;
  const isRoll = presentation.paper === "80mm";
  const columns = documentColumns(facts, withVat);
  const lines = documentLines(facts, columns, { isRoll, withVat, language });
  const title = titleOf(source, language);
  const form = isTaxSource(source) ? source.form : null;
  // What the paper is known by; the legal name is the seller's below.
  const shopName = facts.seller.party?.shopName ?? facts.seller.name;
  const number = source.kind === "receipt" ? facts.orderNumber : source.number;
  return {
    template: isRoll ? "roll" : "a4",
    language,
    fileTitle: `${title[0]} ${number}`,
    author: facts.seller.name,
    // A quote has no order yet: the number that it was tried with is none.
    keywords: source.kind === "quote" ? [number] : [number, facts.orderNumber],
    accent: accentOf(presentation.colour),
    pageOf: both(language, (texts) => texts.page),
    title,
    // Left out of real papers: what is not in the model changes no byte.
    ...(presentation.world === "test" && { mark: both(language, (texts) => texts.testWorld) }),
    stamp: stampOf(source, language),
    logoAlt: presentation.hasLogo ? shopName : null,
    sellerName: prose(shopName, 200) ?? figure(""),
    facts: headFacts(source, facts, presentation),
    seller: sellerParty(facts.seller, { language, isRoll }),
    buyer: facts.buyer && buyerParty(facts.buyer, { language, form }),
    positionLabel: both(language, (texts) => texts.columns.position),
    itemLabel: both(language, (texts) => texts.columns.item),
    columns: columns.map(({ label, width }, index) => ({
      label: both(language, label),
      width,
      longest: Math.max(...lines.map((line) => line.cells[index]?.length ?? 0)),
    })),
    lines,
    keptLines: linesWithTotals(lines),
    calculationLabel: both(language, (texts) => calculationLabel(facts, withVat, texts)),
    density: lines.some((line) => isLong(line.cells)) ? "tight" : "normal",
    vatSummary: withVat ? vatSummary(facts, language) : null,
    currency: currencyName(language, facts.currency),
    currencySign: facts.currency === "SAR" && presentation.currencyStyle === "sign" ? riyalSign : null,
    totals: documentTotals(source, facts, { language, withVat }),
    notes: notesOf(facts, language),
    remarks: [
      ...remarksOf(source, facts, language),
      ...verifyRemark(source, facts, { language, address: presentation.verifyAddress }),
    ],
    qr: { ...qrOnPaper(source.qr.text), caption: both(language, (texts) => texts.qr[captionOf(source)]) },
  };
}

/** Where any reader can compare the paper with what was issued; a quote is compared on its own page. */
function verifyRemark(
  source: DocumentSource,
  facts: DocumentFacts,
  { language, address }: { readonly language: Language; readonly address: string | undefined },
): Pair[] {
  if (address === undefined || source.kind === "quote") return [];
  const [first, second] = both(language, (texts) => texts.notes.verify);
  return [[`${first} \u2066${address}${facts.orderNumber}\u2069`, second]];
}

function captionOf(source: DocumentSource): keyof DocumentTexts["qr"] {
  if (source.kind === "invoice") return "pay";
  if (source.kind === "quote") return "quote";
  if (source.qr.kind === "address") return "address";
  if (source.kind === "credit_note") return "creditNote";
  return source.kind === "debit_note" ? "debitNote" : "tax";
}

/** Colours for bars and for text on white that can be read, whatever the merchant chose (WCAG 1.4.3). */
export function accentOf(colour: string): InvoicePrintModel["accent"] {
  return { fill: colour, on: readableOn(colour), ink: ensureContrast({ colour, background: paperColour }) };
}

function titleOf(source: DocumentSource, language: Language): Pair {
  if (!isTaxSource(source)) return both(language, (texts) => texts.titles[source.kind]);
  const keys = {
    tax_invoice: { standard: "taxInvoiceStandard", simplified: "taxInvoiceSimplified" },
    credit_note: { standard: "creditNoteStandard", simplified: "creditNoteSimplified" },
    debit_note: { standard: "debitNoteStandard", simplified: "debitNoteSimplified" },
  } as const;
  return both(language, (texts) => texts.titles[keys[source.kind][source.form]]);
}

/** What a receipt is stamped with while nothing was given back, by whether the money is there; unpaid orders have none. */
const receiptStamps: Readonly<Record<OrderStanding, "paid" | "refunded" | null>> = {
  payable: null,
  paid: "paid",
  cancelled: null,
  refunded: "refunded",
};

/**
 * A tax invoice stays the document of a paid sale; what was paid back is stated by its credit notes. What the tax authority
 * has not cleared, or has rejected, says so.
 */
function stampOf(source: DocumentSource, language: Language): Pair | null {
  if (source.kind === "invoice" || source.kind === "quote") return null;
  if (isTaxSource(source) && source.standing === "awaiting_clearance")
    return both(language, (texts) => texts.stamps.awaitingClearance);
  if (isTaxSource(source) && source.standing === "rejected")
    return both(language, (texts) => texts.stamps.rejected);
  if (source.kind === "credit_note" || source.kind === "debit_note") return null;
  if (source.kind !== "receipt") return both(language, (texts) => texts.stamps.paid);
  const stamp = receiptStamps[source.standing];
  const isPartly = stamp === "paid" && source.refunded > 0;
  return stamp && both(language, (texts) => texts.stamps[isPartly ? "partlyRefunded" : stamp]);
}

function notesOf(facts: DocumentFacts, language: Language): InvoicePrintModel["notes"] {
  const lines = proseLines(facts.note, noteLength);
  return lines.length === 0 ? [] : [{ label: both(language, (texts) => texts.notes.note), lines }];
}

/** A receipt of a seller who issues tax invoices says that it is none. */
function remarksOf(source: DocumentSource, facts: DocumentFacts, language: Language): Pair[] {
  const [first, second] = currencyName(language, facts.currency);
  const isRiyal = facts.currency === "SAR";
  const patterns = both(language, ({ notes }) => (isRiyal ? notes.riyals : notes.currency));
  const currency: Pair = [
    patterns[0].replace("{currency}", first),
    patterns[1].replace("{currency}", second),
  ];
  if (source.kind === "quote") return [currency, both(language, (texts) => texts.notes.isQuote)];
  if (isTaxSource(source) || facts.seller.vatNumber === null) return [currency];
  const isAsked = source.kind === "invoice";
  return [currency, both(language, ({ notes }) => (isAsked ? notes.notYetTaxInvoice : notes.notTaxInvoice))];
}
