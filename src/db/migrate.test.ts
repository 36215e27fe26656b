import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type pg from "pg";
import type { Log } from "#core/ports.ts";
import { createTestDatabase } from "#test/database.ts";
import { runScript } from "#test/script.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { until } from "#test/until.ts";
import { migrate } from "./migrate.ts";

const log: Log = { info: () => {}, warn: () => {}, error: () => {} };

const files = {
  "0001-first.sql": "create table first (id bigint);\ninsert into first values (1);\n",
  "0002-second.sql": "create table second as select id + 1 as id from first;\n",
};

function write(directory: string, migrations: Readonly<Record<string, string>>): void {
  for (const [name, sql] of Object.entries(migrations)) writeFileSync(join(directory, name), sql);
}

async function tables(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query("select tablename from pg_tables where schemaname = 'public' order by 1");
  return rows.map(({ tablename }) => tablename);
}

test("migrations are applied once each and in order, and the log says so", async () => {
  using directory = temporaryDirectory();
  await using db = await createTestDatabase({ migrations: "none" });
  const logged: unknown[] = [];
  const info = (event: string, fields?: Readonly<Record<string, unknown>>) =>
    logged.push([event, fields?.["name"]]);
  write(directory.path, { ...files, "README.md": "not a migration" });
  assert.deepEqual(await migrate(db.pool, directory.path, { ...log, info }), [
    "0001-first.sql",
    "0002-second.sql",
  ]);
  assert.deepEqual(await migrate(db.pool, directory.path, { ...log, info }), []);
  assert.deepEqual((await db.pool.query("select id from second")).rows, [{ id: 2 }]);
  assert.deepEqual(logged, [
    ["migration_applied", "0001-first.sql"],
    ["migration_applied", "0002-second.sql"],
  ]);
  write(directory.path, { "0003-third.sql": "drop table first;" });
  assert.deepEqual(await migrate(db.pool, directory.path, log), ["0003-third.sql"]);
  assert.deepEqual(await tables(db.pool), ["second", "wasl_migrations"]);
});

test("a migration that fails leaves nothing behind and is named with its line", async () => {
  using directory = temporaryDirectory();
  await using db = await createTestDatabase({ migrations: "none" });
  write(directory.path, { ...files, "0003-wrong.sql": "create table third (id int);\n\nselect nonsense;\n" });
  await assert.rejects(migrate(db.pool, directory.path, log), {
    message: 'The migration 0003-wrong.sql failed at line 3: column "nonsense" does not exist',
  });
  assert.deepEqual(await tables(db.pool), ["first", "second", "wasl_migrations"]);
  write(directory.path, { "0003-wrong.sql": "create table third (id int);\n" });
  assert.deepEqual(await migrate(db.pool, directory.path, log), ["0003-wrong.sql"]);
});

test("a migration that cannot be remembered is not applied either", async () => {
  using directory = temporaryDirectory();
  await using db = await createTestDatabase({ migrations: "none" });
  write(directory.path, {
    "0001-first.sql": "create table first (id int); alter table wasl_migrations rename to lost;",
  });
  await assert.rejects(
    migrate(db.pool, directory.path, log),
    /0001-first.sql failed.* "wasl_migrations" does not exist/,
  );
  assert.deepEqual(await tables(db.pool), []);
});

const refusals = [
  {
    what: "an applied migration that was changed",
    change: (path: string) => write(path, { "0001-first.sql": "create table first (id int);\n" }),
    says: "The migration 0001-first.sql was changed after this database had applied it; restore the file and put the change into a new one.",
  },
  {
    what: "a database that is newer than the program",
    change: (path: string) => rmSync(join(path, "0002-second.sql")),
    says: "The database has the migration 0002-second.sql, which this version of Wasl does not: the database is newer than the program. Run the newer version, or restore a backup from before it.",
  },
  {
    what: "a new migration in front of applied ones",
    change: (path: string) => write(path, { "0000-zero.sql": "select 1;" }),
    says: "The migration 0000-zero.sql comes before 0001-first.sql, which this database has already applied; give it the next free number.",
  },
  {
    what: "two migrations with one number",
    change: (path: string) => write(path, { "0002-also.sql": "select 1;" }),
    says: "The migrations 0002-also.sql and 0002-second.sql have the same number.",
  },
  {
    what: "a file with a name of another form",
    change: (path: string) => write(path, { "3-third.sql": "select 1;" }),
    says: "The migration 3-third.sql must be named like 0001-words.sql.",
  },
];
for (const { what, change, says } of refusals) {
  test(`${what} is refused before anything is written`, async () => {
    using directory = temporaryDirectory();
    await using db = await createTestDatabase({ migrations: "none" });
    write(directory.path, files);
    await migrate(db.pool, directory.path, log);
    write(directory.path, { "0009-later.sql": "create table later (id int);" });
    change(directory.path);
    await assert.rejects(migrate(db.pool, directory.path, log), { message: says });
    assert.deepEqual(await tables(db.pool), ["first", "second", "wasl_migrations"]);
  });
}

test("line ends of another system do not count as a change", async () => {
  using directory = temporaryDirectory();
  await using db = await createTestDatabase({ migrations: "none" });
  write(directory.path, files);
  await migrate(db.pool, directory.path, log);
  write(directory.path, { "0001-first.sql": files["0001-first.sql"].replaceAll("\n", "\r\n") });
  assert.deepEqual(await migrate(db.pool, directory.path, log), []);
});

const migrateAndReport = `
  import { migrate } from "#db/migrate.ts";
  import { connectDatabase } from "#db/open.ts";
  const log = { info() {}, warn() {}, error() {} };
  const [databaseUrl, directory] = process.argv.slice(1);
  const database = await connectDatabase({ databaseUrl, log });
  console.log(JSON.stringify(await migrate(database.pool, directory, log)));
  await database.close();`;

test("two processes that migrate at the same time apply each migration once", async () => {
  using directory = temporaryDirectory();
  await using db = await createTestDatabase({ migrations: "none" });
  await db.pool.query("create table gate (id int)");
  write(directory.path, { "0001-first.sql": "insert into gate values (1);" });
  const gate = await db.pool.connect();
  await gate.query("begin; lock table gate in access exclusive mode");
  await using processes = new AsyncDisposableStack();
  const scripts = [1, 2].map(() =>
    processes.use(runScript(migrateAndReport, db.databaseUrl, directory.path)),
  );
  // One waits at the gate inside the migration, the other for the first to finish.
  const waiting =
    "select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  await until(async () => (await db.pool.query(waiting)).rows[0].n === 2);
  await gate.query("commit");
  gate.release();
  const reports = await Promise.all(scripts.map((script) => script.line()));
  await Promise.all(scripts.map((script) => script.ended));
  assert.deepEqual(reports.sort(), ['["0001-first.sql"]', "[]"]);
  assert.deepEqual((await db.pool.query("select count(*) as n from gate")).rows, [{ n: 1 }]);
});

test("a migration that the database ends because it and a payment wait for one another begins again", async () => {
  using directory = temporaryDirectory();
  await using db = await createTestDatabase({ migrations: "none" });
  await db.pool.query("create table orders (id int); create table payments (id int); create sequence tries");
  // The first time it asks for what the payment has only after the payment has looked who waits for whom (deadlock_timeout,
  // one second), so that its own look finds it.
  write(directory.path, {
    "0001-first.sql": `lock table orders;
      do $$ begin
        if nextval('tries') = 1 then
          while not exists (select from pg_locks where relation = 'orders'::regclass and not granted
              and waitstart < clock_timestamp() - interval '2 s') loop
            perform pg_sleep(0.01);
          end loop;
        end if;
      end $$;
      lock table payments;
      create table done (id int);`,
  });
  const payment = await db.pool.connect();
  await payment.query("set lock_timeout = 0; begin; lock table payments");
  const warned: string[] = [];
  const warn = (event: string) => void warned.push(event);
  const migrated = migrate(db.pool, directory.path, { ...log, warn });
  const held =
    "select count(*)::int as n from pg_locks where relation = 'orders'::regclass and mode = 'AccessExclusiveLock' and granted";
  await until(async () => (await db.pool.query(held)).rows[0].n === 1);
  await payment.query("lock table orders");
  await payment.query("commit");
  payment.release(true);
  assert.deepEqual(await migrated, ["0001-first.sql"]);
  assert.deepEqual(warned, ["migration_deadlock"]);
});

test("migrating leaves neither a lock nor a setting on a connection that a pooler gives to another client", async () => {
  using directory = temporaryDirectory();
  await using db = await createTestDatabase({ migrations: "none" });
  write(directory.path, files);
  const kept = await db.pool.connect();
  const query = kept.query.bind(kept);
  // What a pooler does: the session continues after its client has left.
  const pooler = Object.assign(Object.create(db.pool), {
    connect: async () => ({ query, release: () => {} }),
  });
  const before = await sessionOf(kept);
  await migrate(pooler, directory.path, log);
  assert.deepEqual(await sessionOf(kept), before);
  kept.release();
});

async function sessionOf(client: pg.PoolClient): Promise<unknown> {
  const { rows } = await client.query(`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      (select count(*) from pg_locks where pid = pg_backend_pid() and locktype = 'advisory') as locks,
      now() = statement_timestamp() as "isOutsideTransaction"`);
  return rows[0];
}
