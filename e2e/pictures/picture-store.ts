/** Where `npm run pictures` keeps its pictures of pages: in artifacts/pages, which is not part of the repository. */
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import sharp from "sharp";
import type { Language } from "../fixtures.ts";
import { lookName } from "./looks.ts";

/** What changes with the width is looked at in one look. */
export const widths: readonly Width[] = lookName === "light" ? [360, 768, 1440] : [360, 1440];

type Width = 360 | 768 | 1440;

export const pictures = resolve(
  import.meta.dirname,
  "../../artifacts/pages",
  lookName === "light" ? "" : lookName,
);

export type Picture = { readonly name: string; readonly language: Language; readonly width: Width };

/** Longest side that is kept, pixels; what is below says no more about the page. */
const mostHeight = 2600;

/** The file of a picture in the folder of all pictures. */
export function fileName({ name, language, width }: Picture): string {
  return `${name}-${language}-${width}.webp`;
}

/** Writes a picture, given as PNG, small enough to look at many. */
export async function keepPicture(picture: Picture, png: Buffer): Promise<void> {
  const { height = 0 } = await sharp(png).metadata();
  const shown = sharp(png).extract({
    left: 0,
    top: 0,
    width: picture.width,
    height: Math.min(height, mostHeight),
  });
  await mkdir(pictures, { recursive: true });
  await writeFile(join(pictures, fileName(picture)), await shown.webp({ quality: 60, effort: 6 }).toBuffer());
}
