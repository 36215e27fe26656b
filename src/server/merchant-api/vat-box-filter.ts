/** The documents behind a figure of the VAT return. */
import { type RawBuilder, sql } from "kysely";
import type { Minor } from "#core/money.ts";
import { standardVatBps } from "#core/pricing/percent.ts";
import { type VatExemption, vatExemptions } from "#core/tax/tax-invoice.ts";
import { boxOf, type VatBox } from "#core/tax/vat-return.ts";
import { isInForce } from "../documents/tax-document-store.ts";

/** Of the documents `d`: those that count and state something of a box (core/tax/vat-return.ts). */
export function isOfBox(box: VatBox): RawBuilder<boolean> {
  return sql<boolean>`exists (select from tax_document_vat v
    where v.merchant_id = d.merchant_id and v.document_id = d.id and ${conditionOf(box)}) and ${isInForce}`;
}

/** What the document `d` adds to a box, in halalas; null without one. */
export function sumsInBox(
  box: VatBox | undefined,
): RawBuilder<{ readonly taxable: Minor; readonly vat: Minor } | null> {
  if (box === undefined) return sql`null::jsonb`;
  return sql`(select jsonb_build_object('taxable', sum(v.taxable_sar), 'vat', sum(v.vat_sar)) from tax_document_vat v
    where v.merchant_id = d.merchant_id and v.document_id = d.id and ${conditionOf(box)})`;
}

function conditionOf(box: VatBox): RawBuilder<boolean> {
  switch (box) {
    case "standardRated":
      return sql`v.category = 'S' and v.vat_bps = ${standardVatBps}`;
    case "otherRate":
      return sql`v.category = 'S' and v.vat_bps <> ${standardVatBps}`;
    case "exempt":
      return sql`v.category = 'E'`;
    case "outOfScope":
      return sql`v.category = 'O'`;
    case "governmentPays":
    case "zeroRated":
    case "exports":
      return sql`v.category = 'Z' and v.exemption in (${sql.join(reasonsOf(box))})`;
  }
}

/** Reasons of zero-rated lines that belong to a box; the empty text is a line without one. */
function reasonsOf(box: VatBox): string[] {
  const reasons = Object.keys(vatExemptions) as VatExemption[];
  const zero = { category: "Z", vatBps: 0 } as const;
  return [null, ...reasons]
    .filter((exemption) => boxOf({ ...zero, exemption }) === box)
    .map((exemption) => exemption ?? "");
}
