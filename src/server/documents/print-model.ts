/**
 * What the templates draw, and nothing that they would have to work out: every text is formatted, every label stands
 * in both languages, the document's own first. Templates only place it.
 */
import type { Language } from "#core/language.ts";
import type { Pair } from "./document-texts.ts";
import type { Prose } from "./printable.ts";

/** Sizes of paper: a sheet, or the roll of a receipt printer. */
export const papers = ["a4", "80mm"] as const;
export type Paper = (typeof papers)[number];

/** A labelled value; several values are the same one in several languages. */
export type PrintFact = { readonly label: Pair; readonly values: readonly Prose[] };

export type PrintParty = {
  readonly heading: Pair;
  readonly name: Prose | null;
  readonly facts: readonly PrintFact[];
};

export type PrintColumn = {
  readonly label: Pair;
  /** How much room the heading needs. */
  readonly width: "narrow" | "wide";
  /** Characters of the longest cell. */
  readonly longest: number;
};

export type PrintLine = {
  readonly title: Prose;
  readonly description: Prose | null;
  /** Too long for a column: the name takes the breadth of the sheet. */
  readonly isLong: boolean;
  /** One text per entry of `columns`; the first is the quantity. */
  readonly cells: readonly string[];
  /** What the quantity counts; null on a document that sells pieces alone. */
  readonly unit: Pair | null;
  /** For the roll, behind quantity and unit: "× 100.00 + 30.00 (15%)", and what it comes to. */
  readonly calculation: string;
  readonly amount: string;
};

export type PrintTotal = {
  readonly label: Pair;
  readonly value: string;
  readonly weight: "plain" | "strong";
};

export type PrintVatSummary = {
  readonly labels: readonly Pair[];
  readonly rows: readonly {
    /** Category and reason, in both languages. */
    readonly names: readonly Prose[];
    /** The tax authority's code of the reason. */
    readonly code: Prose | null;
    /** Rate, taxable amount, VAT. */
    readonly cells: readonly string[];
  }[];
};

type Common = {
  readonly language: Language;
  /** Title of the file, in the document's language. */
  readonly fileTitle: string;
  readonly author: string;
  readonly keywords: readonly string[];
  /** Fill of bars, the text on it, and the colour for text on white; readable whatever the merchant chose. */
  readonly accent: { readonly fill: string; readonly on: string; readonly ink: string };
  readonly pageOf: Pair;
};

export type InvoicePrintModel = Common & {
  readonly template: "a4" | "roll";
  readonly title: Pair;
  /** Above everything else, on every sheet: that no real money was paid. */
  readonly mark?: Pair;
  readonly stamp: Pair | null;
  /** Alternative text of the logo; null when there is none. */
  readonly logoAlt: string | null;
  readonly sellerName: Prose;
  readonly facts: readonly PrintFact[];
  readonly seller: PrintParty;
  readonly buyer: PrintParty | null;
  readonly positionLabel: Pair;
  readonly itemLabel: Pair;
  readonly columns: readonly PrintColumn[];
  readonly lines: readonly PrintLine[];
  /** So many of the last lines stand on the sheet that has the totals. */
  readonly keptLines: number;
  /** For the roll: what the terms of a line's calculation are. */
  readonly calculationLabel: Pair;
  /** Long figures are set smaller. */
  readonly density: "normal" | "tight";
  readonly vatSummary: PrintVatSummary | null;
  /** Beside the strong total. */
  readonly currency: Pair;
  /** Instead of it, where the currency has a sign and the merchant's theme does not want letters. */
  readonly currencySign: string | null;
  readonly totals: readonly PrintTotal[];
  readonly notes: readonly { readonly label: Pair; readonly lines: readonly Prose[] }[];
  readonly remarks: readonly Pair[];
  /** Its width on paper, quiet zone included, millimetres. */
  readonly qr: { readonly svg: string; readonly widthMm: number; readonly caption: Pair };
};

export type AgreementPrintModel = Common & {
  readonly template: "agreement";
  /** What kind of file it is. */
  readonly kind: Pair;
  readonly heading: Prose;
  readonly facts: readonly PrintFact[];
  readonly paragraphs: readonly Prose[];
};

/** The account of a client: an account for each currency. */
export type StatementPrintModel = Common &
  Pick<InvoicePrintModel, "title" | "mark" | "logoAlt" | "sellerName" | "facts" | "seller"> & {
    readonly template: "statement";
    readonly stamp: null;
    readonly buyer: PrintParty;
    /** Date, entry, invoice, debit, credit, balance. */
    readonly labels: readonly Pair[];
    readonly openingLabel: Pair;
    readonly totalLabel: Pair;
    readonly accounts: readonly PrintAccount[];
    /** Where there is no account. */
    readonly none: Pair;
    readonly remarks: readonly Pair[];
  };

export type PrintAccount = {
  /** Code or name of the currency. */
  readonly currency: Pair;
  readonly currencySign: string | null;
  readonly opening: string;
  readonly rows: readonly {
    readonly date: string;
    readonly entry: Pair;
    readonly orderNumber: Prose;
    /** The shop's own number of the invoice. */
    readonly reference: Prose | null;
    /** Debit, credit, balance. */
    readonly cells: readonly string[];
  }[];
  /** Debit and credit of the period, and the closing balance. */
  readonly sums: readonly string[];
  readonly closing: { readonly label: Pair; readonly value: string };
};

/** The picture of a shared link: drawn, not printed. */
export type PreviewPrintModel = Omit<Common, "pageOf"> & {
  readonly template: "preview";
  readonly heading: Prose;
  readonly line: Prose | null;
  readonly amount: { readonly value: string; readonly currency: string } | null;
  readonly logoAlt: string | null;
};

export type PrintModel = InvoicePrintModel | AgreementPrintModel | StatementPrintModel | PreviewPrintModel;

/** A labelled value as a list to spread: empty when every value is absent. */
export function fact(label: Pair, ...values: readonly (Prose | null)[]): PrintFact[] {
  const present = values.filter((value) => value !== null);
  return present.length === 0 ? [] : [{ label, values: present }];
}
