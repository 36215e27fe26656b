/** A unit's certificate, as stamps and QR codes need it. */
import { createHash, type KeyObject, X509Certificate } from "node:crypto";
import { contentsOf } from "#core/zatca/der.ts";

export type UnitCertificate = {
  /** DER in base64, one line: as the authority gave it. */
  readonly base64: string;
  /** base64 of the hexadecimal SHA-256 of that text, not of the bytes. */
  readonly digest: string;
  /** Most specific part first. */
  readonly issuerName: string;
  /** Decimal. */
  readonly serialNumber: string;
  /** SubjectPublicKeyInfo in DER. */
  readonly publicKey: Buffer;
  /** The authority's signature under the certificate, DER. */
  readonly signature: Uint8Array;
  readonly notAfter: Date;
  readonly isOf: (key: KeyObject) => boolean;
};

/**
 * Reads a certificate.
 * @param base64 DER in base64; line breaks are left out
 * @throws when it is none, or not one with a key of elliptic curves
 */
export function readCertificate(base64: string): UnitCertificate {
  const text = base64.replace(/\s/g, "");
  const certificate = new X509Certificate(Buffer.from(text, "base64"));
  const [, , signature] = contentsOf(certificate.raw);
  if (!signature) throw new Error("a certificate without a signature");
  return {
    base64: text,
    digest: hexDigest(text),
    issuerName: certificate.issuer.split("\n").reverse().join(", "),
    serialNumber: BigInt(`0x${certificate.serialNumber}`).toString(),
    publicKey: certificate.publicKey.export({ type: "spki", format: "der" }),
    // The first byte of bits says how many of the last are none.
    signature: signature.subarray(1),
    notAfter: new Date(certificate.validTo),
    isOf: (key) => certificate.checkPrivateKey(key),
  };
}

/** The last ones that were read, by their text: a unit stamps with one for years, and reading it takes a third of stamping. */
const known = new Map<string, UnitCertificate>();
const mostKnown = 200;

/**
 * Reads a certificate once.
 * @param base64 as it is kept: one line
 */
export function knownCertificate(base64: string): UnitCertificate {
  const found = known.get(base64) ?? readCertificate(base64);
  known.delete(base64);
  known.set(base64, found);
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
  return found;
}

/** base64 of the hexadecimal digits of a text's SHA-256: how the authority writes all digests but the document's. */
export function hexDigest(text: string): string {
  return Buffer.from(createHash("sha256").update(text, "utf8").digest("hex")).toString("base64");
}
