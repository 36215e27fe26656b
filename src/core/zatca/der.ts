/**
 * The few parts of DER (ITU-T X.690) that requests for certificates and stamps need: writing them, and taking an
 * element apart. Pure.
 */

/** An encoded element: tag, length, content. */
export type Der = Uint8Array;

const tags = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  printable: 0x13,
  sequence: 0x30,
  set: 0x31,
};

/** An element of any tag around its content. */
export function element(tag: number, ...content: readonly Uint8Array[]): Der {
  const body = joined(content);
  return joined([Uint8Array.of(tag), lengthOf(body.length), body]);
}

export const sequence = (...content: readonly Der[]): Der => element(tags.sequence, ...content);
export const set = (...content: readonly Der[]): Der => element(tags.set, ...content);
export const octets = (content: Uint8Array): Der => element(tags.octets, content);
/** Whole bytes of bits. */
export const bits = (content: Uint8Array): Der => element(tags.bits, Uint8Array.of(0), content);
export const utf8 = (text: string): Der => element(tags.utf8, new TextEncoder().encode(text));
/** Letters, digits and a few signs. */
export const printable = (text: string): Der => element(tags.printable, new TextEncoder().encode(text));
/** An element of a choice or an optional one: `[0]`, holding other elements. */
export const context = (number: number, ...content: readonly Der[]): Der =>
  element(0xa0 | number, ...content);

/** A whole number that is not negative, from its bytes. */
export function integer(bytes: Uint8Array): Der {
  return element(tags.integer, ...((bytes[0] ?? 0) & 0x80 ? [Uint8Array.of(0)] : []), bytes);
}

/** An object identifier from its dotted text. */
export function oid(text: string): Der {
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number);
  return element(tags.oid, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)));
}

/** Big-endian groups of seven bits, all but the last with the high bit set. */
function base128(value: number): number[] {
  const groups = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) groups.unshift((rest & 0x7f) | 0x80);
  return groups;
}

function lengthOf(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff);
  return Uint8Array.of(0x80 | bytes.length, ...bytes);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The contents of the elements inside of one element, in order. Throws a RangeError for what is cut off. */
export function contentsOf(outer: Uint8Array): Uint8Array[] {
  const { content } = readElement(outer, 0);
  const contents: Uint8Array[] = [];
  for (let at = 0; at < content.length; ) {
    const inner = readElement(content, at);
    contents.push(inner.content);
    at = inner.end;
  }
  return contents;
}

function readElement(bytes: Uint8Array, at: number): { readonly content: Uint8Array; readonly end: number } {
  let start = at + 2;
  let length = bytes[at + 1] ?? Number.NaN;
  if (length & 0x80) {
    const count = length & 0x7f;
    length = bytes.subarray(start, start + count).reduce((value, byte) => value * 256 + byte, 0);
    start += count;
  }
  const end = start + length;
  if (!(end <= bytes.length)) throw new RangeError("not a whole DER element");
  return { content: bytes.subarray(start, end), end };
}
