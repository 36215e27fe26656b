/** Stamped documents, verified as the authority verifies them: from the file alone, by a parser that is not ours. */
import assert from "node:assert/strict";
import { createHash, verify, X509Certificate } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { XmlC14NMode, XmlDocument } from "libxml2-wasm";
import { formatDecimal } from "#core/money.ts";
import type { EInvoice } from "#core/zatca/e-invoice.ts";
import { newUnitStamp } from "#test/e-invoice-authority.ts";
import { anyEInvoice, eBuyers, oneLineOf } from "#test/e-invoices.ts";
import { stampEInvoice } from "./envelope.ts";

const unit = newUnitStamp();
const signedAt = "2026-10-20T02:05:10";

/** What a file says of itself: the hash of what the transforms leave, and the parts of its stamp. */
function readFile(xml: string) {
  const document = XmlDocument.fromString(xml);
  const namespaces = {
    i: "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
    cac: "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
    cbc: "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
    ext: "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2",
    ds: "http://www.w3.org/2000/09/xmldsig#",
    xades: "http://uri.etsi.org/01903/v1.3.2#",
  };
  const text = (path: string): string => document.find(path, namespaces)[0]?.content ?? "";
  try {
    const parts = {
      digest: text("//ds:Reference[@Id='invoiceSignedData']/ds:DigestValue"),
      propertiesDigest: text("//ds:Reference[@URI='#xadesSignedProperties']/ds:DigestValue"),
      signature: text("//ds:SignatureValue"),
      certificate: text("//ds:X509Certificate"),
      certificateDigest: text("//xades:CertDigest/ds:DigestValue"),
      issuer: text("//ds:X509IssuerName"),
      serial: text("//ds:X509SerialNumber"),
      qr: text("//cac:AdditionalDocumentReference[cbc:ID='QR']//cbc:EmbeddedDocumentBinaryObject"),
    };
    for (const path of ["ext:UBLExtensions", "cac:Signature", "cac:AdditionalDocumentReference[cbc:ID='QR']"])
      for (const node of document.find(`/i:Invoice/${path}`, namespaces)) node.remove();
    const canonical = document.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_1_1 });
    return { ...parts, hash: createHash("sha256").update(canonical).digest() };
  } finally {
    document.dispose();
  }
}

/** base64 of hexadecimal digits. */
const hexOf = (text: string): string =>
  Buffer.from(createHash("sha256").update(text).digest("hex")).toString("base64");

/** The properties as they are in the file, with the two namespaces that the authority hashes in. */
function propertiesIn(xml: string): string {
  const [embedded = ""] = /<xades:SignedProperties[\s\S]*<\/xades:SignedProperties>/.exec(xml) ?? [];
  return embedded
    .replace(
      "<xades:SignedProperties ",
      '<xades:SignedProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" ',
    )
    .replace(
      /<ds:(DigestMethod|DigestValue|X509IssuerName|X509SerialNumber)(?=[ >])/g,
      '<ds:$1 xmlns:ds="http://www.w3.org/2000/09/xmldsig#"',
    );
}

function tagsOf(base64: string): Buffer[] {
  const bytes = Buffer.from(base64, "base64");
  const values: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 2 + (bytes[at + 1] ?? 0)) {
    assert.equal(bytes[at], values.length + 1);
    values.push(bytes.subarray(at + 2, at + 2 + (bytes[at + 1] ?? 0)));
  }
  return values;
}

function verifyFile(invoice: EInvoice): void {
  const { hash, qr, xml } = stampEInvoice(invoice, unit, signedAt);
  const file = readFile(xml);
  assert.equal(file.hash.toString("base64"), hash);
  assert.equal(file.digest, hash);
  assert.equal(file.propertiesDigest, hexOf(propertiesIn(xml)));
  const certificate = new X509Certificate(Buffer.from(file.certificate, "base64"));
  assert.ok(verify("sha256", file.hash, certificate.publicKey, Buffer.from(file.signature, "base64")));
  assert.equal(file.certificateDigest, hexOf(file.certificate));
  assert.equal(file.issuer, "CN=TEST-CA, DC=gov, DC=local");
  assert.equal(BigInt(file.serial).toString(16), certificate.serialNumber.toLowerCase());
  assert.equal(file.qr, qr);
  const tags = tagsOf(qr);
  assert.equal(tags.length, invoice.form === "simplified" ? 9 : 8);
  assert.deepEqual(tags.slice(1, 7).map(String), [
    invoice.seller.vatNumber,
    invoice.issuedAt,
    formatDecimal(invoice.total, invoice.currency),
    formatDecimal(invoice.vatInRiyals, "SAR"),
    hash,
    file.signature,
  ]);
  assert.deepEqual(tags[7], certificate.publicKey.export({ type: "spki", format: "der" }));
  if (tags[8])
    assert.ok(certificate.raw.subarray(-tags[8].length).equals(tags[8]), "the certificate ends with it");
  assert.ok(qr.length <= 1_000);
}

test("a stamped file proves itself: hash, signature, properties, certificate and QR code agree", () => {
  fc.assert(fc.property(anyEInvoice, verifyFile), { numRuns: 200 });
});

test("a change of any amount, name or number makes another hash", () => {
  const hashOf = (change: Partial<EInvoice>): string =>
    stampEInvoice({ ...oneLineOf(), ...change }, unit, signedAt).hash;
  const [line] = oneLineOf().lines;
  assert.ok(line);
  const hashes = [
    hashOf({}),
    hashOf({ number: "INV-000043" }),
    hashOf({ counter: 2 }),
    hashOf({ previousHash: hashOf({}) }),
    hashOf({ buyer: eBuyers.person }),
    hashOf({ lines: [{ ...line, title: "قهوة عربيه" }] }),
    hashOf({ issuedAt: "2026-10-20T02:05:10" }),
  ];
  assert.equal(new Set(hashes).size, hashes.length);
  assert.equal(hashOf({}), hashes[0]);
});
