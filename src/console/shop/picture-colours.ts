/** The colours of a logo: its pixels in groups of alike ones, the strongest group first (k-means, begun from the same places each time). */
import { contrastOf, ensureContrast } from "#core/theme/colour.ts";

type Pixel = readonly [red: number, green: number, blue: number];

const groups = 6;
const rounds = 12;
/** Pixels that are seen through are the paper, not the logo. */
const leastAlpha = 128;
/** Squared distance under which two colours are one to the eye. */
const alike = 1_600;

const white = "#ffffff";

const toHex = (pixel: Pixel): string =>
  `#${pixel.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;

const distance = (one: Pixel, other: Pixel): number =>
  one.reduce((sum, channel, index) => sum + (channel - (other[index] ?? 0)) ** 2, 0);

/** How colourful: 0 for greys, 1 for pure colours. */
const saturation = (pixel: Pixel): number => {
  const most = Math.max(...pixel);
  return most === 0 ? 0 : (most - Math.min(...pixel)) / most;
};

/**
 * Up to four colours for buttons and links, the likeliest first: colourful and much of the picture. Each can be read on white
 * (contrast of 4.5): a light one is made darker.
 * @param rgba four bytes for each pixel, as a canvas gives them
 * @returns none for a picture of which nothing is seen
 */
export function coloursOf(rgba: Uint8ClampedArray | readonly number[]): readonly string[] {
  const pixels: Pixel[] = [];
  for (let at = 0; at + 3 < rgba.length; at += 4)
    if ((rgba[at + 3] ?? 0) >= leastAlpha) pixels.push([rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0]);
  const found = groupsOf(pixels)
    .filter(({ centre }) => contrastOf({ colour: toHex(centre), background: white }) > 1.2)
    .toSorted((left, right) => weightOf(right) - weightOf(left));
  const chosen: Pixel[] = [];
  for (const { centre } of found)
    if (chosen.every((other) => distance(centre, other) > alike)) chosen.push(centre);
  const readable = chosen.map((centre) => ensureContrast({ colour: toHex(centre), background: white }));
  return [...new Set(readable)].slice(0, 4);
}

type Group = { readonly centre: Pixel; readonly count: number };

const weightOf = ({ centre, count }: Group): number => Math.sqrt(count) * (0.05 + saturation(centre));

function groupsOf(pixels: readonly Pixel[]): readonly Group[] {
  let centres = firstCentres(pixels);
  let found: readonly Group[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const sums = centres.map(() => ({ red: 0, green: 0, blue: 0, count: 0 }));
    for (const pixel of pixels) {
      const sum = sums[nearest(centres, pixel)];
      if (!sum) continue;
      sum.red += pixel[0];
      sum.green += pixel[1];
      sum.blue += pixel[2];
      sum.count += 1;
    }
    found = sums
      .filter(({ count }) => count > 0)
      .map(({ red, green, blue, count }) => ({ centre: [red / count, green / count, blue / count], count }));
    centres = found.map(({ centre }) => centre);
  }
  return found;
}

function nearest(centres: readonly Pixel[], pixel: Pixel): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, centre] of centres.entries()) {
    const far = distance(centre, pixel);
    if (far < least) [best, least] = [index, far];
  }
  return best;
}

/** The first pixel, then again and again the one that is farthest from all centres so far. */
function firstCentres(pixels: readonly Pixel[]): readonly Pixel[] {
  const [first] = pixels;
  if (!first) return [];
  const centres: Pixel[] = [first];
  while (centres.length < groups) {
    let farthest: Pixel = first;
    let most = 0;
    for (const pixel of pixels) {
      const far = Math.min(...centres.map((centre) => distance(centre, pixel)));
      if (far > most) [farthest, most] = [pixel, far];
    }
    if (most === 0) break;
    centres.push(farthest);
  }
  return centres;
}

/** Longest side of the copy whose pixels are counted. */
const countedPixels = 96;
/** Longest side of what is sent. */
const sentPixels = 1_200;

/** A picture drawn so that its longer side has at most so many pixels. */
function drawn(picture: ImageBitmap, most: number): HTMLCanvasElement {
  const share = Math.min(1, most / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * share));
  canvas.height = Math.max(1, Math.round(picture.height * share));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The colours of a picture that a person chose. */
export function coloursOfPicture(picture: ImageBitmap): readonly string[] {
  const canvas = drawn(picture, countedPixels);
  const context = canvas.getContext("2d");
  return context === null ? [] : coloursOf(context.getImageData(0, 0, canvas.width, canvas.height).data);
}

/** The picture as a file to be uploaded; what is seen through stays so. */
export async function fileOfPicture(picture: ImageBitmap): Promise<Blob> {
  return await new Promise((resolve, reject) => {
    drawn(picture, sentPixels).toBlob(
      (blob) => (blob === null ? reject(new Error("the picture could not be drawn")) : resolve(blob)),
      "image/png",
    );
  });
}
