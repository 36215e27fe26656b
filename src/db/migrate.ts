/**
 * Brings a database to the shape that this program expects. Migrations are numbered SQL files (`0001-foundation.sql`),
 * applied once each and in order; what was applied is remembered with a checksum, so that a database and a program
 * that do not belong together are noticed before anything is written.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import type { Log } from "#core/ports.ts";

/** Any number, the same in every version of the program: only one process migrates a database at a time. */
const advisoryLockId = 7_263_541;
/** How long to wait for another process's migration, or for its hold on a table. */
const lockTimeoutMs = 5 * 60_000;
/** How often a migration begins again because it and others waited for one another: they are served meanwhile. */
const mostDeadlocks = 10;
/** A migration takes as long as it takes; the pool's own timeout is for requests. The longest that a timer can be. */
const noTimeout = { query_timeout: 2 ** 31 - 1 } as const;

export type Migration = {
  readonly name: string;
  /** Checksum of the text, hexadecimal; line ends do not count. */
  readonly sha256: string;
  readonly sql: string;
};

/**
 * Applies the migrations of a directory that the database does not have yet, each in its own transaction.
 *
 * @param last name of the last one to apply; without it all are
 * @returns the names of the files applied now, in order
 * @throws Error with a sentence when the database is newer than the files, an applied file was changed, or a file
 *   fails (then nothing of that file has happened)
 */
export async function migrate(
  pool: pg.Pool,
  directory: string,
  log: Log,
  { last }: { readonly last?: string } = {},
): Promise<readonly string[]> {
  const migrations = readMigrations(directory).filter(({ name }) => last === undefined || name <= last);
  const client = await pool.connect();
  const done: string[] = [];
  try {
    for (;;) {
      const startedAt = performance.now();
      const name = await throughDeadlocks(client, log, () => applyNext(client, migrations));
      if (name === null) return done;
      log.info("migration_applied", { name, ms: Math.round(performance.now() - startedAt) });
      done.push(name);
    }
  } finally {
    client.release(true); // ends the connection, whatever state it is in
  }
}

/** Runs a transaction again that the database ended so that others could continue: nothing of it has happened. */
async function throughDeadlocks<T>(client: pg.PoolClient, log: Log, work: () => Promise<T>): Promise<T> {
  for (let deadlocks = 1; ; deadlocks += 1) {
    try {
      return await work();
    } catch (error) {
      const { cause } = error as Error;
      if (Object(cause).code !== "40P01" || deadlocks > mostDeadlocks) throw error;
      log.warn("migration_deadlock", { error: String(Object(error).message), deadlocks });
      await client.query("rollback");
    }
  }
}

/**
 * Applies the first migration that is missing, in a transaction that holds the lock. The lock and the settings end with
 * the transaction: behind a pooler such as PgBouncer the connection is another client's afterwards.
 * @returns its name, or null when none is missing
 */
async function applyNext(client: pg.PoolClient, migrations: readonly Migration[]): Promise<string | null> {
  await client.query("begin");
  await client.query(`set local statement_timeout = 0; set local lock_timeout = ${lockTimeoutMs}`);
  const lock = { text: "select pg_advisory_xact_lock($1)", values: [advisoryLockId] };
  await client.query({ ...lock, ...noTimeout });
  await client.query(
    "create table if not exists wasl_migrations " +
      "(name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
  );
  const applied = await client.query<{ name: string; sha256: string }>(
    "select name, sha256 from wasl_migrations order by name",
  );
  const [next] = pendingMigrations(migrations, applied.rows);
  if (next) await applyMigration(client, next);
  else await client.query("commit");
  return next?.name ?? null;
}

/**
 * Reads the migrations of a directory in order. Files that are not SQL are ignored.
 *
 * @throws Error when a name has not the form `0001-words.sql` or two files have the same number
 */
export function readMigrations(directory: string): readonly Migration[] {
  const names = readdirSync(directory)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  for (const [index, name] of names.entries()) {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
      throw new Error(`The migration ${name} must be named like 0001-words.sql.`);
    const previous = names[index - 1];
    if (previous?.slice(0, 4) === name.slice(0, 4)) {
      throw new Error(`The migrations ${previous} and ${name} have the same number.`);
    }
  }
  return names.map((name) => {
    const sql = readFileSync(join(directory, name), "utf8").replaceAll("\r\n", "\n");
    return { name, sha256: createHash("sha256").update(sql).digest("hex"), sql };
  });
}

/**
 * What is applied must be the beginning of what there is: same names, same checksums, same order.
 * @returns those that are to be applied
 * @throws Error with a sentence when it is not
 */
export function pendingMigrations(
  migrations: readonly Migration[],
  applied: readonly { readonly name: string; readonly sha256: string }[],
): readonly Migration[] {
  for (const [index, row] of applied.entries()) {
    const file = migrations.find(({ name }) => name === row.name);
    if (!file) {
      throw new Error(
        `The database has the migration ${row.name}, which this version of Wasl does not: ` +
          "the database is newer than the program. Run the newer version, or restore a backup from before it.",
      );
    }
    if (file.sha256 !== row.sha256) {
      throw new Error(
        `The migration ${row.name} was changed after this database had applied it; ` +
          "restore the file and put the change into a new one.",
      );
    }
    const expected = migrations[index];
    if (expected && expected !== file) {
      throw new Error(
        `The migration ${expected.name} comes before ${row.name}, which this database has already applied; ` +
          "give it the next free number.",
      );
    }
  }
  return migrations.slice(applied.length);
}

/** Applies one in the open transaction and commits that. */
async function applyMigration(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query({ text: migration.sql, ...noTimeout });
    await client.query("insert into wasl_migrations (name, sha256) values ($1, $2)", [
      migration.name,
      migration.sha256,
    ]);
    await client.query("commit");
  } catch (error) {
    // No rollback: the connection may be what has failed.
    throw new Error(`The migration ${migration.name} failed${whereInFile(migration, error)}`, {
      cause: error,
    });
  }
}

function whereInFile(migration: Migration, error: unknown): string {
  if (!(error instanceof Error)) return ".";
  const position = "position" in error ? Number(error.position) : Number.NaN;
  const line = migration.sql.slice(0, position).split("\n").length;
  return Number.isNaN(position) ? `: ${error.message}` : ` at line ${line}: ${error.message}`;
}
