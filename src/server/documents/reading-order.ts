/**
 * Lets viewers find Arabic words in a PDF file as they are read. Typst writes the glyphs of a line as they are, from
 * left to right, as most programs do, and PDF.js (Firefox) turns back what it reads piece by piece. But Typst says of
 * every word for itself that it is written backwards (ReversedChars), begins another text where a vowel sign stands
 * higher or digits follow, and writes brackets as another text (ActualText); and a piece ends for PDF.js where any such
 * statement begins: every word was turned for itself, and two words changed places (docs/decisions/0078).
 *
 * So the texts that touch on a line are made one, from left to right, without such statements in it. Nothing moves on
 * the paper. What the glyphs are is put right in glyph-letters.ts.
 */
import { type GlyphWidths, nameGlyphs, widthsOf } from "./glyph-letters.ts";
import { openPdf, type PdfFile, reference } from "./pdf-file.ts";
import { readTextBlocks, type TextBlock, textBlock } from "./text-blocks.ts";

/** A gap smaller than this, points, is none: coordinates are rounded. */
const gap = 0.1;

/** What stands less than half a letter higher or lower is on the same line: a vowel sign. */
const sameLine = 0.5;

/**
 * Puts the texts of a file into an order in which viewers read Arabic.
 * @param pdf as Typst wrote it
 */
export function inReadingOrder(pdf: Buffer): Buffer {
  const file = openPdf(pdf);
  nameGlyphs(file);
  const objects = Array.from({ length: file.count }, (_, index) => index + 1);
  const structure = objects.find((object) => file.dictionary(object).includes("/Type /StructTreeRoot"));
  for (const page of objects) {
    if (/\/Type \/Page\n/.test(file.dictionary(page))) readPage(file, page, structure ?? 0);
  }
  return file.write();
}

function readPage(file: PdfFile, page: number, structure: number): void {
  const dictionary = file.dictionary(page);
  const contents = reference(dictionary, "Contents");
  if (contents === null) return;
  const names = Array.from(dictionary.matchAll(/\/(f\d+) (\d+) 0 R/g));
  const fonts = new Map(names.map(([, name = "", font]) => [name, widthsOf(file, Number(font))]));
  const elements = elementsOf(file, { page, structure });
  const tagged = joinTagged(`${file.stream(contents)}\n`, { fonts, areNeighbours: elements.areNeighbours });
  elements.drop(tagged.joined);
  const runs = new RegExp(`(?:${textBlock})+`, "g");
  file.changeStream(
    contents,
    tagged.source.replace(runs, (run) => (run.includes(backwards) ? orderRun(run, fonts) : run)),
  );
}

const backwards = "/ReversedChars BMC\n";

type Piece = {
  readonly start: number;
  readonly end: number;
  readonly mcid: number;
  readonly properties: string;
  readonly body: string;
  readonly texts: readonly TextBlock[];
};

/** Makes neighbouring pieces of tagged content one, where their texts touch and belong to one element. */
function joinTagged(
  source: string,
  options: {
    readonly fonts: ReadonlyMap<string, GlyphWidths>;
    readonly areNeighbours: (first: number, second: number) => boolean;
  },
): { readonly source: string; readonly joined: readonly number[] } {
  const form = `/Span <<\\n  /MCID (\\d+)\\n((?:  /[^\\n]*\\n)*)>> BDC\\n((?:${textBlock})+)EMC\\n`;
  const pieces = Array.from(source.matchAll(new RegExp(form, "g")), (found): Piece => {
    const [whole, mcid, properties = "", body = ""] = found;
    const place = { start: found.index, end: found.index + whole.length };
    return { ...place, mcid: Number(mcid), properties, body, texts: readTextBlocks(body, options.fonts) };
  });
  const groups = touchingGroups(pieces, {
    textsOf: (piece) => piece.texts,
    canJoin: (first, second) =>
      first.end === second.start &&
      first.properties === second.properties &&
      options.areNeighbours(first.mcid, second.mcid),
  });
  const parts: string[] = [];
  let copied = 0;
  for (const [first, ...others] of groups) {
    const last = others.at(-1);
    if (!first || !last) continue;
    const bodies = others.map(({ body }) => body).join("");
    parts.push(source.slice(copied, first.end - "EMC\n".length), bodies, "EMC\n");
    copied = last.end;
  }
  const joined = groups.flatMap(([, ...others]) => others.map(({ mcid }) => mcid));
  return { source: parts.join("") + source.slice(copied), joined };
}

/** Groups of things that follow each other on one line and whose texts touch, each group as one piece of the line. */
function touchingGroups<T>(
  all: readonly T[],
  of: {
    readonly textsOf: (item: T) => readonly TextBlock[];
    readonly canJoin: (first: T, second: T) => boolean;
  },
): T[][] {
  const rows: T[][] = [];
  for (const item of all) {
    const row = rows.at(-1);
    const before = row?.at(-1);
    const isOn = before !== undefined && of.canJoin(before, item);
    if (row && isOn && areOnLine(row.flatMap(of.textsOf), of.textsOf(item))) row.push(item);
    else rows.push([item]);
  }
  return rows.flatMap((row) => {
    const extents = row.map((item) => extentOf(of.textsOf(item)));
    const groups: T[][] = [];
    row.forEach((item, index) => {
      const isSame = index > 0 && strokeOf(extents, index) === strokeOf(extents, index - 1);
      if (isSame) groups.at(-1)?.push(item);
      else groups.push([item]);
    });
    return groups;
  });
}

type Extent = { readonly from: number; readonly to: number };

function extentOf(texts: readonly TextBlock[]): Extent {
  const from = Math.min(...texts.map((text) => text.x)) - gap;
  return { from, to: Math.max(...texts.map((text) => text.endX)) + gap };
}

/** Where the unbroken part of a line begins that an extent belongs to. */
function strokeOf(extents: readonly Extent[], index: number): number {
  let from = extents[index]?.from ?? 0;
  for (const other of extents.toSorted((one, another) => another.from - one.from))
    if (other.from < from && other.to >= from) from = other.from;
  return from;
}

function areOnLine(texts: readonly TextBlock[], next: readonly TextBlock[]): boolean {
  return next.every((text) =>
    texts.some((other) => Math.abs(other.y - text.y) < Math.max(text.size, other.size) * sameLine),
  );
}

/** Orders texts that follow each other: those that touch become one from left to right. */
function orderRun(run: string, fonts: ReadonlyMap<string, GlyphWidths>): string {
  const groups = touchingGroups(readTextBlocks(run, fonts), {
    textsOf: (text) => [text],
    canJoin: () => true,
  });
  return groups
    .map((group) => {
      const inOrder = group.toSorted((one, other) => one.x - other.x);
      const source = inOrder.map((text) => text.source).join("");
      return source.includes(backwards) ? plain(source) : source;
    })
    .join("");
}

/** Without statements about single words and brackets. */
function plain(source: string): string {
  return source.replace(/^(?:\/ReversedChars BMC|\/Span <<\n {2}\/ActualText [^\n]*\n>> BDC|EMC)\n/gm, "");
}

/**
 * The elements of the structure that the pieces of a page's content belong to, by the pieces' numbers (ISO 32000-1,
 * 14.7.4.4): whether two pieces are neighbours in one element, and taking those out that are part of another now.
 */
function elementsOf(
  file: PdfFile,
  { page, structure }: { readonly page: number; readonly structure: number },
) {
  const key = /\/StructParents (\d+)/.exec(file.dictionary(page))?.[1];
  const trees = /\/Nums \[([^\]]*)\]/.exec(structure === 0 ? "" : file.dictionary(structure))?.[1] ?? "";
  const tree = Number(new RegExp(`(?:^| )${key} (\\d+) 0 R`).exec(trees)?.[1] ?? 0);
  const owners = tree === 0 ? [] : (file.dictionary(tree).match(/\d+ 0 R/g) ?? []);
  const ownerOf = (piece: number): number => Number.parseInt(owners[piece] ?? "0", 10);
  return {
    areNeighbours: (first: number, second: number): boolean => {
      const owner = ownerOf(first);
      if (owner === 0 || owner !== ownerOf(second)) return false;
      return new RegExp(`/K \\[[^\\]]*\\b${first} ${second}\\b(?! 0 R)`).test(file.dictionary(owner));
    },
    drop: (pieces: readonly number[]): void => {
      for (const piece of pieces) {
        const owner = ownerOf(piece);
        const kids = new RegExp(`(/K \\[[^\\]]*) ${piece}\\b(?! 0 R)`);
        file.changeDictionary(owner, file.dictionary(owner).replace(kids, "$1"));
        owners[piece] = "null";
      }
      if (pieces.length > 0) file.changeDictionary(tree, `${tree} 0 obj\n[${owners.join(" ")}]\nendobj\n\n`);
    },
  };
}
