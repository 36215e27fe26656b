/** The little DER (ITU-T X.690) that the simulated authority reads in requests and writes in certificates. */

export type Node = {
  readonly tag: number;
  /** The element with tag and length. */
  readonly whole: Buffer;
  readonly content: Buffer;
};

/** The elements that stand one after the other in these bytes. Throws for what is cut off. */
export function readNodes(bytes: Buffer): Node[] {
  const nodes: Node[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes.readUInt8(at);
    const first = bytes.readUInt8(at + 1);
    const isLong = first > 0x80;
    const length = isLong ? bytes.readUIntBE(at + 2, first - 0x80) : first;
    const start = at + 2 + (isLong ? first - 0x80 : 0);
    if (start + length > bytes.length) throw new RangeError("cut off");
    nodes.push({
      tag,
      whole: bytes.subarray(at, start + length),
      content: bytes.subarray(start, start + length),
    });
    at = start + length;
  }
  return nodes;
}

/** Every value that stands beside an object identifier, by the identifier's hexadecimal digits; also inside octets. */
export function valuesByOid(bytes: Buffer, found = new Map<string, string>()): Map<string, string> {
  const nodes = readNodes(bytes);
  const [name, value] = nodes;
  if (name?.tag === 0x06 && value !== undefined)
    found.set(name.content.toString("hex"), textOf(value).toString("utf8"));
  // SEQUENCE, SET, OCTET STRING, and what stands in brackets.
  for (const { tag, content } of nodes)
    if ([0x30, 0x31, 0x04, 0xa0, 0xa4].includes(tag)) valuesByOid(content, found);
  return found;
}

/** Of octets, the text inside. */
function textOf({ tag, content }: Node): Buffer {
  return tag === 0x04 ? (readNodes(content)[0]?.content ?? content) : content;
}

/** An element around its content. */
export function write(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.of(tag, body.length), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const digits = length.subarray(length.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.of(tag, 0x80 | digits.length), digits, body]);
}
