/**
 * The samples that the tax authority ships with its SDK (R3.4.7), stamped by its own programs: hash, stamp, digests and QR code of
 * each come out again by our rules. They are its own and not ours to ship, so this runs where WASL_ZATCA_SAMPLES names a folder
 * that has them (`Data/Samples`).
 */
import assert from "node:assert/strict";
import { createHash, verify, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { XmlC14NMode, XmlDocument } from "libxml2-wasm";
import { firstPreviousHash } from "#core/zatca/e-invoice.ts";
import { encodeStampedQr } from "#core/zatca/stamped-qr.ts";
import { hexDigest, readCertificate } from "./certificate.ts";

const folder = process.env["WASL_ZATCA_SAMPLES"];

const ubl = "urn:oasis:names:specification:ubl:schema:xsd";
const namespaces = {
  i: `${ubl}:Invoice-2`,
  cac: `${ubl}:CommonAggregateComponents-2`,
  cbc: `${ubl}:CommonBasicComponents-2`,
  ext: `${ubl}:CommonExtensionComponents-2`,
  ds: "http://www.w3.org/2000/09/xmldsig#",
};
const hashLess = [
  "ext:UBLExtensions",
  "cac:Signature",
  "cac:AdditionalDocumentReference[cbc:ID='QR']",
] as const;

/** What a sample says of itself, and its hash by a parser that is not ours. */
function readSample(xml: string) {
  const document = XmlDocument.fromString(xml);
  const text = (path: string): string => document.get(path, namespaces)?.content ?? "";
  const reference = (id: string) =>
    text(`//cac:AdditionalDocumentReference[cbc:ID='${id}']//cbc:EmbeddedDocumentBinaryObject`);
  const seller = "//cac:AccountingSupplierParty/cac:Party";
  try {
    const facts = {
      digest: text("//ds:Reference[@Id='invoiceSignedData']/ds:DigestValue"),
      propertiesDigest: text("//ds:Reference[@URI='#xadesSignedProperties']/ds:DigestValue"),
      certificateDigest: text("//ds:Object//ds:DigestValue"),
      issuerName: text("//ds:X509IssuerName"),
      serialNumber: text("//ds:X509SerialNumber"),
      signature: text("//ds:SignatureValue"),
      certificate: text("//ds:X509Certificate"),
      qr: reference("QR"),
      previousHash: reference("PIH"),
      isSimplified: text("//cbc:InvoiceTypeCode/@name").startsWith("02"),
      sellerName: text(`${seller}/cac:PartyLegalEntity/cbc:RegistrationName`),
      vatNumber: text(`${seller}/cac:PartyTaxScheme/cbc:CompanyID`),
      issuedAt: `${text("/i:Invoice/cbc:IssueDate")}T${text("/i:Invoice/cbc:IssueTime")}`,
      total: text("//cac:LegalMonetaryTotal/cbc:PayableAmount"),
      vatTotal: text("/i:Invoice/cac:TaxTotal[1]/cbc:TaxAmount"),
    };
    for (const path of hashLess)
      for (const node of document.find(`/i:Invoice/${path}`, namespaces)) node.remove();
    const canonical = document.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_1_1 });
    return { ...facts, hash: createHash("sha256").update(canonical).digest() };
  } finally {
    document.dispose();
  }
}

/** The signed properties as they are in the file, with the namespaces that the authority writes in before it hashes them. */
function hashedText(xml: string): string {
  const embedded = /<xades:SignedProperties[\s\S]*?<\/xades:SignedProperties>/.exec(xml)?.[0] ?? "";
  return embedded
    .replace("<xades:SignedProperties", `$& xmlns:xades="http://uri.etsi.org/01903/v1.3.2#"`)
    .replace(
      /<ds:(?:DigestMethod|DigestValue|X509IssuerName|X509SerialNumber)/g,
      `$& xmlns:ds="${namespaces.ds}"`,
    );
}

test("hash, stamp, digests and QR code of every sample of the authority's SDK are reproduced", {
  skip: folder === undefined && "WASL_ZATCA_SAMPLES is not set",
}, async (context) => {
  const names = await Array.fromAsync(glob("**/*.xml", { cwd: String(folder) }));
  assert.ok(names.length >= 19, `${names.length} samples`);
  for (const name of names) {
    const xml = readFileSync(join(String(folder), name), "utf8").replaceAll("\r\n", "\n");
    const { hash, qr, signature, ...sample } = readSample(xml);
    const certificate = readCertificate(sample.certificate);
    assert.equal(hash.toString("base64"), sample.digest, `${name}: hash`);
    const { publicKey } = new X509Certificate(Buffer.from(certificate.base64, "base64"));
    assert.ok(verify("sha256", hash, publicKey, Buffer.from(signature, "base64")), `${name}: stamp`);
    assert.equal(hexDigest(hashedText(xml)), sample.propertiesDigest, `${name}: signed properties`);
    assert.deepEqual(
      [certificate.digest, certificate.issuerName, certificate.serialNumber],
      [sample.certificateDigest, sample.issuerName, sample.serialNumber],
      `${name}: certificate`,
    );
    const certificateSignature = sample.isSimplified ? certificate.signature : null;
    const ours = encodeStampedQr({
      ...sample,
      hash: sample.digest,
      signature,
      publicKey: certificate.publicKey,
      certificateSignature,
    });
    assert.equal(ours, qr, `${name}: QR code`);
    if (sample.previousHash !== firstPreviousHash) assert.equal(sample.previousHash.length, 44, name);
  }
  context.diagnostic(`${names.length} samples`);
});
