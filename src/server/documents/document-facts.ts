/**
 * What a document states, free of language and layout: the part of an order that a tax invoice keeps permanently (the
 * column `tax_documents.content`) and that a receipt reads afresh. Amounts are minor units of `currency`, rates basis
 * points, times milliseconds since the epoch; texts are as stored, cleaned only when they are drawn.
 */

import type { Minor } from "#core/money.ts";
import type { OrderStanding } from "#core/order-status.ts";
import type { Quantity } from "#core/pricing/quantity.ts";
import type { UnitCode } from "#core/pricing/unit-code.ts";
import type { CreditedLine } from "#core/tax/credit-note.ts";
import type { BuyerParty } from "#core/tax/tax-form.ts";
import type { TaxDocumentKind, TaxInvoiceForm, VatCategory, VatExemption } from "#core/tax/tax-invoice.ts";
import type { SellerParty } from "#core/tax/tax-party.ts";
import type { SubmissionStanding } from "#core/zatca/unit-state.ts";
import type { InBoth } from "../texts/line-texts.ts";

export type DocumentLine = {
  readonly title: string;
  readonly description: string | null;
  readonly qty: Quantity;
  /** What is counted, as it was called when the document was issued; null for pieces. */
  readonly unit: LineUnit | null;
  /** Net of VAT, as agreed; null where it is not known. */
  readonly unitPrice: Minor | null;
  /** Net of VAT before the discount, for the whole quantity. */
  readonly net: Minor;
  readonly discount: Minor;
  readonly taxable: Minor;
  /** Null when no VAT was applied. */
  readonly vatBps: number | null;
  readonly category: VatCategory;
  readonly exemption: VatExemption | null;
  /** Why no VAT is charged, in the words of when the order was made. */
  readonly reason: InBoth | null;
  readonly vat: Minor;
  /** `taxable + vat`. */
  readonly total: Minor;
  /** Credit notes: only a part of the line is taken back, stated as one amount. */
  readonly isPart?: true;
};

export type LineUnit = { readonly code: UnitCode; readonly names: InBoth };

export type DocumentSeller = {
  readonly name: string;
  readonly vatNumber: string | null;
  readonly commercialRegistration: string | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** Not in documents of earlier releases: they state `address` and `city`. */
  readonly party?: Omit<SellerParty, "legalName"> & {
    /** What buyers know the seller by; `name` is the legal one. */
    readonly shopName: string;
  };
};

export type DocumentBuyer = {
  /** The legal one, if it is known. */
  readonly name: string | null;
  /** All but the last three digits hidden: any holder of the document's address can read it. */
  readonly maskedMobile: string | null;
  readonly vatNumber: string | null;
  readonly address: string | null;
  /** Not in documents of earlier releases. */
  readonly party?: Omit<BuyerParty, "legalName">;
};

export type DocumentPayment = {
  /** Id of the payment method. */
  readonly method: string;
  readonly brand: string | null;
  readonly lastFour: string | null;
};

export type DocumentFacts = {
  readonly orderNumber: string;
  readonly externalOrderNumber: string | null;
  readonly seller: DocumentSeller;
  readonly buyer: DocumentBuyer | null;
  readonly currency: string;
  readonly lines: readonly DocumentLine[];
  readonly subTotal: Minor;
  readonly discount: Minor;
  /** Set for a discount in percent. */
  readonly discountBps: number | null;
  readonly taxable: Minor;
  readonly vat: Minor;
  readonly total: Minor;
  /** The equivalent in another currency that the buyer was shown, for the whole order. */
  readonly foreign: { readonly currency: string; readonly total: Minor } | null;
  readonly payment: DocumentPayment | null;
  readonly paidAt: number;
  /** The day of supply in Riyadh, "2026-11-20". */
  readonly suppliedOn: string;
  readonly note: string | null;
};

/** The shape of what is kept: 2 has quantities in thousandths, units, categories, reasons and the day of supply. */
export const contentVersion = 2;

/** The riyal figures of a document in another currency. */
export type RiyalAmounts = { readonly taxable: Minor; readonly vat: Minor; readonly total: Minor };

/** What a tax document states beyond the order: kept in `content` beside the facts. */
export type TaxDocumentContent = {
  /** Of this shape: documents that were issued with an earlier one are read by `content-versions.ts`. */
  readonly version: typeof contentVersion;
  readonly facts: DocumentFacts;
  /** Null when the document's own currency is the riyal. */
  readonly riyals: RiyalAmounts | null;
  /** Notes: the invoice that they are about. */
  readonly original: { readonly number: string; readonly issuedAt: number } | null;
  /** Credit notes that take back a debit note: that one; absent on all others. */
  readonly debitNote?: { readonly number: string; readonly issuedAt: number };
  /** The rejected document whose place it takes; absent where there is none. */
  readonly replaces?: { readonly number: string; readonly issuedAt: number };
  /** Credit notes: what they take back of each line of the invoice, or of the debit note, zero entries included. */
  readonly credited?: readonly CreditedLine[];
};

/** One document to draw. */
export type DocumentSource =
  | {
      readonly kind: "receipt";
      /** Of the order, now. */
      readonly standing: OrderStanding;
      readonly facts: DocumentFacts;
      readonly refunded: Minor;
      /** Number of the tax invoice of the same sale, if one was issued. */
      readonly invoiceNumber: string | null;
      /** Never a tax QR code: a scanner could not tell the paper from the tax invoice. */
      readonly qr: DocumentQr & { readonly kind: "address" };
    }
  | AskedPaper
  | {
      readonly kind: TaxDocumentKind;
      readonly form: TaxInvoiceForm;
      readonly number: string;
      readonly issuedAt: number;
      readonly reason: string | null;
      readonly content: TaxDocumentContent;
      /** Its status with the tax authority; null of what is not stamped. */
      readonly standing: SubmissionStanding | null;
      readonly qr: DocumentQr;
    };

/** What is asked of a buyer before anything is paid: no tax document. Its QR code leads to the page on which it is paid or accepted. */
export type AskedPaper = {
  readonly kind: "invoice" | "quote";
  readonly facts: DocumentFacts;
  /** Of the invoice, or of the quote. */
  readonly number: string;
  readonly issuedAt: number;
  /** As a day: until when it should be paid, or holds; null: no day was said. */
  readonly until: string | null;
  readonly qr: DocumentQr & { readonly kind: "address" };
};

/** A document of the tax authority's kinds. */
export type TaxSource = Extract<DocumentSource, { kind: TaxDocumentKind }>;

/** Whether a document states a tax: all but receipts, and what is asked of buyers. */
export function isTaxSource(source: DocumentSource): source is TaxSource {
  return "content" in source;
}

/** A tax QR code (decision K17), or the address of the order's page. */
export type DocumentQr = { readonly kind: "tax" | "address"; readonly text: string };

/** The last three digits of a mobile number behind dots; null when there is none. */
export function maskMobile(mobile: string | null): string | null {
  const digits = mobile?.replace(/\D/g, "") ?? "";
  return digits.length < 4 ? null : `••• ••• ${digits.slice(-3)}`;
}
