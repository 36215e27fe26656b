/**
 * `src/db/schema.ts` is written by hand, and every statement's type comes from it. Here a migrated database says what
 * it holds, and the compiler compares.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { lineColumnTypes } from "#server/orders/order-lines.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { root } from "./source-tree.ts";

const directory = mkdtempSync(join(tmpdir(), "database-types-"));
let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(async () => {
  rmSync(directory, { recursive: true });
  await database[Symbol.asyncDispose]();
});

/** As connections read them (db/column-types.ts). */
const typesOfSql: Readonly<Record<string, string>> = {
  bigint: "number",
  int8: "number",
  integer: "number",
  smallint: "number",
  boolean: "boolean",
  text: "string",
  uuid: "string",
  date: "string",
  character: "string",
  "character varying": "string",
  bytea: "Buffer",
  "timestamp with time zone": "Date",
  json: "object",
  jsonb: "object",
};

/** Read by triggers, by migrations and by tests, never by a typed statement. */
const ofTheDatabaseAlone = [
  "attempt_states",
  "attempt_transitions",
  "egs_application_moves",
  "egs_unit_moves",
  "message_moves",
  "order_standings",
  "order_statuses",
  "order_transitions",
  "refund_transitions",
  "return_request_moves",
  "tax_submission_moves",
  "wasl_migrations",
];

type Column = {
  readonly table: string;
  readonly name: string;
  readonly nullable: boolean;
  readonly type: string;
  /** Of an array it is that of its elements, with an underscore before it. */
  readonly ownType: string;
};

async function heldColumns(): Promise<Column[]> {
  const { rows } = await database.pool.query<Column>(
    `select c.table_name as table, c.column_name as name, c.is_nullable = 'YES' as nullable, c.data_type as type,
       c.udt_name as "ownType"
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and t.table_type = 'BASE TABLE' order by c.table_name, c.ordinal_position`,
  );
  return rows;
}

async function heldEnums(): Promise<Map<string, string[]>> {
  const { rows } = await database.pool.query<{ name: string; labels: string[] }>(
    `select t.typname as name, array_agg(e.enumlabel::text) as labels
     from pg_type t join pg_enum e on e.enumtypid = t.oid group by 1`,
  );
  return new Map(rows.map(({ name, labels }) => [name, labels]));
}

test("what is declared of the tables is what a migrated database holds: names, types, and where null may stand", async () => {
  const columns = (await heldColumns()).filter(({ table }) => !ofTheDatabaseAlone.includes(table));
  assert.deepEqual(differencesOf(columns, await heldEnums()), []);
});

test("a column that is held alone, declared alone, of another type or of another null is found", () => {
  const common = { table: "secret_keys", nullable: false, type: "text", ownType: "text" };
  const held = [
    { ...common, name: "key_id", nullable: true },
    { ...common, name: "sort" },
    { ...common, name: "first_used_at" },
  ];
  assert.deepEqual(differencesOf(held, new Map()), [
    "secret_keys.key_id",
    "secret_keys.sort",
    "secret_keys.first_used_at",
    "the columns of secret_keys",
    "the tables",
  ]);
});

test("lines are written as the very types of their columns", async () => {
  const held = (await heldColumns()).filter(
    ({ table, name }) => table === "order_lines" && !["merchant_id", "order_id"].includes(name),
  );
  assert.deepEqual({ ...lineColumnTypes }, Object.fromEntries(held.map(({ name, type }) => [name, type])));
});

/** Names of what the compiler says is not declared as it is held. */
function differencesOf(columns: readonly Column[], enums: ReadonlyMap<string, readonly string[]>): string[] {
  const tables = [...Map.groupBy(columns, ({ table }) => table)];
  const claims = tables.flatMap(([table, of]) => [
    ...of.map((column) => ({
      name: `${table}.${column.name}`,
      type: `IsReadAs<Declared["${table}"]["${column.name}"], ${readAs(column, enums)}>`,
    })),
    {
      name: `the columns of ${table}`,
      type: `AreHeld<keyof Declared["${table}"], ${union(of.map(({ name }) => name))}>`,
    },
  ]);
  const held = union(tables.map(([table]) => table));
  const all = [...claims, { name: "the tables", type: `AreHeld<keyof Declared, ${held}>` }];
  const types = JSON.stringify(join(root, "test/database-types.ts"));
  const lines = all.map(({ type }, index) => `export const claim${index}: ${type} = true;`);
  const head = `import type { AreHeld, Declared, IsReadAs } from ${types};`;
  const { status, output } = compile([head, ...lines].join("\n"));
  const wrong = [...output.matchAll(/held\.mts\((\d+),/g)].map(
    ([, line]) => all[Number(line) - 2]?.name ?? "",
  );
  assert.equal(wrong.length === 0, status === 0, output);
  return [...new Set(wrong)];
}

function compile(text: string): { readonly status: number | null; readonly output: string } {
  writeFileSync(join(directory, "held.mts"), text);
  const compilerOptions = { typeRoots: [join(root, "node_modules/@types")], types: ["node"] };
  const config = { extends: join(root, "tsconfig.json"), compilerOptions, include: [], files: ["held.mts"] };
  writeFileSync(join(directory, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const options = ["--noEmit", "--pretty", "false", "-p", directory];
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, ...options], {
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

function readAs({ nullable, type, ownType }: Column, enums: ReadonlyMap<string, readonly string[]>): string {
  const base = (sqlType: string, own: string): string => {
    const labels = enums.get(own);
    return labels ? union(labels) : (typesOfSql[sqlType] ?? `"${sqlType}"`);
  };
  const element = ownType.slice(1);
  const read = type === "ARRAY" ? `readonly (${base(element, element)})[]` : base(type, ownType);
  return nullable ? `${read} | null` : read;
}

function union(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(" | ");
}
