/**
 * Puts the content of a copied database into one that has the same shape and holds nothing, in one transaction: all of
 * it or nothing. The role needs no more rights than the owner of the tables has.
 *
 * Rows come table by table, so that the rules between tables cannot hold meanwhile: foreign keys are taken off and put
 * back at the end, which verifies them over all rows. Triggers rest: what they judge is how rows come to be, and these
 * rows came to be under them.
 */
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { columnList, listTables, quote, type SequenceState, type TableShape } from "./dump.ts";

export type TableToLoad = TableShape & { readonly rows: number };

/**
 * @param client in a transaction
 * @param copy.read gives a table's rows as COPY wrote them
 * @throws Error with a sentence when a table is not there, has other columns or received another number of rows
 */
export async function loadTables(
  client: pg.Client,
  copy: {
    readonly tables: readonly TableToLoad[];
    readonly sequences: readonly SequenceState[];
    readonly read: (table: TableToLoad) => Readable;
  },
): Promise<void> {
  const present = await listTables(client);
  refuseOtherShape(present, copy.tables);
  const all = present.map(({ name }) => quote(name));
  const keys = await takeOffForeignKeys(client);
  for (const table of all) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`truncate ${all.join(", ")}`);
  for (const table of copy.tables) await loadTable(client, table, copy.read(table));
  for (const { name, last } of copy.sequences) {
    const [value, isUsed] = last === null ? ["1", false] : [last, true];
    await client.query("select setval($1::regclass, $2::bigint, $3)", [quote(name), value, isUsed]);
  }
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${table} add constraint ${quote(name)} ${definition}`);
  }
  for (const table of all) await client.query(`alter table ${table} enable trigger user`);
}

function refuseOtherShape(present: readonly TableShape[], wanted: readonly TableShape[]): void {
  const shapes = new Map(present.map(({ name, columns }) => [name, columns]));
  for (const { name, columns } of wanted) {
    const here = shapes.get(name) ?? [];
    if (columns.toSorted().join() !== here.toSorted().join())
      throw new Error(
        `The table ${name} of the backup has the columns ${columns.join(", ")}, and here ${here.join(", ")}.`,
      );
  }
}

type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string };

async function takeOffForeignKeys(client: pg.Client): Promise<readonly ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
     order by conrelid::regclass::text, conname`,
  );
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${quote(name)}`);
  return rows;
}

async function loadTable(client: pg.Client, table: TableToLoad, rows: Readable): Promise<void> {
  const target = client.query(copyFrom(`copy ${quote(table.name)} (${columnList(table)}) from stdin`));
  await pipeline(rows, target);
  if (target.rowCount !== table.rows)
    throw new Error(`${table.name} received ${target.rowCount} rows instead of ${table.rows}.`);
}
