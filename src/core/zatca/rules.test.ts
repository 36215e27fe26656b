/** Each rule is broken once, by one change of a document that breaks none. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { eBuyers, eSeller, oneLineOf } from "#test/e-invoices.ts";
import { minor, zero } from "../money.ts";
import type { EInvoice, EInvoiceLine } from "./e-invoice.ts";
import { findingsOf } from "./rules.ts";

const [line] = oneLineOf().lines as [EInvoiceLine];
const standard: EInvoice = { ...oneLineOf(), form: "standard", buyer: eBuyers.company };
const note: EInvoice = {
  ...oneLineOf(),
  kind: "credit_note",
  correction: { number: "INV-1", reason: "إرجاع" },
};
const exempt = (code: "VATEX-SA-EDU" | "VATEX-SA-35" | "VATEX-SA-32"): EInvoiceLine => ({
  ...line,
  category: "Z",
  vatBps: 0,
  vat: zero,
  exemption: { code, reason: "سبب" },
});
const withLines = (...lines: EInvoiceLine[]): EInvoice => {
  const taxable = minor(lines.reduce((total, one) => total + one.taxable, 0));
  const vat = minor(lines.reduce((total, one) => total + one.vat, 0));
  return { ...oneLineOf(), lines, taxable, vat, vatInRiyals: vat, total: minor(taxable + vat) };
};

const broken: readonly (readonly [rule: string, about: string, invoice: EInvoice])[] = [
  ["BR-06", "seller.name", { ...standard, seller: { ...eSeller, name: "Nakheel" } }],
  ["BR-KSA-40", "seller.vatNumber", { ...standard, seller: { ...eSeller, vatNumber: "31012239350000" } }],
  ["BR-KSA-08", "seller.identification", { ...standard, seller: { ...eSeller, identification: null } }],
  [
    "BR-KSA-09",
    "seller.address.district",
    { ...standard, seller: { ...eSeller, address: { ...eBuyers.company.address, district: null } } },
  ],
  ["BR-KSA-42", "buyer.name", { ...standard, buyer: { ...eBuyers.company, name: null } }],
  ["BR-KSA-44", "buyer.vatNumber", { ...standard, buyer: { ...eBuyers.company, vatNumber: "12" } }],
  [
    "BR-CUSTOM-VALIDATION-01",
    "buyer.vatNumber",
    { ...standard, buyer: { ...eBuyers.company, vatNumber: eSeller.vatNumber } },
  ],
  ["BR-KSA-81", "buyer.identification", { ...standard, buyer: { ...eBuyers.company, vatNumber: null } }],
  [
    "BR-KSA-63",
    "buyer.address.city",
    { ...standard, buyer: { ...eBuyers.company, address: { ...eBuyers.company.address, city: null } } },
  ],
  [
    "BR-KSA-10",
    "buyer.address.city",
    { ...standard, buyer: { ...eBuyers.foreign, address: { ...eBuyers.foreign.address, city: null } } },
  ],
  [
    "BR-KSA-25",
    "buyer.name",
    { ...withLines(exempt("VATEX-SA-EDU")), buyer: { ...eBuyers.citizen, name: null } },
  ],
  ["BR-KSA-49", "buyer.identification", { ...withLines(exempt("VATEX-SA-EDU")), buyer: eBuyers.person }],
  ["BR-KSA-56", "correction.number", { ...note, correction: { number: "", reason: "إرجاع" } }],
  ["BR-KSA-17", "correction.reason", { ...note, correction: { number: "INV-1", reason: " " } }],
  ["BR-25", "lines.0.title", withLines({ ...line, title: " " })],
  ["BR-KSA-84", "lines.0.vatBps", withLines({ ...line, vatBps: 777, vat: minor(777) })],
  ["BR-Z-05", "lines.0.vatBps", withLines({ ...exempt("VATEX-SA-35"), vatBps: 1_500 })],
  ["BR-Z-09", "lines.0.vat", withLines({ ...exempt("VATEX-SA-35"), vat: minor(1) })],
  ["BR-KSA-83", "lines.0.exemption", withLines({ ...exempt("VATEX-SA-35"), exemption: null })],
  ["BR-KSA-EN16931-11", "lines.0.taxable", withLines({ ...line, unitPrice: "99.98" })],
  ["BR-Z-08", "lines.exemption", withLines(exempt("VATEX-SA-35"), exempt("VATEX-SA-32"))],
  ["BR-CO-17", "vat.S.1500", withLines({ ...line, vat: minor(1_502) })],
  ["BR-CO-10", "taxable", { ...oneLineOf(), taxable: minor(9_999), total: minor(11_499) }],
  ["BR-CO-14", "vat", { ...oneLineOf(), vat: minor(1_499), total: minor(11_499) }],
  ["BR-CO-15", "total", { ...oneLineOf(), total: minor(11_499) }],
];

for (const [rule, about, invoice] of broken) {
  test(`${rule}: ${about} is found, and nothing else`, () => {
    assert.deepEqual(findingsOf(invoice), [{ rule, about }]);
  });
}

test("documents of each form that say all there is to say break no rule", () => {
  for (const invoice of [oneLineOf(), standard, note, { ...standard, buyer: eBuyers.foreign }])
    assert.deepEqual(findingsOf(invoice), []);
});

test("a unit price with as many decimals as it takes comes to its line, and a hundredth more is borne", () => {
  const ofThree = { ...line, quantity: 3_000 as EInvoiceLine["quantity"] };
  for (const unitPrice of ["33.333333333", "33.33", "33.3366"])
    assert.deepEqual(findingsOf(withLines({ ...ofThree, unitPrice })), [], unitPrice);
  for (const unitPrice of ["33.3", "33.34", "33,33", ""])
    assert.equal(findingsOf(withLines({ ...ofThree, unitPrice }))[0]?.rule, "BR-KSA-EN16931-11", unitPrice);
});
