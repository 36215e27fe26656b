/**
 * Columns of tables as a statement's list and as the type of what it gives, from one list of names, so that the two
 * cannot differ. For statements that are sent by name and therefore written as text; all others are built by Kysely.
 */
import type { Selectable } from "kysely";
import type { Schema } from "./schema.ts";

export type ColumnOf<Table extends keyof Schema> = keyof Selectable<Schema[Table]> & string;

/** What the columns of a table give, under names with a prefix. */
export type ColumnsOf<
  Table extends keyof Schema,
  Name extends ColumnOf<Table>,
  Prefix extends string = "",
> = { readonly [N in Name as `${Prefix}${N}`]: Selectable<Schema[Table]>[N] };

/** The same of a table that has a row for some only. */
export type OfLeftJoin<Columns> = { readonly [N in keyof Columns]: Columns[N] | null };

/** The list of a select: "m.username as merchant_username, m.email as merchant_email". */
export function selectList(alias: string, names: readonly string[], prefix = ""): string {
  return names
    .map((name) => (prefix === "" ? `${alias}.${name}` : `${alias}.${name} as ${prefix}${name}`))
    .join(", ");
}

/** The arguments of `json_build_object`: "'title', l.title, 'unit_code', l.unit_code". */
export function jsonPairs(alias: string, names: readonly string[]): string {
  return names.map((name) => `'${name}', ${alias}.${name}`).join(", ");
}
