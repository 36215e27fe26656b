/** Lines of a tax document and its VAT breakdown in UBL (BG-25, BG-23). Pure. */
import { formatDecimal, type Minor, sum } from "../money.ts";
import { percentText } from "../pricing/pricing.ts";
import { quantityText } from "../pricing/quantity.ts";
import { branch, leaf, type Xml } from "./canonical-xml.ts";
import { type EInvoice, type EInvoiceLine, vatBreakdown } from "./e-invoice.ts";
import { taxScheme } from "./parties-xml.ts";

/** One line. Its discount is an allowance of the line, so that the sums of the document are sums of its lines. */
export function lineXml(
  line: EInvoiceLine,
  { id, currency }: { readonly id: number; readonly currency: string },
): Xml {
  const amount = (name: string, value: Minor): Xml =>
    leaf(name, formatDecimal(value, currency), { currencyID: currency });
  return branch(
    "cac:InvoiceLine",
    leaf("cbc:ID", String(id)),
    leaf("cbc:InvoicedQuantity", quantityText(line.quantity), { unitCode: line.unit }),
    amount("cbc:LineExtensionAmount", line.taxable),
    line.discount === 0
      ? null
      : branch(
          "cac:AllowanceCharge",
          leaf("cbc:ChargeIndicator", "false"),
          // UNTDID 5189: discount.
          leaf("cbc:AllowanceChargeReasonCode", "95"),
          leaf("cbc:AllowanceChargeReason", "خصم"),
          amount("cbc:Amount", line.discount),
        ),
    branch(
      "cac:TaxTotal",
      amount("cbc:TaxAmount", line.vat),
      // KSA-12, the line with its VAT, stands where UBL has a rounding.
      amount("cbc:RoundingAmount", sum([line.taxable, line.vat])),
    ),
    branch(
      "cac:Item",
      leaf("cbc:Name", line.title),
      branch("cac:ClassifiedTaxCategory", leaf("cbc:ID", line.category), percent(line.vatBps), taxScheme),
    ),
    branch("cac:Price", leaf("cbc:PriceAmount", line.unitPrice, { currencyID: currency })),
  );
}

/** The VAT of each category and rate, with the reason where none is charged. */
export function taxSubtotalXml({ lines, currency }: EInvoice): Xml[] {
  const amount = (name: string, value: Minor): Xml =>
    leaf(name, formatDecimal(value, currency), { currencyID: currency });
  return vatBreakdown(lines).map(({ category, vatBps, exemption, taxable, vat }) =>
    branch(
      "cac:TaxSubtotal",
      amount("cbc:TaxableAmount", taxable),
      amount("cbc:TaxAmount", vat),
      branch(
        "cac:TaxCategory",
        leaf("cbc:ID", category),
        percent(vatBps),
        exemption && leaf("cbc:TaxExemptionReasonCode", exemption.code),
        exemption && leaf("cbc:TaxExemptionReason", exemption.reason),
        taxScheme,
      ),
    ),
  );
}

function percent(bps: number): Xml {
  return leaf("cbc:Percent", percentText(bps));
}
