/**
 * The typeface of the pages and the riyal sign, cut out of fonts that packages have to what is needed. Run by
 * `npm run fonts`; a test runs it as well. Where each comes from stands in `web/fonts/README.md`.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";
import { drawnAs } from "./font-characters.ts";
import { renamed } from "./font-names.ts";

const { resolve } = createRequire(import.meta.url);

/** The licence of the typeface keeps its name for the whole fonts: what is cut out has a name of its own. */
const family = "Wasl Sans";
const signFamily = "Wasl Riyal";
const digitFamily = "Wasl Digits";

/** U+20C1, the sign of the Saudi riyal. */
export const riyalSign = "\u20c1";

/** The weights of STYLE.md; the bolder one is drawn lighter than bold, as large text wants it. */
const weights = [
  { name: "400", folder: "400Regular" },
  { name: "600", folder: "600SemiBold" },
] as const;

/**
 * Letters, marks and both rows of digits of Arabic, with what Persian names need; of Latin what Western names are
 * written with. What is left out is drawn in the device's font.
 */
const characters = {
  arabic: [
    range(0x60c, 0x60c) + range(0x61b, 0x61f) + range(0x621, 0x63a) + range(0x640, 0x655),
    range(0x660, 0x66c) + range(0x670, 0x671) + range(0x6f0, 0x6f9) + range(0x200c, 0x200f),
    "\u067e\u0686\u0698\u06a4\u06a9\u06af\u06c0\u06cc\u06d4\ufdf2",
  ].join(""),
  latin: [
    range(0x20, 0x7e) + range(0xa0, 0xff),
    "\u2010\u2011\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2022\u2026\u20ac\u2122\u2212",
  ].join(""),
} as const;

/** Digits of Arabic pages where a theme wants their Arabic shapes (decision 0171), and what divides those of an amount. */
export const arabicShapes: ReadonlyMap<string, string> = new Map([
  ...Array.from(range(0x30, 0x39), (digit): [string, string] => [
    digit,
    String.fromCodePoint(0x660 + Number(digit)),
  ]),
  [",", "\u066c"],
  [".", "\u066b"],
]);

/** Every character that the typeface has. */
export const coveredCharacters: ReadonlySet<string> = new Set(Object.values(characters).join(""));

/**
 * What shaping needs; styles to choose from are left out, and instructions for coarse screens. So is "locl", which draws
 * Latin digits lower and wider beside Arabic letters: an amount and a date would not have the same ones.
 */
const kept = {
  keepFeatures: "ccmp isol init medi fina rlig liga calt kern mark mkmk curs".split(" "),
  noHinting: true,
};

/** Every font file by its path below `src`. */
export async function buildFonts(): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const { name, folder } of weights) {
    for (const script of ["arabic", "latin"] as const) {
      const source = `@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-${script}-${name}-normal.woff2`;
      const cut = await cutOut({ source, text: characters[script], family, weight: name });
      files.set(`web/fonts/wasl-sans-${script}-${name}.woff2`, await packed(cut, characters[script]));
    }
    files.set(`web/fonts/wasl-digits-${name}.woff2`, await digits(name));
    const source = `@expo-google-fonts/google-sans/${folder}/GoogleSans_${folder}.ttf`;
    const sign = await cutOut({ source, text: riyalSign, family: signFamily, weight: name });
    files.set(`server/documents/fonts/wasl-riyal-${name}.ttf`, sign);
  }
  return files;
}

/** The Arabic digits of the typeface, as what Latin digits are drawn with. */
async function digits(weight: Cut["weight"]): Promise<Buffer> {
  const source = `@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-${weight}-normal.woff2`;
  const text = [...arabicShapes.values()].join("");
  const cut = await cutOut({ source, text, family: digitFamily, weight });
  return await packed(drawnAs(cut, arabicShapes), [...arabicShapes.keys()].join(""));
}

type Cut = {
  readonly source: string;
  readonly text: string;
  readonly family: string;
  readonly weight: "400" | "600";
};

async function cutOut({ source, text, family: name, weight }: Cut): Promise<Buffer> {
  const whole = await readFile(resolve(source));
  const cut = await subsetFont(whole, text, { targetFormat: "truetype", ...kept });
  return renamed(cut, { family: name, style: weight === "400" ? "Regular" : "SemiBold" });
}

async function packed(font: Buffer, text: string): Promise<Buffer> {
  return await subsetFont(font, text, { targetFormat: "woff2", ...kept });
}

function range(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join("");
}
