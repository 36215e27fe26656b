/**
 * A tax document as the tax authority's XML states it: the facts, free of how they are written. Amounts are minor
 * units of the document's currency, VAT in riyals beside it.
 */
import { type Minor, sum, zero } from "../money.ts";
import type { Quantity } from "../pricing/quantity.ts";
import type { UnitCode } from "../pricing/unit-code.ts";
import type { TaxInvoiceForm, VatCategory, VatExemption } from "../tax/tax-invoice.ts";
import type { BuyerScheme, Identification, PostalAddress, SellerScheme } from "../tax/tax-party.ts";

/** Invoice, credit note, debit note: UN/CEFACT 1001 (XML Implementation Standard 11.2.1). */
export const typeCodes = { tax_invoice: "388", credit_note: "381", debit_note: "383" } as const;

export type EInvoiceKind = keyof typeof typeCodes;

/** How it is paid, UN/EDIFACT 4461: cash, bank transfer, card, or not said. */
export const paymentMeans = { cash: "10", transfer: "30", card: "48", other: "1" } as const;

export type PaymentMeans = keyof typeof paymentMeans;

export type EInvoiceLine = {
  readonly title: string;
  readonly quantity: Quantity;
  readonly unit: UnitCode;
  /** Net of VAT, before the discount; a decimal text with as many decimals as it takes. */
  readonly unitPrice: string;
  /** Of the whole line, net of VAT. */
  readonly discount: Minor;
  /** After the discount. */
  readonly taxable: Minor;
  /** Basis points; 0 for every category but S. */
  readonly vatBps: number;
  readonly category: VatCategory;
  /** Why no VAT is charged; null for S. */
  readonly exemption: { readonly code: VatExemption; readonly reason: string } | null;
  readonly vat: Minor;
};

export type EInvoiceSeller = {
  /** In Arabic, as registered. */
  readonly name: string;
  readonly vatNumber: string;
  readonly identification: Identification<SellerScheme> | null;
  readonly address: PostalAddress | null;
};

export type EInvoiceBuyer = {
  readonly name: string | null;
  readonly vatNumber: string | null;
  readonly identification: Identification<BuyerScheme> | null;
  readonly address: PostalAddress | null;
};

export type EInvoice = {
  readonly kind: EInvoiceKind;
  readonly form: TaxInvoiceForm;
  /** As printed. */
  readonly number: string;
  readonly uuid: string;
  /** In Riyadh, "2026-11-20T02:05:09". */
  readonly issuedAt: string;
  /** The document's place in its unit's chain, from 1. */
  readonly counter: number;
  /** Hash of the document before it, base64. */
  readonly previousHash: string;
  readonly currency: string;
  readonly lines: readonly EInvoiceLine[];
  readonly taxable: Minor;
  readonly vat: Minor;
  readonly total: Minor;
  /** In halalas. */
  readonly vatInRiyals: Minor;
  readonly seller: EInvoiceSeller;
  readonly buyer: EInvoiceBuyer | null;
  /** The day of supply in Riyadh, "2026-11-20". */
  readonly suppliedOn: string;
  readonly payment: PaymentMeans;
  /** Notes: number of the invoice that they correct, and why; of a credit note also the debit note that it takes back. */
  readonly correction: {
    readonly number: string;
    readonly reason: string;
    readonly debitNote?: string;
  } | null;
};

/** The previous hash of a unit's first document: base64 of the hexadecimal SHA-256 of the digit 0 (KSA-13). */
export const firstPreviousHash =
  "NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ==";

/** VAT of one category and rate, as the document's breakdown states it. */
export type EInvoiceVatGroup = Pick<EInvoiceLine, "category" | "vatBps" | "exemption" | "taxable" | "vat"> & {
  readonly lineCount: number;
};

/** The breakdown by category and rate, in the order in which they first occur (BG-23; one reason for each, BR-Z-08). */
export function vatBreakdown(lines: readonly EInvoiceLine[]): EInvoiceVatGroup[] {
  const groups = new Map<string, EInvoiceVatGroup>();
  for (const { category, vatBps, exemption, taxable, vat } of lines) {
    const key = `${category} ${vatBps}`;
    const before = groups.get(key);
    groups.set(key, {
      category,
      vatBps,
      exemption: before ? before.exemption : exemption,
      taxable: sum([before?.taxable ?? zero, taxable]),
      vat: sum([before?.vat ?? zero, vat]),
      lineCount: (before?.lineCount ?? 0) + 1,
    });
  }
  return [...groups.values()];
}
