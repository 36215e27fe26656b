/**
 * The content of a database as it was at one moment, while others continue writing: every table by COPY in one snapshot
 * (docs/decisions/0118). The shape is not copied: it is made by the migrations whose names go with it.
 */
import type { Readable } from "node:stream";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";

/** Which servers are at work. It is no part of a copy: those of a restored database are others. */
export const tablesOfNow: readonly string[] = ["nodes"];

export type TableShape = {
  readonly name: string;
  /** Those that are written; generated ones are made again. */
  readonly columns: readonly string[];
};

export type SequenceState = {
  readonly name: string;
  /** The last number given; null before the first. */
  readonly last: string | null;
};

/** The tables of a database's schema, by name. */
export async function listTables(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
  );
  return rows;
}

/**
 * Reads every table, in the caller's transaction (repeatable read): all are as at the same moment.
 * @param keep is given a table and its rows as COPY writes them (text); resolves when they are kept
 */
export async function dumpTables(
  client: pg.Client,
  keep: (table: TableShape, rows: Readable) => Promise<void>,
): Promise<void> {
  const tables = (await listTables(client)).filter(({ name }) => !tablesOfNow.includes(name));
  // A migration waits until the copy is made, as it does for pg_dump: it would change tables under the snapshot.
  await client.query(`lock table ${tables.map(({ name }) => quote(name)).join(", ")} in access share mode`);
  for (const table of tables) {
    const rows = client.query(copyTo(`copy ${quote(table.name)} (${columnList(table)}) to stdout`));
    await keep(table, rows);
  }
}

/**
 * Where numbering stands. Sequences are in no snapshot: read after the tables, they are as far as these or further.
 */
export async function readSequences(client: pg.Client): Promise<SequenceState[]> {
  const { rows } = await client.query<SequenceState>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = current_schema() order by sequencename`,
  );
  return rows;
}

/** A name of the catalogue as a statement's. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function columnList({ columns }: TableShape): string {
  return columns.map(quote).join(", ");
}
