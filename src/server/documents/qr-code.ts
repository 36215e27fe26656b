/**
 * QR codes as pictures: a one-bit PNG for pages and paper, an SVG path for PDFs. Level M, and the quiet zone of four
 * modules that the standard asks for.
 */
import { crc32, deflateSync } from "node:zlib";
import encodeQR from "qr";

const quietModules = 4;

/** Printed on paper a code is this wide; the PNG says so to programs that print it. */
const printedMm = 40;

/**
 * No module is smaller than this: a code with the nine tags of a stamped document is 36 mm wide without its quiet zone,
 * and one with a long name is larger, so that it reads from paper printed at 150 dots per inch.
 */
const smallestModuleMm = 0.38;

/** At least 600 dots per inch at that width. Modules are whole numbers of pixels, so that edges stay sharp. */
const minimumPixels = Math.ceil((printedMm / 25.4) * 600);

/**
 * A PNG of black modules on white. The same text gives the same bytes.
 * @param asked its width and height, pixels; left out: sharp on screens and at 40 mm on paper
 */
export function qrPng(text: string, asked?: number): Buffer {
  const modules = modulesOf(text);
  const scale = asked
    ? Math.max(1, Math.floor(asked / modules.length))
    : Math.ceil(minimumPixels / modules.length);
  const size = Math.max(modules.length * scale, asked ?? 0);
  // Modules are whole numbers of pixels: what is left of the size widens the quiet zone.
  const edge = Math.floor((size - modules.length * scale) / 2);
  const rowAt = (y: number): readonly boolean[] => modules[Math.floor((y - edge) / scale)] ?? [];
  const pixels = Buffer.concat(
    Array.from({ length: size }, (_, y) => pngRow(rowAt(y), { scale, size, edge })),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header[8] = 1; // one bit per pixel; colour type 0, grey
  const density = Buffer.alloc(9);
  const pixelsPerMetre = Math.round((size / printedMm) * 1000);
  density.writeUInt32BE(pixelsPerMetre, 0);
  density.writeUInt32BE(pixelsPerMetre, 4);
  density[8] = 1;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("pHYs", density),
    chunk("IDAT", deflateSync(pixels, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/**
 * A code for paper: an SVG whose one path holds every dark run of every row, which scales to any size without a seam,
 * and its width with the quiet zone, millimetres.
 */
export function qrOnPaper(text: string): { readonly svg: string; readonly widthMm: number } {
  const modules = modulesOf(text);
  const size = modules.length;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">${darkPath(modules)}</svg>`;
  return { svg, widthMm: Math.max(printedMm, Math.ceil(size * smallestModuleMm)) };
}

/**
 * An SVG on white.
 * @param pixels its width and height where it is shown as it is
 */
export function qrSvg(text: string, pixels: number): string {
  const modules = modulesOf(text);
  const size = modules.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/>${darkPath(modules)}</svg>`;
}

/** One path with every dark run of every row. */
function darkPath(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length;
  let path = "";
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x]) x += 1;
      path += `M${start} ${y}h${x - start}v1h${start - x}z`;
    }
  }
  return `<path d="${path}"/>`;
}

function modulesOf(text: string): boolean[][] {
  return encodeQR(text, "raw", { ecc: "medium", border: quietModules });
}

/** Filter byte 0, then the row's bits, white as 1. */
function pngRow(
  row: readonly boolean[],
  { scale, size, edge }: { readonly scale: number; readonly size: number; readonly edge: number },
): Buffer {
  const bytes = Buffer.alloc(1 + Math.ceil(size / 8));
  for (let x = 0; x < size; x += 1) {
    if (row[Math.floor((x - edge) / scale)]) continue;
    const at = 1 + (x >> 3);
    bytes[at] = (bytes[at] ?? 0) | (0x80 >> (x & 7));
  }
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
