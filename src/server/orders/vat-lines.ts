/** The VAT of an order by rate, as pages show it: an order of two rates has no one rate. */
import type { VatLineModel } from "#contract/order.ts";
import { minor, toJsonNumber } from "#core/money.ts";
import { type VatGroup, vatGroups } from "#core/tax/tax-invoice.ts";
import { exemptionTexts } from "../texts/line-texts.ts";
import type { OrderLine } from "./order-lines.ts";

type TaxedLine = Pick<OrderLine, "vat_bps" | "vat_exemption" | "line_net" | "line_discount" | "line_vat">;

/**
 * One entry for each rate and reason, in the order in which they first occur. Lines that no VAT was applied to and
 * that give no reason, as those of a seller without a VAT number, have none.
 */
export function toVatLines(order: {
  readonly currency: string;
  readonly lines: readonly TaxedLine[];
}): VatLineModel[] {
  const lines = order.lines.filter((line) => line.vat_bps !== null || line.vat_exemption !== null);
  const groups = vatGroups(
    lines.map((line) => ({
      vatBps: line.vat_bps,
      exemption: line.vat_exemption,
      taxable: minor(line.line_net - line.line_discount),
      vat: line.line_vat,
    })),
  );
  return groups.map((group) => vatLineOf(group, order.currency));
}

/** A row of a VAT summary as pages show it. */
export function vatLineOf({ vatBps, taxable, vat, exemption }: VatGroup, currency: string): VatLineModel {
  return {
    rate: vatBps / 10_000,
    taxable: toJsonNumber(taxable, currency),
    vat: toJsonNumber(vat, currency),
    exemption: exemption && { code: exemption, ...exemptionTexts(exemption) },
  };
}
