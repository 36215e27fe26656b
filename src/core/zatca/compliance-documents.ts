/**
 * The documents of the compliance check: invoice, credit note and debit note of both forms, which a unit shows before
 * it gets its certificate (developer portal manual, step 3). They are of nobody and count for nothing. Pure.
 */
import { minor, zero } from "../money.ts";
import { wholeQuantity } from "../pricing/quantity.ts";
import type { TaxInvoiceForm } from "../tax/tax-invoice.ts";
import { homeCountry } from "../tax/tax-party.ts";
import { type EInvoice, type EInvoiceBuyer, type EInvoiceKind, typeCodes } from "./e-invoice.ts";

/** A document without its place in a chain. */
export type ComplianceDocument = Omit<EInvoice, "uuid" | "counter" | "previousHash">;

const forms: readonly TaxInvoiceForm[] = ["simplified", "standard"];

/**
 * The six documents, in the order in which they are sent.
 * @param seller as the merchant's own invoices name it
 * @param issuedAt in Riyadh, "2026-11-20T02:05:09"
 */
export function complianceDocuments(seller: EInvoice["seller"], issuedAt: string): ComplianceDocument[] {
  return forms.flatMap((form) =>
    (Object.keys(typeCodes) as EInvoiceKind[]).map((kind) => ({
      kind,
      form,
      number: `CHECK-${form === "standard" ? "1" : "2"}-${typeCodes[kind]}`,
      issuedAt,
      currency: "SAR",
      lines: [line],
      taxable: minor(10_000),
      vat: minor(1_500),
      total: minor(11_500),
      vatInRiyals: minor(1_500),
      seller,
      buyer: form === "standard" ? buyerFor(seller.vatNumber) : null,
      suppliedOn: issuedAt.slice(0, 10),
      payment: "card" as const,
      correction:
        kind === "tax_invoice"
          ? null
          : { number: `CHECK-${form === "standard" ? "1" : "2"}-388`, reason: "Compliance check" },
    })),
  );
}

const line: EInvoice["lines"][number] = {
  title: "Compliance check",
  quantity: wholeQuantity(1),
  unit: "PCE",
  unitPrice: "100.00",
  discount: zero,
  taxable: minor(10_000),
  vatBps: 1_500,
  category: "S",
  exemption: null,
  vat: minor(1_500),
};

/** Another one than the seller (BR-CUSTOM-VALIDATION-01). */
function buyerFor(sellerVatNumber: string): EInvoiceBuyer {
  const vatNumber = "399999999800003";
  return {
    name: "Compliance check",
    vatNumber: vatNumber === sellerVatNumber ? "399999999900003" : vatNumber,
    identification: null,
    address: {
      street: "King Fahd Road",
      buildingNumber: "1234",
      additionalNumber: null,
      district: "Al Olaya",
      postalCode: "12211",
      city: "Riyadh",
      country: homeCountry,
    },
  };
}
