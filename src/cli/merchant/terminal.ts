/** What is written to a terminal, and asked there. No colours: nothing is lost where there are none. */

import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** What would move the cursor, or turn the line: names come from buyers. */
const commandsOfTerminals = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Lines of cells as one text, each column as wide as its widest cell.
 * @param isolated whether cells with Arabic get marks around them, so that they do not reorder their line; for terminals,
 *   since programs that read the text would find the marks
 */
export function terminalTable(
  lines: readonly (readonly string[])[],
  { isolated }: { readonly isolated: boolean },
): string {
  const cells = lines.map((line) => line.map((cell) => cell.replace(commandsOfTerminals, " ").trim()));
  const columns = Math.max(0, ...cells.map((line) => line.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...cells.map((line) => widthOf(line[column] ?? ""))),
  );
  return cells
    .map((line) =>
      line
        .map((cell, column) => {
          const shown = isolated && rightToLeft.test(cell) ? `\u2068${cell}\u2069` : cell;
          const isLast = column === line.length - 1;
          return shown + " ".repeat(isLast ? 0 : (widths[column] ?? 0) - widthOf(cell));
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Letters as they are seen: a mark above a letter takes no room. */
function widthOf(cell: string): number {
  return [...graphemes.segment(cell)].length;
}

/** A secret from the terminal, not shown; from standard input when that is no terminal. */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  process.stderr.write(question);
  const unseen = new Writable({ write: (_part, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: unseen, terminal: true });
  reader.once("SIGINT", () => process.exit(130));
  try {
    return (await reader.question("")).trim();
  } finally {
    reader.close();
    process.stderr.write("\n");
  }
}

/** Says how far something is, in one line of the terminal; nothing where none reads it. */
export function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
}
