/**
 * The content of the QR code on a Saudi tax invoice: five tag-length-value fields, base64 (tax authority's Phase 1
 * rules; decision K17). Pure: drawing the code is the server's task.
 */

/** The five fields, as the texts that are printed: nothing is formatted or rounded here. */
export type TaxQrFacts = {
  /** Tag 1. Cut to 255 bytes of UTF-8 between two characters; the document prints it in full. */
  readonly sellerName: string;
  /** Tag 2, 15 digits. */
  readonly vatNumber: string;
  /** Tag 3: date and time of issue in Riyadh, as `riyadhTimestamp` gives it. */
  readonly issuedAt: string;
  /** Tag 4: total with VAT, a decimal text such as "1000.00". */
  readonly total: string;
  /** Tag 5: VAT in riyals, a decimal text. */
  readonly vatTotal: string;
};

/** A length is one byte. */
const maxValueBytes = 255;

/** Riyadh is UTC+3 all year. */
const riyadhOffsetMs = 3 * 60 * 60_000;

/**
 * Encodes the five fields as the base64 text that the QR code holds.
 * @throws RangeError when a field other than the name is longer than 255 bytes: that is a bug
 */
export function encodeTaxQr(facts: TaxQrFacts): string {
  return encodeTags(taxQrValues(facts));
}

/** The values of tags 1 to 5. */
export function taxQrValues(facts: TaxQrFacts): Uint8Array[] {
  const encoder = new TextEncoder();
  const { sellerName, vatNumber, issuedAt, total, vatTotal } = facts;
  return [cutToBytes(sellerName), vatNumber, issuedAt, total, vatTotal].map((value) => encoder.encode(value));
}

/**
 * Tags from 1 on, each with its length and value, as base64.
 * @throws RangeError when a value is longer than 255 bytes: that is a bug
 */
export function encodeTags(values: readonly Uint8Array[]): string {
  const bytes: number[] = [];
  for (const [index, value] of values.entries()) {
    if (value.length > maxValueBytes) throw new RangeError(`tag ${index + 1} of a tax QR is too long`);
    bytes.push(index + 1, value.length, ...value);
  }
  return btoa(String.fromCharCode(...bytes));
}

/** Reads such a base64 text back; null when it is not exactly tags 1 to 5 in order. */
export function decodeTaxQr(base64: string): TaxQrFacts | null {
  const bytes = readBase64(base64);
  if (bytes === null) return null;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const values: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    const length = bytes[at + 1];
    if (bytes[at] !== values.length + 1 || length === undefined || at + 2 + length > bytes.length)
      return null;
    values.push(decoder.decode(bytes.subarray(at + 2, at + 2 + length)));
    at += 2 + length;
  }
  const [sellerName, vatNumber, issuedAt, total, vatTotal] = values;
  if (values.length !== 5 || sellerName === undefined || vatNumber === undefined) return null;
  if (issuedAt === undefined || total === undefined || vatTotal === undefined) return null;
  return { sellerName, vatNumber, issuedAt, total, vatTotal };
}

/**
 * Date and time of an instant in Riyadh as "2026-11-20T02:05:09": without a zone, since the reader compares it with
 * the printed time. Date and time come from the same instant; late in the UTC day Riyadh is a day ahead.
 * @param instant milliseconds since the epoch
 */
export function riyadhTimestamp(instant: number): string {
  return new Date(instant + riyadhOffsetMs).toISOString().slice(0, 19);
}

function cutToBytes(text: string): string {
  const encoder = new TextEncoder();
  let length = 0;
  let kept = "";
  for (const character of text) {
    length += encoder.encode(character).length;
    if (length > maxValueBytes) break;
    kept += character;
  }
  return kept;
}

function readBase64(text: string): Uint8Array | null {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return null;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
