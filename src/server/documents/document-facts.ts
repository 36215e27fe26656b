/**
 * What a document states, free of language and layout: the part of an order that a tax invoice keeps for good (the
 * column `tax_documents.content`) and that a receipt reads afresh. Amounts are minor units of `currency`, rates basis
 * points, times milliseconds since the epoch; texts are as stored, cleaned only when they are drawn.
 */
import type { CreditedLine } from "#core/credit-note.ts";
import type { Minor } from "#core/money.ts";
import type { TaxInvoiceForm, VatExemption } from "#core/tax-invoice.ts";

export type DocumentLine = {
  readonly title: string;
  readonly description: string | null;
  readonly qty: number;
  /** Net of VAT before the discount, for the whole quantity. */
  readonly net: Minor;
  readonly discount: Minor;
  readonly taxable: Minor;
  /** Null when no VAT was applied. */
  readonly vatBps: number | null;
  readonly exemption: VatExemption | null;
  readonly vat: Minor;
  /** `taxable + vat`. */
  readonly total: Minor;
  /** Credit notes: only a part of the line is taken back, stated as one amount. */
  readonly isPart?: true;
};

export type DocumentSeller = {
  readonly name: string;
  readonly vatNumber: string | null;
  readonly commercialRegistration: string | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly email: string | null;
  readonly phone: string | null;
};

export type DocumentBuyer = {
  readonly name: string | null;
  /** All but the last three digits hidden: whoever holds the document's address can read it. */
  readonly maskedMobile: string | null;
  readonly vatNumber: string | null;
  readonly address: string | null;
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
  readonly note: string | null;
};

/** The riyal figures of a document in another currency. */
export type RiyalAmounts = { readonly taxable: Minor; readonly vat: Minor; readonly total: Minor };

/** What a tax document states beyond the order: kept in `content` beside the facts. */
export type TaxDocumentContent = {
  readonly facts: DocumentFacts;
  /** Null when the document's own currency is the riyal. */
  readonly riyals: RiyalAmounts | null;
  /** Credit notes: the invoice that they correct. */
  readonly original: { readonly number: string; readonly issuedAt: number } | null;
  /** Credit notes: what they take back of each line of the invoice, zero entries included. */
  readonly credited?: readonly CreditedLine[];
};

/** One document to draw. */
export type DocumentSource =
  | {
      readonly kind: "receipt";
      readonly facts: DocumentFacts;
      readonly refunded: Minor;
      /** Number of the tax invoice of the same sale, if one was issued. */
      readonly invoiceNumber: string | null;
      readonly qr: DocumentQr;
    }
  | {
      readonly kind: "tax_invoice" | "credit_note";
      readonly form: TaxInvoiceForm;
      readonly number: string;
      readonly issuedAt: number;
      readonly reason: string | null;
      readonly content: TaxDocumentContent;
      readonly qr: DocumentQr;
    };

/** A tax QR code (decision K17), or the address of the order's page. */
export type DocumentQr = { readonly kind: "tax" | "address"; readonly text: string };

/** The last three digits of a mobile number behind dots; null when there is none. */
export function maskMobile(mobile: string | null): string | null {
  const digits = mobile?.replace(/\D/g, "") ?? "";
  return digits.length < 4 ? null : `••• ••• ${digits.slice(-3)}`;
}
