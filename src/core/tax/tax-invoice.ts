/**
 * Rules of Saudi tax invoices and credit notes (VAT Implementing Regulations, article 53; design facts of the tax
 * authority's e-invoicing rules): which form an invoice takes, what VAT category a line has and how numbers are
 * written. What a credit note takes back is in `credit-note.ts`. Pure; texts are in the documents' translations.
 */
import {
  currencyExponent,
  divideHalfUp,
  formatDecimal,
  type Minor,
  minor,
  sum,
  timesRatio,
  zero,
} from "../money.ts";
import { priceOf, type Quantity, wholeQuantity } from "../pricing/quantity.ts";

/** VAT is always stated in this currency, whatever the order's own. */
export const taxCurrency = "SAR";

export const taxDocumentKinds = ["tax_invoice", "credit_note", "debit_note"] as const;

export type TaxDocumentKind = (typeof taxDocumentKinds)[number];

/** A standard tax invoice lets its buyer deduct the VAT; a simplified one is for all others. */
export type TaxInvoiceForm = "standard" | "simplified";

/** A buyer who is registered for VAT must get the standard form; without a name it has no addressee. */
export function taxInvoiceForm(
  buyer: { readonly name: string | null; readonly vatNumber: string | null } | null,
): TaxInvoiceForm {
  return buyer?.vatNumber && buyer.name ? "standard" : "simplified";
}

/** Standard rate, zero-rated, exempt, outside the scope of VAT: the letters of the tax authority. */
export type VatCategory = "S" | "Z" | "E" | "O";

/** Why a line carries no VAT: the tax authority's codes (BR-KSA-CL-04 of its rules), each with its category. */
export const vatExemptions = {
  "VATEX-SA-29": "E",
  "VATEX-SA-29-7": "E",
  "VATEX-SA-30": "E",
  "VATEX-SA-32": "Z",
  "VATEX-SA-32(bis)": "Z",
  "VATEX-SA-33": "Z",
  "VATEX-SA-34-1": "Z",
  "VATEX-SA-34-2": "Z",
  "VATEX-SA-34-3": "Z",
  "VATEX-SA-34-4": "Z",
  "VATEX-SA-34-5": "Z",
  "VATEX-SA-35": "Z",
  "VATEX-SA-36": "Z",
  "VATEX-SA-EDU": "Z",
  "VATEX-SA-HEA": "Z",
  "VATEX-SA-MLTRY": "Z",
  "VATEX-SA-DIPLOMAT": "Z",
  "VATEX-SA-DUTYFREE": "Z",
  "VATEX-SA-ROYALDECREE": "Z",
  "VATEX-SA-OOS": "O",
} as const satisfies Record<string, VatCategory>;

export type VatExemption = keyof typeof vatExemptions;

/** Private education and healthcare of citizens: the invoice says whose. */
export function namesBuyer(exemption: VatExemption): boolean {
  return exemption === "VATEX-SA-EDU" || exemption === "VATEX-SA-HEA";
}

/** Whether a text is one of the codes. */
export function isVatExemption(text: string): text is VatExemption {
  return Object.hasOwn(vatExemptions, text);
}

/** The category of a line. Without a reason, a rate of zero is zero-rated and no rate at all is out of scope. */
export function vatCategory(line: {
  readonly vatBps: number | null;
  readonly exemption: VatExemption | null;
}): VatCategory {
  if (line.vatBps !== null && line.vatBps > 0) return "S";
  if (line.exemption !== null) return vatExemptions[line.exemption];
  return line.vatBps === 0 ? "Z" : "O";
}

/** What the rules need to know of a line; amounts in minor units of the document's currency. */
export type TaxLine = {
  readonly vatBps: number | null;
  readonly exemption: VatExemption | null;
  /** As it was kept; else it follows from rate and reason. */
  readonly category?: VatCategory;
  /** Net of VAT, after the discount. */
  readonly taxable: Minor;
  readonly vat: Minor;
};

/** One row of the VAT summary: everything sold under one category, rate and reason. */
export type VatGroup = {
  readonly category: VatCategory;
  readonly vatBps: number;
  readonly exemption: VatExemption | null;
  readonly taxable: Minor;
  readonly vat: Minor;
};

/** Sums lines by category, rate and reason, in the order in which they first occur. */
export function vatGroups(lines: readonly TaxLine[]): VatGroup[] {
  const groups = new Map<string, VatGroup>();
  for (const line of lines) {
    const category = line.category ?? vatCategory(line);
    const vatBps = category === "S" ? (line.vatBps ?? 0) : 0;
    const exemption = category === "S" ? null : line.exemption;
    const key = `${category} ${vatBps} ${exemption ?? ""}`;
    const before = groups.get(key);
    groups.set(key, {
      category,
      vatBps,
      exemption,
      taxable: sum([before?.taxable ?? zero, line.taxable]),
      vat: sum([before?.vat ?? zero, line.vat]),
    });
  }
  return [...groups.values()];
}

type Amounts = { readonly taxable: Minor; readonly vat: Minor; readonly total: Minor };

/**
 * A document's amounts in riyals, which its VAT must be stated in. An order in another currency needs its riyal
 * equivalent on record; without one there is no rate to convert by, and the result is null: no tax invoice can be
 * issued for it.
 * @param order currency and total of the whole order, with the equivalent that was agreed with the buyer, if any
 */
export function inTaxCurrency(
  amounts: Amounts,
  order: {
    readonly currency: string;
    readonly total: Minor;
    readonly foreign: { readonly currency: string; readonly total: Minor } | null;
  },
): Amounts | null {
  if (order.currency === taxCurrency) return amounts;
  if (order.foreign?.currency !== taxCurrency) return null;
  const total = timesRatio(amounts.total, order.foreign.total, order.total);
  const vat = timesRatio(amounts.vat, order.foreign.total, order.total);
  return { taxable: minor(total - vat), vat, total };
}

/** What stands before the numbers of merchants who have not chosen anything else. */
export const defaultPrefixes: Readonly<Record<TaxDocumentKind, string>> = {
  tax_invoice: "INV-",
  credit_note: "CN-",
  debit_note: "DN-",
};

/** The number as printed: the prefix of its series and at least six digits, "INV-000042" or "CN-000007". */
export function taxDocumentNumber(prefix: string, sequence: number): string {
  return `${prefix}${String(sequence).padStart(6, "0")}`;
}

/** Quantities go up to 100,000, so six decimals more than the currency's always suffice. */
const maxExtraDecimals = 6;

/**
 * The unit price that a line states, with the fewest decimals that come to the line's amount: the price that was
 * agreed where it does, more decimals where a price with VAT does not divide evenly (decision M2).
 * @param line its net amount, and the agreed net unit price where it is known
 */
export function unitPriceText(
  line: { readonly net: Minor; readonly qty: Quantity; readonly unitPrice: Minor | null },
  currency: string,
): string {
  if (line.unitPrice !== null && priceOf(line.qty, line.unitPrice) === line.net)
    return formatDecimal(line.unitPrice, currency);
  const net = BigInt(line.net);
  const units = BigInt(line.qty);
  const one = BigInt(wholeQuantity(1));
  let extra = 0;
  let price = divideHalfUp(net * one, units);
  while (extra < maxExtraDecimals && divideHalfUp(price * units, one * 10n ** BigInt(extra)) !== net) {
    extra += 1;
    price = divideHalfUp(net * one * 10n ** BigInt(extra), units);
  }
  const decimals = currencyExponent(currency) + extra;
  const digits = String(price).padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
