/** The columns of the database that hold a text of a buyer (server/privacy/texts-of-buyers.ts), also one that is added. */
import type { Pool } from "pg";
import { isErased, isShopsOwn, textsOfBuyers } from "#server/privacy/texts-of-buyers.ts";
import { type Column, columnsOf, columnsOfLists, holdsText } from "./rows-of-tables.ts";

type ColumnsOfTable = { readonly table: string; readonly columns: readonly Column[] };

/** Tables that have any, each with those that a statement may write. */
export async function columnsOfBuyers(pool: Pool): Promise<readonly ColumnsOfTable[]> {
  const found: { table: string; columns: readonly Column[] }[] = [];
  for (const [table, fate] of Object.entries(textsOfBuyers)) {
    if (typeof fate === "string") continue;
    const isOfBuyer = (name: string) => isErased(fate) || isErased((fate as Record<string, unknown>)[name]);
    const columns = (await columnsOf(pool, table)).filter(
      (column) => holdsText(column) && isOfBuyer(column.name),
    );
    if (columns.length > 0) found.push({ table, columns });
  }
  return found;
}

/** Those of them in which words may stand: a key is an id, and what is one of a list takes its own words alone. */
export async function columnsOfWords(pool: Pool): Promise<readonly ColumnsOfTable[]> {
  return await withWords(pool, await columnsOfBuyers(pool));
}

/** Columns in which words of the shop itself stand, in tables that lead to orders or clients: what a buyer may be shown of both. */
export async function columnsOfShopsWords(pool: Pool): Promise<readonly ColumnsOfTable[]> {
  const found: ColumnsOfTable[] = [];
  for (const [table, fate] of Object.entries(textsOfBuyers)) {
    if (typeof fate === "string" || isErased(fate)) continue;
    const isOwn = (name: string) => isShopsOwn((fate as Record<string, unknown>)[name]);
    const columns = (await columnsOf(pool, table)).filter(
      (column) => holdsText(column) && isOwn(column.name),
    );
    if (columns.length > 0) found.push({ table, columns });
  }
  return await withWords(pool, found);
}

async function withWords(pool: Pool, of: readonly ColumnsOfTable[]): Promise<readonly ColumnsOfTable[]> {
  const found: ColumnsOfTable[] = [];
  for (const { table, columns } of of) {
    const lists = await columnsOfLists(pool, table);
    const ofWords = columns.filter(({ name, isKey }) => !isKey && !lists.has(name));
    if (ofWords.length > 0) found.push({ table, columns: ofWords });
  }
  return found;
}
