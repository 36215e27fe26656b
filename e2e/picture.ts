/** A picture as people upload one. */
import { crc32, deflateSync } from "node:zlib";

/** A PNG of one colour with a white half. */
export function picture([red, green, blue]: readonly [number, number, number]): Buffer {
  const side = 64;
  const rows = Buffer.alloc(side * (1 + side * 3), 255);
  for (let y = 0; y < side; y += 1) {
    const row = y * (1 + side * 3);
    rows[row] = 0;
    for (let x = 0; x < side / 2; x += 1) rows.set([red, green, blue], row + 1 + x * 3);
  }
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
