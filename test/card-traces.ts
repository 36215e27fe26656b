/**
 * Looks for the card numbers that tests pay with where none may be: in what the server printed and in its database.
 * A number counts in every form in which it may have been kept: in one piece, grouped, in digits of the Arabic scripts.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { cardBrand } from "#core/card/card.ts";
import { normaliseDigits } from "#core/text.ts";
import { testCards } from "#gateways/mpgs/simulator/cards.ts";
import { listFiles, root } from "./source-tree.ts";

/** What may stand between the digits of a number that was kept. */
const gaps = /(?<=\d)[\s\p{Pd}\p{Cf}.,_+/|]{1,4}(?=\d)/gu;

/** What the log's redaction leaves of a card number: the number itself should never have come so far. */
const redacted = "[PAN]";

/**
 * Every card number that the browser tests type: those that stand in the files of a folder, right or wrong, and those
 * of the simulated gateway, which the page for testers types.
 * @param folder path from the root of the project
 */
export function typedCards(folder: string): string[] {
  const written = listFiles(folder)
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => readFileSync(join(root, path), "utf8").match(/(?<!\d)\d(?: ?\d){12,18}(?!\d)/g) ?? [])
    .map((number) => number.replaceAll(" ", ""))
    .filter((number) => cardBrand(number) !== null);
  return [...new Set([...written, ...testCards.map(({ number }) => number)])];
}

/** The lines of a program's output that have a card number, or what redaction left of one: "line 7: …". */
export function tracesInOutput(output: string, cards: readonly string[]): string[] {
  return output
    .split("\n")
    .map((line, index) => ({ line, place: `line ${index + 1}` }))
    .filter(({ line }) => line.includes(redacted) || holdsCard(line, cards))
    .map(({ line, place }) => `${place}: ${line}`);
}

/**
 * The columns that have a card number: "orders.note (2 rows)". Looks at every value of every table as text, bytes by
 * the ASCII characters in them.
 */
export async function tracesInDatabase(pool: pg.Pool, cards: readonly string[]): Promise<string[]> {
  const { rows: columns } = await pool.query<{ table: string; column: string; type: string }>(
    `select format('%I.%I', table_schema, table_name) as table, quote_ident(column_name) as column, data_type as type
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      order by table_schema, table_name, ordinal_position`,
  );
  const traces: string[] = [];
  for (const { table, column, type } of columns) {
    const text = type === "bytea" ? `encode(${column}, 'escape')` : `${column}::text`;
    const { rows } = await pool.query<{ text: string }>(
      `select ${text} as text from ${table} where ${column} is not null`,
    );
    const found = rows.filter((row) => holdsCard(row.text, cards)).length;
    if (found > 0) traces.push(`${table}.${column} (${found} ${found === 1 ? "row" : "rows"})`);
  }
  return traces;
}

/** Joins groups before it looks; what a join of other numbers makes is no card of ours. */
function holdsCard(text: string, cards: readonly string[]): boolean {
  const joined = normaliseDigits(text.normalize("NFKC")).replace(gaps, "");
  return cards.some((card) => joined.includes(card));
}
