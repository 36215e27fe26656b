/**
 * The content of the QR code on a stamped tax document: the five fields of tax-qr.ts, then hash, signature, public key
 * and, on simplified documents, the certificate's own signature (Security Features Implementation Standards, 4). Pure.
 */
import { encodeTags, type TaxQrFacts, taxQrValues } from "../tax/tax-qr.ts";

export type StampedQrFacts = TaxQrFacts & {
  /** Tag 6: hash of the document, base64: its text is the value. */
  readonly hash: string;
  /** Tag 7: signature over that hash, base64: its text is the value. */
  readonly signature: string;
  /** Tag 8: the stamping key, SubjectPublicKeyInfo in DER. */
  readonly publicKey: Uint8Array;
  /** Tag 9: the certificate's signature by the authority, DER; null on standard documents, which are cleared. */
  readonly certificateSignature: Uint8Array | null;
};

/** Encodes the eight or nine fields as the base64 text that the QR code holds. */
export function encodeStampedQr(facts: StampedQrFacts): string {
  const encoder = new TextEncoder();
  return encodeTags([
    ...taxQrValues(facts),
    encoder.encode(facts.hash),
    encoder.encode(facts.signature),
    facts.publicKey,
    ...(facts.certificateSignature === null ? [] : [facts.certificateSignature]),
  ]);
}
