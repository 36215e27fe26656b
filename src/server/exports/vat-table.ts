/** The VAT return as a file: a row for each box, as its report has them. */
import type { ExportQuery } from "#contract/exports.ts";
import type { Language } from "#core/language.ts";
import { minor } from "#core/money.ts";
import { taxCurrency } from "#core/tax/tax-invoice.ts";
import { type VatBox, vatBoxes } from "#core/tax/vat-return.ts";
import { checkDays } from "../reports/report-period.ts";
import { sumVatBoxes, totalOfBoxes, type VatSums } from "../reports/vat-return.ts";
import type { Cell, ExportTable, Scope } from "./export-table.ts";
import { exportTexts } from "./export-texts.ts";

type VatScope = Scope<ExportQuery<"vat">>;

/** Every box in the order of the form, then the sum as its box 6. */
export const vatTable: ExportTable<ExportQuery<"vat">> = {
  columns: ["box", "vatAmount", "vatAdjustment", "vat"],
  count: async ({ query }) => {
    checkDays(query);
    return await Promise.resolve(vatBoxes.length + 1);
  },
  pages: async function* ({ db, merchantId, query }: VatScope, language) {
    const sums = await sumVatBoxes(db, { merchantId, days: { from: query.from, to: query.to } });
    const rows = [...sums].map(([box, of]) => rowOf({ box, of }, language));
    yield [...rows, rowOf({ box: "total", of: totalOfBoxes(sums) }, language)];
  },
};

function rowOf(
  { box, of }: { readonly box: VatBox | "total"; readonly of: VatSums },
  language: Language,
): readonly Cell[] {
  const riyals = (halalas: number): Cell => ({
    kind: "amount",
    amount: minor(halalas),
    currency: taxCurrency,
  });
  return [
    { kind: "text", text: exportTexts(language).words.box[box] },
    riyals(of.amount),
    riyals(of.adjustment),
    riyals(of.vat),
  ];
}
