/** Rows of any table for tests that walk all of them: what a table consists of is asked of the database. */
import fc from "fast-check";
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
 * Adds a row to a table that has none, that refers to the first of each kind. The database takes it with all checks of the table, so
 * that a right call that reads it is answered.
 * @returns whether there was none
 * @throws Error for a table of which no row can be made up: its values are said in `ownValues`
 */
export async function needRow(pool: Pool, table: string): Promise<boolean> {
  const { rowCount } = await pool.query(`select 1 as row from ${table} limit 1`);
  if (rowCount) return false;
  const own = ownValues[table] ?? {};
  if (typeof own === "string") throw new Error(`No row of ${table} is made up: ${own}.`);
  const columns = await columnsOf(pool, table);
  const checks = await checksOf(pool, table);
  const needed = new Set(columns.filter(({ isNeeded }) => isNeeded).map(({ name }) => name));
  const valueFor = ({ name, type }: Column): unknown =>
    (type in withoutText || type === "ARRAY" ? undefined : valueThatFits(checks, name)) ?? plain[type];
  const values = new Map<string, unknown>([
    ...columns
      .filter(({ name }) => needed.has(name))
      .map((column) => [column.name, valueFor(column)] as const),
    ...(await referredBy(pool, table, needed)),
    ...Object.entries(own),
  ]);
  await pool.query(`alter table "${table}" disable trigger user`);
  let violated = await insert(pool, table, values);
  // A state that needs its time or rules something else out: what may be missing in the check is said, or left out.
  const optional = columns.filter(({ name }) => !needed.has(name));
  const tried = new Set<string>();
  while (violated !== null) {
    const names = checks.get(violated)?.columns ?? [];
    const next = optional.find(({ name }) => names.includes(name) && !tried.has(name));
    if (next === undefined)
      throw new Error(
        `No row of ${table} can be made up, for ${violated}: say its values in test/rows-of-tables.ts.`,
      );
    tried.add(next.name);
    if (!values.delete(next.name)) values.set(next.name, valueFor(next));
    violated = await insert(pool, table, values);
  }
  await pool.query(`alter table "${table}" enable trigger user`);
  return true;
}

/** @returns the name of the check that refuses it; null: it is there */
async function insert(
  pool: Pool,
  table: string,
  values: ReadonlyMap<string, unknown>,
): Promise<string | null> {
  const names = [...values.keys()].map((name) => `"${name}"`);
  const places = names.map((_, index) => `$${index + 1}`);
  return await pool.query(`insert into "${table}" (${names}) values (${places})`, [...values.values()]).then(
    () => null,
    (error: { readonly code?: string; readonly constraint?: string }) => {
      if (error.code?.startsWith("23") && error.constraint !== undefined) return error.constraint;
      throw error;
    },
  );
}

/** Columns that take one word of a list alone, by a check of their own. */
export async function columnsOfLists(pool: Pool, table: string): Promise<ReadonlySet<string>> {
  const checks = [...(await checksOf(pool, table)).values()];
  const isList = ({ columns, text }: Check): boolean =>
    columns.length === 1 && firstOfList(text) !== undefined;
  return new Set(checks.filter(isList).flatMap(({ columns }) => columns));
}

function firstOfList(check: string): string | undefined {
  return /ARRAY\['([^']*)'/.exec(check)?.[1];
}

type Check = { readonly columns: readonly string[]; readonly text: string };

async function checksOf(pool: Pool, table: string): Promise<ReadonlyMap<string, Check>> {
  const { rows } = await pool.query<Check & { readonly name: string }>(
    `select conname as name, pg_get_constraintdef(oid) as text,
       array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
     from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [table],
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** By the checks of a column alone: the first word of its list, a text of its pattern, one that is long enough. */
function valueThatFits(checks: ReadonlyMap<string, Check>, column: string): unknown {
  for (const { columns, text } of checks.values()) {
    if (columns.length !== 1 || columns[0] !== column) continue;
    const word = firstOfList(text);
    if (word !== undefined) return word;
    const [, pattern] = / ~ '(.*)'::text/.exec(text) ?? [];
    if (pattern !== undefined)
      return fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 1, numRuns: 1 })[0];
    const [, length] = /length\(\w+\) >?= (\d+)/.exec(text) ?? [];
    if (length !== undefined) return "-".repeat(Number(length));
  }
  return undefined;
}

const aDayLater = { expires_at: "2026-11-21T00:00:00Z" };

/** Of tables whose rows cannot be made up by their checks, or that a call could not read then; a text says why there is none at all. */
const ownValues: Readonly<Record<string, Readonly<Record<string, unknown>> | string>> = {
  egs_applications: { request: "-----BEGIN CERTIFICATE REQUEST-----" },
  person_links: aDayLater,
  invitations: aDayLater,
  shop_invitations: aDayLater,
  address_proofs: aDayLater,
  person_passkeys: { credential_id: "c".repeat(32) },
  product_links: { allowed_methods: ["mada"] },
  messages: { kind: "receipt", state: "delivered" },
  digital_deliveries: { state: "sent", sent_at: "2026-11-20T00:00:00Z" },
  reference_mails: { state: "sent" },
  recurring_invoices: { state: "ended" },
  message_settings: {
    settings: JSON.stringify({
      automatic: { paymentLink: false, receipt: false, refundNotice: false },
      ...{ channels: ["email"], quietHours: null, reminders: { daysBefore: [], daysAfter: [] } },
      notices: { emails: [], events: [] },
    }),
  },
  tax_envelopes: "its hash proves its file, and the archive refuses a chain that does not",
};

/** Takes checks and foreign keys off a table. */
export async function dropRules(pool: Pool, table: string): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    "select conname as name from pg_constraint where conrelid = $1::regclass and contype in ('c', 'f')",
    [table],
  );
  for (const { name } of rows) await pool.query(`alter table "${table}" drop constraint "${name}"`);
}

/** Of the columns by which a table refers to others: the values of the first row there, which is added where a row must name one. */
async function referredBy(
  pool: Pool,
  table: string,
  needed: ReadonlySet<string>,
): Promise<(readonly [string, unknown])[]> {
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
    if (target !== table && names.every((name) => needed.has(name))) await needRow(pool, target);
    const { rows: firsts } = await pool.query(`select * from ${target} order by 1, 2 limit 1`);
    for (const first of firsts)
      found.push(...names.map((name, index) => [name, first[targets[index] ?? ""]] as const));
  }
  return found;
}
