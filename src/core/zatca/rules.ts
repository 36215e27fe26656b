/**
 * What the tax authority rejects a document for, or warns of (its rules, release R3.4.7), as far as it can be broken
 * by what merchants and buyers say: found before anything is issued, not after. Pure.
 */
import { currencyExponent, sum, timesRatio } from "../money.ts";
import { namesBuyer } from "../tax/tax-invoice.ts";
import { homeCountry, isArabicName, missingOfAddress } from "../tax/tax-party.ts";
import { type EInvoice, type EInvoiceLine, vatBreakdown } from "./e-invoice.ts";

/** A rule that a document breaks, by the authority's own name, and what it is about. */
export type EInvoiceFinding = { readonly rule: string; readonly about: string };

/** Everything that the authority would find; nothing for a document that it accepts. */
export function findingsOf(invoice: EInvoice): EInvoiceFinding[] {
  return [
    ...sellerFindings(invoice),
    ...buyerFindings(invoice),
    ...correctionFindings(invoice),
    ...invoice.lines.flatMap((line, index) => lineFindings(line, invoice.currency, `lines.${index}`)),
    ...vatFindings(invoice),
    ...sumFindings(invoice),
  ];
}

function when(isBroken: boolean, rule: string, about: string): EInvoiceFinding[] {
  return isBroken ? [{ rule, about }] : [];
}

const saudiVatNumber = /^3\d{13}3$/;

function sellerFindings({ seller }: EInvoice): EInvoiceFinding[] {
  return [
    ...when(!isArabicName(seller.name), "BR-06", "seller.name"),
    ...when(!saudiVatNumber.test(seller.vatNumber), "BR-KSA-40", "seller.vatNumber"),
    ...when(seller.identification === null, "BR-KSA-08", "seller.identification"),
    ...missingOfAddress(seller.address).map((part) => ({
      rule: "BR-KSA-09",
      about: `seller.address.${part}`,
    })),
  ];
}

function buyerFindings({ buyer, form, seller, lines }: EInvoice): EInvoiceFinding[] {
  const isCitizens = lines.some(({ exemption }) => exemption !== null && namesBuyer(exemption.code));
  const country = buyer?.address?.country ?? homeCountry;
  const vatNumber = buyer?.vatNumber ?? null;
  const isStandard = form === "standard";
  const needsName = isStandard || isCitizens;
  const identification = buyer?.identification ?? null;
  return [
    ...when(needsName && !buyer?.name, isStandard ? "BR-KSA-42" : "BR-KSA-25", "buyer.name"),
    ...when(
      vatNumber !== null && country === homeCountry && !saudiVatNumber.test(vatNumber),
      "BR-KSA-44",
      "buyer.vatNumber",
    ),
    ...when(vatNumber === seller.vatNumber, "BR-CUSTOM-VALIDATION-01", "buyer.vatNumber"),
    ...when(isCitizens && identification?.scheme !== "NAT", "BR-KSA-49", "buyer.identification"),
    ...when(isStandard && vatNumber === null && identification === null, "BR-KSA-81", "buyer.identification"),
    ...(isStandard
      ? missingOfAddress(buyer?.address ?? null).map((part) => ({
          rule: country === homeCountry ? "BR-KSA-63" : "BR-KSA-10",
          about: `buyer.address.${part}`,
        }))
      : []),
  ];
}

function correctionFindings({ kind, correction }: EInvoice): EInvoiceFinding[] {
  const isNote = kind !== "tax_invoice";
  return [
    ...when(isNote && !correction?.number, "BR-KSA-56", "correction.number"),
    ...when(isNote && !correction?.reason.trim(), "BR-KSA-17", "correction.reason"),
  ];
}

const lawfulRates: readonly number[] = [1_500, 500];

function lineFindings(line: EInvoiceLine, currency: string, at: string): EInvoiceFinding[] {
  const isStandardRate = line.category === "S";
  return [
    ...when(line.title.trim() === "", "BR-25", `${at}.title`),
    ...when(isStandardRate && !lawfulRates.includes(line.vatBps), "BR-KSA-84", `${at}.vatBps`),
    ...when(!isStandardRate && line.vatBps !== 0, `BR-${line.category}-05`, `${at}.vatBps`),
    ...when(!isStandardRate && line.vat !== 0, `BR-${line.category}-09`, `${at}.vat`),
    ...when(!isStandardRate && line.exemption === null, "BR-KSA-83", `${at}.exemption`),
    ...when(line.taxable < 0 || line.discount < 0 || line.vat < 0, "BR-KSA-F-04", at),
    ...when(!comesTo(line, currency), "BR-KSA-EN16931-11", `${at}.taxable`),
  ];
}

/** Quantity times price less the discount is the net amount, to a hundredth. */
function comesTo({ quantity, unitPrice, discount, taxable }: EInvoiceLine, currency: string): boolean {
  const [whole = "", fraction = ""] = unitPrice.split(".");
  if (!/^\d+$/.test(`${whole}${fraction}`)) return false;
  const exponent = currencyExponent(currency);
  // Scaled to whole numbers: a price has up to nine decimals more than the currency, a quantity three.
  const price = BigInt(`${whole}${fraction.padEnd(exponent + 9, "0")}`);
  const difference = price * BigInt(quantity) - BigInt(taxable + discount) * 10n ** 12n;
  return (difference < 0n ? -difference : difference) <= 10n ** BigInt(exponent + 10);
}

/** One reason per category, and VAT that differs from base times rate by no more than a hundredth per line. */
function vatFindings({ lines }: EInvoice): EInvoiceFinding[] {
  const groups = vatBreakdown(lines);
  const reasons = new Map<string, Set<string>>();
  for (const { category, exemption } of lines) {
    if (exemption === null) continue;
    reasons.set(category, (reasons.get(category) ?? new Set()).add(exemption.code));
  }
  return [
    ...[...reasons].flatMap(([category, codes]) =>
      when(codes.size > 1, `BR-${category}-08`, "lines.exemption"),
    ),
    ...groups.flatMap(({ category, vatBps, taxable, vat, lineCount }) =>
      when(
        category === "S" && Math.abs(timesRatio(taxable, vatBps, 10_000) - vat) > lineCount,
        "BR-CO-17",
        `vat.${category}.${vatBps}`,
      ),
    ),
  ];
}

function sumFindings(invoice: EInvoice): EInvoiceFinding[] {
  const { lines, taxable, vat, total, currency } = invoice;
  return [
    ...when(lines.length === 0, "BR-16", "lines"),
    ...when(sum(lines.map((line) => line.taxable)) !== taxable, "BR-CO-10", "taxable"),
    ...when(sum(lines.map((line) => line.vat)) !== vat, "BR-CO-14", "vat"),
    ...when(taxable + vat !== total, "BR-CO-15", "total"),
    ...when(currencyExponent(currency) > 2, "BR-DEC-12", "currency"),
  ];
}
