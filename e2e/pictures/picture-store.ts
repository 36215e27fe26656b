/**
 * Where pictures of pages are kept: new ones in artifacts/pages, baselines in docs/evidence/pages. A picture that
 * looks like its baseline does not replace it, so that a run changes only what really looks different.
 */
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import sharp from "sharp";

export const widths = [360, 768, 1440] as const;

const root = resolve(import.meta.dirname, "../..");
export const newPictures = join(root, "artifacts/pages");
export const baselines = join(root, "docs/evidence/pages");

export type Picture = { readonly name: string; readonly language: string; readonly width: number };

/** Longest side that is kept, pixels; what is below says no more about the page. */
const mostHeight = 2600;

/** Side of the squares in which two pictures are compared, pixels, and how much of a square's light may differ. */
const squareSize = 8;
const tolerance = 12;

/** Share of squares that may differ: order numbers and dates are new in each run. */
const toleratedShare = 0.01;

export function fileName({ name, language, width }: Picture): string {
  return `${name}-${language}-${width}.webp`;
}

/** Writes a picture to artifacts/pages, and as the baseline when there is none that looks the same. */
export async function keepPicture(picture: Picture, png: Buffer): Promise<void> {
  const { height = 0 } = await sharp(png).metadata();
  const shown = sharp(png).extract({
    left: 0,
    top: 0,
    width: picture.width,
    height: Math.min(height, mostHeight),
  });
  const bytes = await shown.webp({ quality: 40, effort: 6 }).toBuffer();
  const path = join(newPictures, fileName(picture));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  const baseline = join(baselines, fileName(picture));
  const before = await readFile(baseline).catch(() => null);
  if (before && (await differingShare(before, bytes)) <= toleratedShare) return;
  await mkdir(baselines, { recursive: true });
  await copyFile(path, baseline);
}

/** Share of squares, 0 to 1, in which two pictures differ to the eye; 1 when their sizes do. */
export async function differingShare(before: Buffer, after: Buffer): Promise<number> {
  const [first, second] = await Promise.all([before, after].map(readSquares));
  if (!first || !second || first.length !== second.length) return 1;
  const differing = first.filter((light, index) => Math.abs(light - (second[index] ?? 0)) > tolerance);
  return differing.length / first.length;
}

/** The mean light of each square, row by row. */
async function readSquares(bytes: Buffer): Promise<number[]> {
  const { width = 0, height = 0 } = await sharp(bytes).metadata();
  const squares = await sharp(bytes)
    .greyscale()
    .resize(Math.ceil(width / squareSize), Math.ceil(height / squareSize), { fit: "fill", kernel: "linear" })
    .raw()
    .toBuffer();
  return [...squares];
}
