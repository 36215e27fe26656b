/**
 * Databases for tests: private, freshly migrated, dropped at the end, made in tens of milliseconds by copying a
 * template that holds the migrations. They live on a server that all test processes share (`database-server.ts`), or
 * on the one that `TEST_DATABASE_URL` names, whose role must be allowed to create databases.
 */
import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import type { Log } from "#core/ports.ts";
import { migrate, readMigrations } from "#db/migrate.ts";
import { connectDatabase, type Database } from "#db/open.ts";
import { leaseServer } from "./database-server.ts";

const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };
/** Any number; one process at a time makes templates. */
const advisoryLockId = 8_115_204;
const missingDatabase = "3D000";
const databaseInUse = "55006";
const migrationsDirectory = join(import.meta.dirname, "../src/db/migrations");

export type TestDatabase = Database &
  AsyncDisposable & {
    /** Address of this database, for processes that open it themselves. */
    readonly databaseUrl: string;
  };

/**
 * Makes a private database: `await using db = await createTestDatabase();`
 *
 * @param migrations `none` leaves it empty
 * @param poolSize largest number of connections of its pool
 * @param statementTimeoutMs how long a statement may take; the server's own limit when left out
 */
export async function createTestDatabase(
  options: {
    readonly migrations?: "all" | "none";
    readonly poolSize?: number;
    readonly statementTimeoutMs?: number;
  } = {},
): Promise<TestDatabase> {
  const { migrations = "all", poolSize, statementTimeoutMs } = options;
  const serverUrl = await testServerUrl();
  const name = `wasl_test_${uniqueWord()}`;
  await withClient(serverUrl, async (client) => {
    if (migrations === "none") await client.query(`create database ${name}`);
    else await copyTemplate({ client, serverUrl, name });
  });
  const databaseUrl = withDatabase(serverUrl, name);
  const database = await connectDatabase({
    databaseUrl,
    log: silent,
    poolSize,
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
  });
  return {
    ...database,
    databaseUrl,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await withClient(serverUrl, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

let lease: ReturnType<typeof leaseServer> | undefined;

/** Address of the server that this process's test databases are made on. */
async function testServerUrl(): Promise<string> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given) return given;
  lease ??= leaseServer();
  return (await lease).databaseUrl;
}

type Making = { readonly client: pg.Client; readonly serverUrl: string; readonly name: string };

/** Another checkout on the same server may drop the template in between; hence more than one try. */
async function copyTemplate(making: Making): Promise<void> {
  const template = templateName();
  for (let triesLeft = 3; ; triesLeft -= 1) {
    try {
      await making.client.query(`create database ${making.name} template ${template} ${copying()}`);
      return;
    } catch (error) {
      if (triesLeft === 0 || !hasCode(error, [missingDatabase])) throw error;
      await makeTemplate({ ...making, name: template });
    }
  }
}

/**
 * Copying files takes half the time of writing each page to the log, where a checkpoint costs nothing: on our own
 * server, which never waits for a disk. Another one does as it likes best.
 */
function copying(): string {
  return process.env["TEST_DATABASE_URL"] ? "" : "strategy file_copy";
}

let ownTemplate: string | undefined;

/** The name changes with every migration, so a template can never be out of date. */
function templateName(): string {
  ownTemplate ??= nameOfTemplate();
  return ownTemplate;
}

function nameOfTemplate(): string {
  const hash = createHash("sha256");
  for (const { name, sha256 } of readMigrations(migrationsDirectory)) hash.update(`${name} ${sha256}\n`);
  return `wasl_template_${hash.digest("hex").slice(0, 16)}`;
}

/** Makes a template under another name first: under its own it is always complete. Those of older migrations go. */
async function makeTemplate({ client, serverUrl, name }: Making): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [advisoryLockId]);
  try {
    const present = await client.query<{ datname: string }>(
      "select datname from pg_database where datname like 'wasl\\_template\\_%'",
    );
    if (present.rows.some(({ datname }) => datname === name)) return;
    for (const { datname } of present.rows) await dropUnlessUsed(client, datname);
    const unfinished = `wasl_unfinished_${uniqueWord()}`;
    await client.query(`create database ${unfinished}`);
    try {
      const databaseUrl = withDatabase(serverUrl, unfinished);
      const database = await connectDatabase({ databaseUrl, log: silent, poolSize: 1 });
      await migrate(database.pool, migrationsDirectory, silent).finally(database.close);
      await client.query(`alter database ${unfinished} rename to ${name}`);
    } catch (error) {
      await client.query(`drop database ${unfinished} with (force)`);
      throw error;
    }
  } finally {
    await client.query("select pg_advisory_unlock($1)", [advisoryLockId]);
  }
}

async function dropUnlessUsed(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query(`drop database ${name}`);
  } catch (error) {
    if (!hasCode(error, [missingDatabase, databaseInUse])) throw error;
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {}); // the caller waiting for its query gets the error
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function hasCode(error: unknown, codes: readonly unknown[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(error.code);
}

function uniqueWord(): string {
  return randomUUID().replaceAll("-", "").slice(0, 16);
}
