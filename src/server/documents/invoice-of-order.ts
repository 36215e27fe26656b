/** What the tax invoice of an order states, before it has its number: the same at issue and when it is paid. */
import { inTaxCurrency, type TaxInvoiceForm, taxCurrency, taxInvoiceForm } from "#core/tax/tax-invoice.ts";
import { contentVersion, type RiyalAmounts, type TaxDocumentContent } from "./document-facts.ts";
import type { DocumentOrder } from "./order-facts.ts";

export type UnnumberedInvoice = {
  readonly kind: "tax_invoice";
  readonly form: TaxInvoiceForm;
  readonly vatNumber: string;
  readonly riyals: RiyalAmounts;
  readonly content: TaxDocumentContent;
};

/**
 * The tax invoice of an order as its rows are now.
 * @returns null when it gets none (decision 0013): the merchant has no VAT number, or had none when the order was made,
 *   so that it was priced without VAT; or it is in a foreign currency without its worth in riyals (see `inTaxCurrency`)
 */
export function invoiceOfOrder({ facts, taxForm }: DocumentOrder): UnnumberedInvoice | null {
  const { vatNumber } = facts.seller;
  const riyals = worthWithVat(facts);
  if (!vatNumber || !riyals) return null;
  return {
    kind: "tax_invoice",
    // Orders of earlier releases have the form that their buyer's VAT number gives them.
    form: taxForm ?? taxInvoiceForm(facts.buyer),
    vatNumber,
    riyals,
    content: {
      version: contentVersion,
      facts,
      riyals: facts.currency === taxCurrency ? null : riyals,
      original: null,
    },
  };
}

/** Whether an order was sold with VAT by a number that its seller does not have any more: its invoice waits for that. */
export function lacksNumber({ facts }: DocumentOrder): boolean {
  return !facts.seller.vatNumber && worthWithVat(facts) !== null;
}

/** What was sold with VAT, in riyals; null for an order that was priced without, or has no worth in riyals. */
function worthWithVat(facts: DocumentOrder["facts"]): RiyalAmounts | null {
  if (facts.lines.every((line) => line.vatBps === null)) return null;
  return inTaxCurrency({ taxable: facts.taxable, vat: facts.vat, total: facts.total }, facts);
}
