/**
 * Uploaded pictures are decoded and encoded again in fixed sizes: what is served holds the pixels and nothing else of
 * what was sent. No metadata, no second format hidden behind the first, no SVG.
 */
import sharp from "sharp";
import { Problem } from "#core/problem.ts";
import type { ImageVariant } from "#db/documents-schema.ts";

/** Limits of an upload (threat 2.5, row 29). */
export const maxImageBytes = 5 * 1024 * 1024;
export const maxImagePixels = 25_000_000;

/** Longest side in pixels; smaller pictures stay as they are. Spec 7 names 300 and 100. */
const longestSides: Readonly<Record<ImageVariant, number>> = { full: 1_600, medium: 300, small: 100 };

const encodingTimeoutSeconds = 15;

/** A picture of 25 megapixels takes 100 MB while it is decoded. */
const decodedAtOnce = 2;

export type EncodedImage = {
  readonly variant: ImageVariant;
  readonly contentType: "image/png" | "image/jpeg";
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
};

/**
 * Makes the three sizes of an uploaded picture: JPEG for what is opaque and smaller that way, else PNG.
 * @throws Problem `body_too_large`, `unsupported_media_type` (not JPEG, PNG or WebP), or `validation_failed` for a
 *   picture that is broken or has too many pixels
 */
export async function encodeImage(upload: Uint8Array): Promise<EncodedImage[]> {
  if (upload.length > maxImageBytes) throw new Problem("body_too_large");
  // Before any decoder sees the bytes: the library reads SVG and others, too.
  if (!looksLikePicture(upload))
    throw new Problem("unsupported_media_type", {
      fields: [{ path: "file", code: "image_type", message: "not a JPEG, PNG or WebP picture" }],
    });
  return await takingTurns(async () => {
    try {
      const full = await decode(upload);
      const variants = Object.keys(longestSides) as ImageVariant[];
      return await Promise.all(variants.map((variant) => encode(full, variant)));
    } catch (error) {
      throw new Problem("validation_failed", {
        detail: error instanceof Error ? error.message : "broken picture",
        fields: [
          {
            path: "file",
            code: "image_invalid",
            message: "not a picture that can be read, or too many pixels",
          },
        ],
      });
    }
  });
}

type Decoded = {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
  readonly isOpaque: boolean;
};

/** The first frame, upright, as sRGB with transparency, no larger than the largest size. */
async function decode(upload: Uint8Array): Promise<Decoded> {
  const { data, info } = await sharp(upload, { limitInputPixels: maxImagePixels, failOn: "error", pages: 1 })
    .timeout({ seconds: encodingTimeoutSeconds })
    .autoOrient()
    .toColourspace("srgb")
    .ensureAlpha()
    .resize({ width: longestSides.full, height: longestSides.full, fit: "inside", withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const { isOpaque } = await sharp(data, { raw: { width, height, channels: 4 } }).stats();
  return { pixels: data, width, height, isOpaque };
}

async function encode(
  { pixels, width, height, isOpaque }: Decoded,
  variant: ImageVariant,
): Promise<EncodedImage> {
  const side = longestSides[variant];
  const sized = sharp(pixels, { raw: { width, height, channels: 4 } }).resize({
    width: side,
    height: side,
    fit: "inside",
    withoutEnlargement: true,
  });
  const png = await sized.clone().png().toBuffer({ resolveWithObject: true });
  const jpeg = isOpaque ? await sized.clone().jpeg({ quality: 85, mozjpeg: true }).toBuffer() : null;
  const isJpeg = jpeg !== null && jpeg.length < png.data.length;
  return {
    variant,
    contentType: isJpeg ? "image/jpeg" : "image/png",
    bytes: isJpeg ? jpeg : png.data,
    width: png.info.width,
    height: png.info.height,
  };
}

/** JPEG, PNG or WebP by their first bytes. */
function looksLikePicture(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  return (
    start.startsWith("\xff\xd8\xff") || start.startsWith("\x89PNG\r\n\x1a\n") || /^RIFF.{4}WEBP/s.test(start)
  );
}

let working = 0;
const waiting: (() => void)[] = [];

/** Runs a few at a time, in order of arrival. */
async function takingTurns<T>(work: () => Promise<T>): Promise<T> {
  if (working >= decodedAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else working += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }
}
