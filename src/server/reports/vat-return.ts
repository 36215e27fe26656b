/** The VAT return of a period: what tax documents state, box by box, and the calls that list them. */
import { type Kysely, sql } from "kysely";
import type { VatReturn } from "#contract/reports.ts";
import { formatDecimal, minor } from "#core/money.ts";
import {
  isVatExemption,
  type TaxDocumentKind,
  taxCurrency,
  type VatCategory,
} from "#core/tax/tax-invoice.ts";
import { boxOf, numberOfBox, type VatBox, vatBoxes } from "#core/tax/vat-return.ts";
import type { Schema } from "#db/schema.ts";
import { isInForce } from "../documents/tax-document-store.ts";
import { type Days, monthsOf, spanOf } from "./report-period.ts";

/** Halalas. */
export type VatSums = { amount: number; adjustment: number; vat: number };

/** Adds up the documents of one merchant, box by box in the order of the form. */
export async function sumVatBoxes(
  db: Kysely<Schema>,
  { merchantId, days }: { readonly merchantId: number; readonly days: Days },
): Promise<ReadonlyMap<VatBox, VatSums>> {
  const sums = new Map<VatBox, VatSums>(vatBoxes.map((box) => [box, { amount: 0, adjustment: 0, vat: 0 }]));
  for (const month of monthsOf(days)) {
    for (const row of await sumsOf(db, merchantId, month)) {
      const exemption = isVatExemption(row.exemption) ? row.exemption : null;
      const of = sums.get(boxOf({ category: row.category, vatBps: row.vat_bps, exemption }));
      if (!of) throw new Error("a box without sums");
      const sign = row.kind === "credit_note" ? -1 : 1;
      of[row.kind === "tax_invoice" ? "amount" : "adjustment"] += sign * row.taxable;
      of.vat += sign * row.vat;
    }
  }
  return sums;
}

/** Box 6 of the form: all boxes without what is outside the scope of VAT. */
export function totalOfBoxes(sums: ReadonlyMap<VatBox, VatSums>): VatSums {
  const total = { amount: 0, adjustment: 0, vat: 0 };
  for (const [box, of] of sums) {
    if (box === "outOfScope") continue;
    total.amount += of.amount;
    total.adjustment += of.adjustment;
    total.vat += of.vat;
  }
  return total;
}

/**
 * The return of one merchant.
 * @param serverUrl where the calls are that list the documents of each figure
 */
export async function readVatReturn(
  db: Kysely<Schema>,
  {
    merchantId,
    days,
    serverUrl,
  }: { readonly merchantId: number; readonly days: Days; readonly serverUrl: string },
): Promise<VatReturn> {
  const sums = await sumVatBoxes(db, { merchantId, days });
  return {
    ...days,
    currency: taxCurrency,
    boxes: [...sums].map(([box, of]) => ({
      box,
      number: numberOfBox[box],
      ...figures(of),
      taxInvoicesUrl: listUrl(serverUrl, days, { box, kinds: ["tax_invoice"] }),
      creditNotesUrl: listUrl(serverUrl, days, { box, kinds: ["credit_note", "debit_note"] }),
    })),
    total: figures(totalOfBoxes(sums)),
  };
}

type Row = {
  readonly kind: TaxDocumentKind;
  readonly category: VatCategory;
  readonly vat_bps: number;
  readonly exemption: string;
  readonly taxable: number;
  readonly vat: number;
};

async function sumsOf(db: Kysely<Schema>, merchantId: number, days: Days): Promise<readonly Row[]> {
  const { since, before } = spanOf(days);
  const { rows } = await sql<Row>`
    select d.kind, v.category, v.vat_bps, v.exemption, sum(v.taxable_sar)::bigint as taxable, sum(v.vat_sar)::bigint as vat
    from tax_documents d
    join tax_document_vat v on v.merchant_id = d.merchant_id and v.document_id = d.id
    where d.merchant_id = ${merchantId} and d.issued_at >= ${since} and d.issued_at < ${before} and ${isInForce}
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}

function figures({ amount, adjustment, vat }: VatSums) {
  const riyals = (halalas: number): string => formatDecimal(minor(halalas), taxCurrency);
  return { amount: riyals(amount), adjustment: riyals(adjustment), vat: riyals(vat) };
}

function listUrl(
  serverUrl: string,
  days: Days,
  { box, kinds }: { readonly box: VatBox; readonly kinds: readonly TaxDocumentKind[] },
): string {
  const { since, before } = spanOf(days);
  const query = new URLSearchParams({
    vatBox: box,
    kind: kinds.join(","),
    issuedSince: since.toISOString(),
    issuedBefore: before.toISOString(),
  });
  return `${serverUrl}/api/v1/tax-documents?${query}`;
}
