/**
 * What a tax invoice must be able to say, asked for when an invoice is issued and not found missing when it is paid
 * (decision 0013): the reason of every rate of zero, a business buyer's name and address, the worth in riyals. A
 * seller without a VAT number issues no tax invoices, so nothing of this is asked of them.
 */
import type { NewInvoice } from "#contract/invoices.ts";
import { standardVatBps } from "#core/percent.ts";
import { namesBuyer, taxCurrency, type VatExemption } from "#core/tax-invoice.ts";
import type { ClientToIssue } from "../orders/insert-order.ts";
import type { OrderToIssue } from "../orders/issue-order.ts";
import type { FieldReader } from "./field-reader.ts";

/** What the rules need to know of the merchant. */
export type Seller = { readonly vatNumber: string | null };

/** Reads the rate of a line and the reason of a rate of zero. */
export function readVat(
  reader: FieldReader,
  line: NewInvoice["lines"][number],
  options: { readonly path: string; readonly seller: Seller },
): { readonly vatBps: number; readonly vatExemption: VatExemption | null } {
  const { path, seller } = options;
  const bps = line.vatRate === undefined ? standardVatBps : reader.percent(`${path}.vatRate`, line.vatRate);
  if (bps === null) return { vatBps: 0, vatExemption: null };
  const exemption = line.vatExemption ?? null;
  if (bps > 0 && exemption !== null) {
    reader.wrong(`${path}.vatExemption`, "not_allowed", "only a vatRate of 0 has a reason");
  }
  if (bps === 0 && exemption === null && seller.vatNumber !== null) {
    reader.wrong(`${path}.vatExemption`, "required", "a vatRate of 0 needs its reason for the tax invoice");
  }
  return { vatBps: bps, vatExemption: exemption };
}

/** Checks what a tax invoice says of the buyer and of the currency. */
export function checkTaxInvoice(
  reader: FieldReader,
  input: Pick<OrderToIssue, "lines" | "client" | "currency" | "foreignEquivalent">,
  seller: Seller,
): void {
  if (seller.vatNumber === null) return;
  const { client, foreignEquivalent } = input;
  if (client?.vatNumber && !reader.isWrong("client.vatNumber")) checkBusinessBuyer(reader, client, seller);
  else if (
    !client?.name &&
    input.lines.some(({ vatExemption }) => vatExemption && namesBuyer(vatExemption))
  ) {
    reader.wrong("client.name", "required", "a tax invoice for education or healthcare names the citizen");
  }
  const isForeign = input.currency !== taxCurrency && !reader.isWrong("currency");
  if (isForeign && foreignEquivalent?.currency !== taxCurrency) {
    reader.wrong(
      "foreignEquivalent",
      "riyal_equivalent_required",
      "an invoice in another currency needs its worth in SAR for the tax invoice",
    );
  }
}

/** A standard tax invoice is made out to somebody with an address, who is not the seller. */
function checkBusinessBuyer(reader: FieldReader, client: ClientToIssue, seller: Seller): void {
  const words = "a standard tax invoice names the business and its address";
  if (client.name === null) reader.wrong("client.name", "required", words);
  if (client.address === null) reader.wrong("client.address", "required", words);
  if (client.vatNumber === seller.vatNumber)
    reader.wrong("client.vatNumber", "own_vat_number", "must not be your own");
}
