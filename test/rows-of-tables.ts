/** Rows of any table for tests that walk all of them: what a table consists of is asked of the database. */
import type { Pool } from "pg";

export type Column = {
  readonly name: string;
  /** As the database's own list calls it. */
  readonly type: string;
  readonly isKey: boolean;
  /** A row must say it. */
  readonly isNeeded: boolean;
};

const withoutText: Readonly<Record<string, unknown>> = {
  bigint: 1,
  integer: 1,
  smallint: 1,
  boolean: false,
  uuid: "00000000-0000-4000-8000-000000000000",
  date: "2026-11-20",
  "timestamp with time zone": "2026-11-20T00:00:00Z",
};

const plain: Readonly<Record<string, unknown>> = {
  ...withoutText,
  text: "-",
  jsonb: "{}",
  ARRAY: [],
  bytea: Buffer.from("-"),
};

/** Whether a text may be in a column; so it may in one of a type that is not known here. */
export function holdsText({ type }: Column): boolean {
  return !(type in withoutText);
}

/** Those that a statement may write. */
export async function columnsOf(pool: Pool, table: string): Promise<readonly Column[]> {
  const { rows } = await pool.query<Column>(
    `select column_name as name, data_type as type, is_nullable = 'NO' and (column_default is null or column_name = 'state') as "isNeeded",
       exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
         where i.indrelid = $1::text::regclass and i.indisprimary and a.attname = c.column_name) as "isKey"
     from information_schema.columns c where table_schema = 'public' and table_name = $1::text
       and is_generated = 'NEVER' and coalesce(identity_generation, '') <> 'ALWAYS'`,
    [table],
  );
  return rows;
}

/**
 * Adds a row to a table that has none: what it refers to is the first of its kind. Which other values fit together is left aside, since
 * no row of a table that is new could be made up else: the table has neither checks nor
 * foreign keys afterwards.
 */
export async function needRow(pool: Pool, table: string): Promise<void> {
  const { rowCount } = await pool.query(`select 1 as row from ${table} limit 1`);
  if (rowCount) return;
  const referred = await referredBy(pool, table);
  await dropRules(pool, table);
  const needed = (await columnsOf(pool, table)).filter(({ isNeeded }) => isNeeded);
  const values = new Map([...needed.map(({ name, type }) => [name, plain[type]] as const), ...referred]);
  const names = [...values.keys()].map((name) => `"${name}"`);
  const places = names.map((_, index) => `$${index + 1}`);
  await pool.query(`alter table "${table}" disable trigger user`);
  await pool.query(`insert into "${table}" (${names}) values (${places})`, [...values.values()]);
  await pool.query(`alter table "${table}" enable trigger user`);
}

/** Takes checks and foreign keys off a table. */
export async function dropRules(pool: Pool, table: string): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    "select conname as name from pg_constraint where conrelid = $1::regclass and contype in ('c', 'f')",
    [table],
  );
  for (const { name } of rows) await pool.query(`alter table "${table}" drop constraint "${name}"`);
}

/** Of the columns by which a table refers to others: the values of the first row there, if there is one. */
async function referredBy(pool: Pool, table: string): Promise<(readonly [string, unknown])[]> {
  const { rows } = await pool.query<{ target: string; names: string[]; targets: string[] }>(
    `select f.confrelid::regclass::text as target,
       array(select a.attname::text from unnest(f.conkey) with ordinality k(number, place)
         join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number order by k.place) as names,
       array(select a.attname::text from unnest(f.confkey) with ordinality k(number, place)
         join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.number order by k.place) as targets
     from pg_constraint f where f.conrelid = $1::regclass and f.contype = 'f'`,
    [table],
  );
  const found: (readonly [string, unknown])[] = [];
  for (const { target, names, targets } of rows) {
    const { rows: firsts } = await pool.query(`select * from ${target} order by 1, 2 limit 1`);
    for (const first of firsts)
      found.push(...names.map((name, index) => [name, first[targets[index] ?? ""]] as const));
  }
  return found;
}
