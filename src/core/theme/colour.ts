/** Colours as "#rrggbb": strict parsing, brightness, and contrast by WCAG 2.2 (decisions K10 and K14). */

/** Contrast that text of normal size needs against its background (WCAG 1.4.3). */
export const minimumContrast = 4.5;

const black = "#000000";
const white = "#ffffff";

/** Share of black or white that `ensureContrast` mixes in at each step, in percent. */
const mixStepPercent = 5;

/** Reads "#RGB", "#RRGGBB" or the same without "#"; gives "#rrggbb", or null for anything else. */
export function parseColour(text: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`;
}

/** A colour with every channel (0 to 255) moved by `by` and kept in range: -20 is a shade, +75 a light variant. */
export function shiftBrightness(colour: string, by: number): string {
  return toHex(channelsOf(colour).map((channel) => Math.min(255, Math.max(0, channel + by))));
}

/** WCAG contrast of two colours, in either order: 1 (the same) to 21 (black and white). */
export function contrastOf(pair: { readonly colour: string; readonly background: string }): number {
  const [darker = 0, lighter = 0] = [luminanceOf(pair.colour), luminanceOf(pair.background)].toSorted(
    (a, b) => a - b,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

/** White where it can be read on the background, else black. One of the two always has the minimum contrast. */
export function readableOn(background: string): string {
  return contrastOf({ colour: white, background }) >= minimumContrast ? white : black;
}

/**
 * The colour itself when it can be read against the background; else the nearest mix of it with black or white
 * that can. It works both ways: a button's background may be made to suit its text, too.
 */
export function ensureContrast(pair: { readonly colour: string; readonly background: string }): string {
  for (let percent = 0; percent < 100; percent += mixStepPercent) {
    for (const pole of [black, white]) {
      const colour = mix(pair.colour, pole, percent);
      if (contrastOf({ colour, background: pair.background }) >= minimumContrast) return colour;
    }
  }
  return readableOn(pair.background);
}

/** A colour on its way to another one: 0 percent is itself, 100 the other. */
export function mix(colour: string, other: string, percent: number): string {
  const towards = channelsOf(other);
  return toHex(
    channelsOf(colour).map((channel, index) => channel + (((towards[index] ?? 0) - channel) * percent) / 100),
  );
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

function toHex(channels: readonly number[]): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}

/** Relative luminance of sRGB, 0 to 1. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
