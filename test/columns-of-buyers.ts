/** The columns of the database that hold a text of a buyer (server/privacy/texts-of-buyers.ts), also one that is added. */
import type { Pool } from "pg";
import { isErased, textsOfBuyers } from "#server/privacy/texts-of-buyers.ts";
import { type Column, columnsOf, holdsText } from "./rows-of-tables.ts";

/** Tables that have any, each with those that a statement may write. */
export async function columnsOfBuyers(
  pool: Pool,
): Promise<readonly { readonly table: string; readonly columns: readonly Column[] }[]> {
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
