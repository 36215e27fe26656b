/** The XML of tax documents, read back by a parser that is not ours. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { XmlC14NMode, XmlDocument, type XmlNode } from "libxml2-wasm";
import { anyEInvoice, eBuyers, oneLineOf } from "#test/e-invoices.ts";
import { formatDecimal, minor, sum } from "../money.ts";
import type { EInvoice } from "./e-invoice.ts";
import { eInvoiceXml } from "./e-invoice-xml.ts";
import { findingsOf } from "./rules.ts";

const namespaces = {
  i: "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
  cac: "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  cbc: "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
  ext: "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2",
};

const stamp = {
  extensions: "<ext:UBLExtensions><ext:UBLExtension></ext:UBLExtension></ext:UBLExtensions>",
  qr: "AQI=",
};

function read<T>(xml: string, use: (document: XmlDocument) => T): T {
  const document = XmlDocument.fromString(xml);
  try {
    return use(document);
  } finally {
    document.dispose();
  }
}

const textsAt = (document: XmlDocument, path: string): string[] =>
  document.find(path, namespaces).map((node) => node.content);

/** What the authority's three transforms leave of a document, canonical. */
function transformed(xml: string): string {
  return read(xml, (document) => {
    const removed = [
      "/i:Invoice/ext:UBLExtensions",
      "/i:Invoice/cac:Signature",
      "/i:Invoice/cac:AdditionalDocumentReference[cbc:ID='QR']",
    ].flatMap((path) => document.find(path, namespaces));
    assert.equal(removed.length, 3);
    for (const node of removed as XmlNode[]) node.remove();
    return document.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_1_1 });
  });
}

test("the hashed text is what the authority's transforms leave of the stamped file, byte for byte", () => {
  fc.assert(
    fc.property(anyEInvoice, (invoice) => {
      const xml = eInvoiceXml(invoice);
      assert.equal(transformed(xml.stamped(stamp)), xml.hashed);
    }),
    { numRuns: 1_000 },
  );
});

test("every text comes back from the file as it was, and every total as the sum of its lines", () => {
  fc.assert(
    fc.property(anyEInvoice, (invoice) => {
      read(eInvoiceXml(invoice).stamped(stamp), (document) => {
        const { currency } = invoice;
        assert.deepEqual(
          textsAt(document, "//cac:Item/cbc:Name"),
          invoice.lines.map(({ title }) => title),
        );
        assert.deepEqual(
          textsAt(document, "//cac:AccountingCustomerParty//cbc:RegistrationName"),
          invoice.buyer?.name ? [invoice.buyer.name] : [],
        );
        const money = (path: string) => textsAt(document, path);
        assert.deepEqual(money("//cbc:PayableAmount"), [formatDecimal(invoice.total, currency)]);
        assert.deepEqual(money("/i:Invoice/cac:TaxTotal/cbc:TaxAmount"), [
          formatDecimal(invoice.vatInRiyals, "SAR"),
          formatDecimal(invoice.vat, currency),
        ]);
        const summed = (path: string) => sum(money(path).map((text) => minor(Number(text.replace(".", "")))));
        assert.equal(summed("//cac:InvoiceLine/cac:TaxTotal/cbc:RoundingAmount"), invoice.total);
        assert.equal(summed("//cac:InvoiceLine/cbc:LineExtensionAmount"), invoice.taxable);
        assert.equal(summed("//cac:TaxSubtotal/cbc:TaxableAmount"), invoice.taxable);
        assert.equal(summed("//cac:TaxSubtotal/cbc:TaxAmount"), invoice.vat);
      });
    }),
    { numRuns: 300 },
  );
});

test("what merchants can issue breaks no rule", () => {
  fc.assert(
    fc.property(anyEInvoice, (invoice) => assert.deepEqual(findingsOf(invoice), [])),
    { numRuns: 1_000 },
  );
});

test("a text that XML cannot hold, or that looks like XML, is written as text", () => {
  const [line] = oneLineOf().lines;
  assert.ok(line);
  const title = 'A\u0000B\ud800 </cbc:Name> <!-- & "x" \u202e قهوة 😀\uffff';
  const xml = eInvoiceXml({ ...oneLineOf(), lines: [{ ...line, title }] });
  assert.equal(transformed(xml.stamped(stamp)), xml.hashed);
  read(xml.hashed, (document) =>
    assert.deepEqual(textsAt(document, "//cac:Item/cbc:Name"), ['AB </cbc:Name> <!-- & "x" \u202e قهوة 😀']),
  );
});

/** Type code and transaction code. */
function codesOf(invoice: EInvoice): [string | undefined, string | undefined] {
  return read(eInvoiceXml(invoice).hashed, (document) => {
    const path = "/i:Invoice/cbc:InvoiceTypeCode";
    return [textsAt(document, path)[0], textsAt(document, `${path}/@name`)[0]];
  });
}

test("kind and form of a document are its codes, and exports have their flag", () => {
  const invoice = oneLineOf();
  const correction = { number: "INV-000001", reason: "إرجاع" };
  assert.deepEqual(codesOf(invoice), ["388", "0200000"]);
  assert.deepEqual(codesOf({ ...invoice, form: "standard", buyer: eBuyers.company }), ["388", "0100000"]);
  assert.deepEqual(codesOf({ ...invoice, kind: "credit_note", correction }), ["381", "0200000"]);
  assert.deepEqual(codesOf({ ...invoice, kind: "debit_note", correction }), ["383", "0200000"]);
  const lines = invoice.lines.map((line) => ({
    ...line,
    category: "Z" as const,
    vatBps: 0,
    vat: minor(0),
    exemption: { code: "VATEX-SA-32" as const, reason: "صادرات السلع من المملكة" },
  }));
  assert.deepEqual(codesOf({ ...invoice, form: "standard", buyer: eBuyers.foreign, lines }), [
    "388",
    "0100100",
  ]);
});

test("a VAT number of another country identifies its holder and is not given as a Saudi one", () => {
  const xml = eInvoiceXml({ ...oneLineOf(), form: "standard", buyer: eBuyers.foreign });
  read(xml.hashed, (document) => {
    const buyer = "//cac:AccountingCustomerParty/cac:Party";
    assert.deepEqual(textsAt(document, `${buyer}/cac:PartyIdentification/cbc:ID[@schemeID='OTH']`), [
      "AE100200300",
    ]);
    assert.deepEqual(textsAt(document, `${buyer}/cac:PartyTaxScheme/cbc:CompanyID`), []);
  });
});
