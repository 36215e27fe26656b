/**
 * A stamped tax document: hash, cryptographic stamp, QR code and file (Security Features Implementation Standards).
 * No network and no database: the transaction that settles a payment makes it.
 */
import { createHash, type KeyObject, sign } from "node:crypto";
import { formatDecimal } from "#core/money.ts";
import { taxCurrency } from "#core/tax/tax-invoice.ts";
import type { EInvoice } from "#core/zatca/e-invoice.ts";
import { eInvoiceXml } from "#core/zatca/e-invoice-xml.ts";
import { extensionsXml, hashedProperties } from "#core/zatca/signature-xml.ts";
import { encodeStampedQr } from "#core/zatca/stamped-qr.ts";
import { hexDigest, type UnitCertificate } from "./certificate.ts";

/** What a unit stamps with. */
export type UnitStamp = { readonly key: KeyObject; readonly certificate: UnitCertificate };

export type Envelope = {
  /** Of the document, base64: the next document's previous hash. */
  readonly hash: string;
  /** Content of the QR code, base64. */
  readonly qr: string;
  /** The file as it is kept and sent, never written again. */
  readonly xml: string;
};

/**
 * Stamps a document.
 * @param signedAt in Riyadh, "2026-11-20T02:05:09"
 */
export function stampEInvoice(
  invoice: EInvoice,
  { key, certificate }: UnitStamp,
  signedAt: string,
): Envelope {
  const document = eInvoiceXml(invoice);
  const digest = createHash("sha256").update(document.hashed, "utf8").digest();
  const hash = digest.toString("base64");
  // Over the hash itself, not over SignedInfo: the authority verifies it so.
  const signature = sign("sha256", digest, key).toString("base64");
  const signed = {
    signedAt,
    certificateDigest: certificate.digest,
    issuerName: certificate.issuerName,
    serialNumber: certificate.serialNumber,
  };
  const qr = encodeStampedQr({
    sellerName: invoice.seller.name,
    vatNumber: invoice.seller.vatNumber,
    issuedAt: invoice.issuedAt,
    total: formatDecimal(invoice.total, invoice.currency),
    vatTotal: formatDecimal(invoice.vatInRiyals, taxCurrency),
    hash,
    signature,
    publicKey: certificate.publicKey,
    certificateSignature: invoice.form === "simplified" ? certificate.signature : null,
  });
  const extensions = extensionsXml({
    ...signed,
    hash,
    propertiesDigest: hexDigest(hashedProperties(signed)),
    signature,
    certificate: certificate.base64,
  });
  return { hash, qr, xml: document.stamped({ extensions, qr }) };
}
