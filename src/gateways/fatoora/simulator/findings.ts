/** What the simulated authority finds wrong in a document: its stamp, its QR code, its seller and its place in the chain. */
import { createHash, verify, X509Certificate } from "node:crypto";
import { type ReadDocument, tagsOf } from "./document.ts";

export type Finding = { readonly code: string; readonly message: string };

/** base64 of the hexadecimal SHA-256, as all digests but the document's are written. */
const hexDigest = (text: string): string =>
  Buffer.from(createHash("sha256").update(text).digest("hex")).toString("base64");

/** What comes before a unit's first document: base64 of the hexadecimal SHA-256 of "0". */
export const firstPreviousHash = hexDigest("0");

/** The findings in the file, in the order in which the authority looks. */
export function findingsIn(
  document: ReadDocument,
  told: { readonly uuid: string; readonly hash: string },
  unit: { readonly vatNumber: string; readonly certificates: readonly string[] },
): Finding[] {
  const findings: Finding[] = [];
  const expect = (holds: boolean, code: string, message: string): void => {
    if (!holds) findings.push({ code, message });
  };
  const hash = document.hash.toString("base64");
  expect(told.hash === hash, "invalid-invoice-hash", "invoiceHash is not the hash of the invoice");
  expect(told.uuid === document.uuid, "invalid-uuid", "uuid is not the invoice's");
  expect(document.digest === hash, "invoiceSignedDataDigestValue", "wrong invoice digest in the stamp");
  expect(
    document.propertiesDigest === hexDigest(document.properties),
    "xadesSignedPropertiesDigestValue",
    "wrong signed properties digest",
  );
  expect(
    document.certificateDigest === hexDigest(document.certificate),
    "signingCertificateDigest",
    "wrong certificate digest",
  );
  expect(
    document.vatNumber === unit.vatNumber,
    "certificate-permissions",
    "the VAT number is not that of the certificate",
  );
  if (!unit.certificates.includes(document.certificate))
    return [...findings, { code: "X509Certificate", message: "not a certificate of this unit" }];
  const certificate = new X509Certificate(Buffer.from(document.certificate, "base64"));
  expect(
    verify("sha256", document.hash, certificate.publicKey, Buffer.from(document.signature, "base64")),
    "signatureValue",
    "the signature is not over the hash by the key of the certificate",
  );
  return [...findings, ...findingsInQr(document, hash, certificate)];
}

function findingsInQr(document: ReadDocument, hash: string, certificate: X509Certificate): Finding[] {
  const tags = tagsOf(document.qr);
  const texts = [
    ["sellerName", document.sellerName],
    ["vatNumber", document.vatNumber],
    ["invoiceTimeStamp", `${document.date}T${document.time}`],
    ["invoiceTotal", document.total],
    ["vatTotal", document.vat],
    ["invoiceHash", hash],
    ["signature", document.signature],
  ] as const;
  const findings = texts
    .filter(([, expected], index) => tags?.[index]?.toString("utf8") !== expected)
    .map(([field]) => ({ code: `${field}_QRCODE_INVALID`, message: "the QR code says otherwise" }));
  const key = certificate.publicKey.export({ type: "spki", format: "der" });
  if (tags?.[7]?.equals(key) !== true)
    findings.push({ code: "publicKey_QRCODE_INVALID", message: "not the key of the certificate" });
  // A certificate ends with its signature.
  const last = tags?.[8];
  const isSigned = last !== undefined && certificate.raw.subarray(-last.length).equals(last);
  if (isSimplified(document) !== isSigned)
    findings.push({
      code: "certificateSignature_QRCODE_INVALID",
      message: "tag 9 is for simplified invoices",
    });
  return findings;
}

/** By its name code: 02 simplified, 01 standard. */
export function isSimplified({ form }: Pick<ReadDocument, "form">): boolean {
  return form.startsWith("02");
}

/** Whether a document follows the last one of its unit. */
export function findingsInChain(
  { counter, previousHash }: Pick<ReadDocument, "counter" | "previousHash">,
  last: { readonly counter: number; readonly hash: string },
): Finding[] {
  return [
    ...(counter === String(last.counter + 1)
      ? []
      : [{ code: "ICV", message: `the counter is ${counter} and comes after ${last.counter}` }]),
    ...(previousHash === last.hash
      ? []
      : [{ code: "PIH", message: "the previous hash is not that of the document before" }]),
  ];
}
