/**
 * Lets viewers find Arabic words in a PDF file. Typst writes the letters of a line as they stand, from left to right,
 * and PDF.js (Firefox) turns back what it reads piece by piece; two things it cannot turn back.
 *
 * It ends a piece at a space, so that two words change places: words that belong together are joined by a space that
 * does not break, which is a letter like others. Lines still break between groups of words. And the two letters of the
 * ligature lam-alef change places: the file says that this glyph is the ligature's own character, of which viewers know
 * the two letters (Unicode NFKC).
 */

/** Longest group of words, characters: what fits on one line wherever such a text stands. */
const longestGroup = 24;

const noBreakSpace = "\u00a0";

/** What is no text on paper, or stands in columns so narrow that every word may need a line of its own. */
const untouched = new Set(["fileTitle", "author", "keywords", "columns", "itemLabel", "paragraphs"]);

/** Joins neighbouring Arabic words in every text of a print model. */
export function joinWords<T>(value: T): T {
  if (typeof value === "string") return joinInText(value) as T;
  if (Array.isArray(value)) return value.map(joinWords) as T;
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    untouched.has(key) ? item : joinWords(item),
  ]);
  return Object.fromEntries(entries) as T;
}

function joinInText(text: string): string {
  if (!/\p{Script=Arabic} \p{Script=Arabic}/u.test(text)) return text;
  let group = 0;
  const words = text.split(" ");
  return words
    .map((word, index) => {
      const next = words[index + 1];
      group += word.length + 1;
      if (next === undefined) return word;
      const isJoined = isArabic(word) && isArabic(next) && group + next.length <= longestGroup;
      if (!isJoined) group = 0;
      return `${word}${isJoined ? noBreakSpace : " "}`;
    })
    .join("");
}

/** Nothing that is written from left to right is part of it. */
function isArabic(word: string): boolean {
  return /\p{Script=Arabic}/u.test(word) && !/[\p{N}\p{Script=Latin}]/u.test(word);
}

/** Lam with alef, with madda, hamza above and below it, as glyphs are mapped to letters; and the ligature of each. */
const ligatures: Readonly<Record<string, string>> = {
  "06440622": "FEF5",
  "06440623": "FEF7",
  "06440625": "FEF9",
  "06440627": "FEFB",
};

/**
 * Names the ligatures in the tables of a file that say which letters its glyphs are (ISO 32000, 9.10.3). The tables
 * keep their length, and so everything its place.
 */
export function nameLigatures(pdf: Buffer): Buffer {
  const text = pdf.toString("latin1");
  const named = text.replace(/(<[0-9A-F]{4}> )<(0644062[2357])>/g, (line, glyph: string, letters: string) =>
    `${glyph}<${ligatures[letters]}>`.padEnd(line.length),
  );
  return Buffer.from(named, "latin1");
}
