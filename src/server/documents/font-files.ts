/**
 * Which fonts documents are printed with, in the order in which a letter is looked for, each in both weights that the
 * templates use. The build takes these few files out of their packages (web/build/document-fonts.ts), which carry
 * every weight.
 */
import { join } from "node:path";

/** Where the build puts them, below `dist`. */
export const fontFolder = "fonts";

/** Readex Pro has Arabic, Latin and digits of one design; the others fill what it lacks. templates/parts.typ lists them, too. */
const families = [
  { folder: "readex-pro", file: "ReadexPro" },
  { folder: "noto-sans", file: "NotoSans" },
  { folder: "noto-sans-arabic", file: "NotoSansArabic" },
  { folder: "noto-emoji", file: "NotoEmoji" },
];

const weights = ["400Regular", "600SemiBold"];

const packageOf = (folder: string): string => `@expo-google-fonts/${folder}`;
const fileOf = (file: string, weight: string): string => `${file}_${weight}.ttf`;

/** What the build copies: a file in its package, and its name below `fontFolder`. A font travels with its licence. */
export const copiedFiles: readonly { readonly source: string; readonly name: string }[] = families.flatMap(
  ({ folder, file }) => [
    ...weights.map((weight) => {
      const name = fileOf(file, weight);
      return { source: `${packageOf(folder)}/${weight}/${name}`, name };
    }),
    { source: `${packageOf(folder)}/LICENSE_FONT`, name: `${file}_LICENSE.txt` },
  ],
);

const builtFolder = join(import.meta.dirname, "../../../dist", fontFolder);

/** The riyal's sign, which none of them has (web/fonts/README.md); `Wasl Riyal` in templates/parts.typ. */
const signFiles = ["400", "600"].map((weight) => join(import.meta.dirname, `fonts/wasl-riyal-${weight}.ttf`));

/**
 * Paths of the font files, by family. Typst prefers these to fonts of the system as long as the weight is the very one
 * that is asked for; so a document looks the same on every machine.
 */
export function fontFamilies(): string[][] {
  const built = families.map(({ file }) => weights.map((weight) => join(builtFolder, fileOf(file, weight))));
  return [...built, signFiles];
}
