/** What is shown where there is no picture: a neutral drawing without words, in the same sizes. */
import sharp from "sharp";
import type { ImageVariant } from "#db/documents-schema.ts";
import { contentHash } from "../storage/storage.ts";

const sides: Readonly<Record<ImageVariant, number>> = { full: 600, medium: 300, small: 100 };

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
<rect width="100" height="100" fill="#eef1f4"/>
<rect x="26" y="32" width="48" height="36" rx="4" fill="none" stroke="#9aa5b1" stroke-width="3"/>
<circle cx="39" cy="44" r="4" fill="#9aa5b1"/>
<path d="M30 64l13-13 8 8 8-10 11 15z" fill="#9aa5b1"/>
</svg>`;

export type Placeholder = { readonly bytes: Buffer; readonly sha256: string };

/** Draws the placeholder of a size. */
export async function drawPlaceholder(variant: ImageVariant): Promise<Placeholder> {
  const side = sides[variant];
  const bytes = await sharp(Buffer.from(drawing), { density: 72 * 6 })
    .resize(side, side)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
  return { bytes, sha256: contentHash(bytes) };
}
