/**
 * What a tax invoice must be able to say, asked for when an invoice is issued and not found missing when it is paid
 * (decision 0013): the reason of every rate of zero, the worth in riyals; the buyer is in `client-input.ts`. A seller
 * without a VAT number issues no tax invoices, so nothing of this is asked of them.
 */
import type { NewInvoice } from "#contract/new-invoice.ts";
import { currencyExponent } from "#core/money.ts";
import { standardVatBps } from "#core/pricing/percent.ts";
import {
  namesBuyer,
  taxCurrency,
  type VatCategory,
  type VatExemption,
  vatExemptions,
} from "#core/tax/tax-invoice.ts";
import type { LineToIssue } from "../orders/order-lines.ts";
import type { OrderToIssue } from "../orders/order-to-issue.ts";
import type { FieldReader } from "./field-reader.ts";

/** What the rules need to know of the merchant. */
export type Seller = { readonly vatNumber: string | null };

/** The rates of Saudi VAT, basis points; 5 % is what supplies of before July 2020 carry. */
const lawfulRates: readonly number[] = [1_500, 500, 0];

/** Reads a rate. A seller with a VAT number charges one that the law has: the authority rejects every other. */
export function readRate(reader: FieldReader, path: string, text: string, seller: Seller): number | null {
  const bps = reader.percent(path, text);
  if (bps !== null && seller.vatNumber !== null && !lawfulRates.includes(bps)) {
    reader.wrong(path, "unknown_rate", "a seller with a VAT number charges 15, 5 or 0");
  }
  return bps;
}

/** Checks that a rate of zero, and no other, has its reason. */
export function checkReason(
  reader: FieldReader,
  path: string,
  vat: { readonly bps: number | null; readonly exemption: VatExemption | null; readonly seller: Seller },
): void {
  if (vat.bps !== 0 && vat.exemption !== null)
    reader.wrong(path, "not_allowed", "only a vatRate of 0 has a reason");
  if (vat.bps === 0 && vat.exemption === null && vat.seller.vatNumber !== null) {
    reader.wrong(path, "required", "a vatRate of 0 needs its reason for the tax invoice");
  }
}

/** Reads the rate of a line and the reason of a rate of zero. */
export function readVat(
  reader: FieldReader,
  line: NewInvoice["lines"][number],
  { path, seller }: { readonly path: string; readonly seller: Seller },
): Pick<LineToIssue, "vat_bps" | "vat_exemption"> {
  const bps =
    line.vatRate === undefined ? standardVatBps : readRate(reader, `${path}.vatRate`, line.vatRate, seller);
  if (bps === null) return { vat_bps: 0, vat_exemption: null };
  const exemption = line.vatExemption ?? null;
  checkReason(reader, `${path}.vatExemption`, { bps, exemption, seller });
  return { vat_bps: bps, vat_exemption: exemption };
}

/** Checks what a tax invoice says of the buyer and of the currency. */
export function checkTaxInvoice(
  reader: FieldReader,
  input: Pick<OrderToIssue, "lines" | "client" | "currency" | "foreignEquivalent">,
  seller: Seller,
): void {
  if (seller.vatNumber === null) return;
  const { client, foreignEquivalent } = input;
  if (input.lines.some((line) => line.vat_exemption && namesBuyer(line.vat_exemption)))
    checkCitizen(reader, client);
  checkOneReason(reader, input.lines);
  if (currencyExponent(input.currency) > taxDecimals && !reader.isWrong("currency")) {
    reader.wrong("currency", "too_many_decimals", "tax invoices have amounts of two decimals at most");
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

/**
 * Education and healthcare carry no VAT for citizens only: their name (BR-KSA-25) and national id (BR-KSA-49) prove it.
 */
function checkCitizen(reader: FieldReader, client: OrderToIssue["client"]): void {
  if (!client?.name && !client?.legalName)
    reader.wrong("client.name", "required", "a tax invoice for education or healthcare names the citizen");
  if (client?.identification?.scheme !== "NAT" && !reader.isWrong("client.identification.value")) {
    const words =
      "a tax invoice for education or healthcare has the citizen's national id, of the scheme NAT";
    reader.wrong("client.identification", "national_id_required", words);
  }
}

/** Amounts of tax documents have two decimals (BR-DEC-01 of the authority's rules). */
const taxDecimals = 2;

/** A tax invoice states one reason for each category (BR-Z-08, BR-E-08 of the authority's rules). */
export function checkOneReason(
  reader: FieldReader,
  lines: readonly Pick<LineToIssue, "vat_exemption">[],
): void {
  const reasons = new Map<VatCategory, VatExemption>();
  for (const [index, { vat_exemption: exemption }] of lines.entries()) {
    if (exemption === null) continue;
    const category = vatExemptions[exemption];
    const first = reasons.get(category) ?? exemption;
    reasons.set(category, first);
    if (first !== exemption) {
      const message = `a tax invoice has one reason for each category: issue another invoice for ${exemption}`;
      reader.wrong(`lines.${index}.vatExemption`, "second_reason", message);
    }
  }
}
