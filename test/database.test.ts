import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import pg from "pg";
import { createTestDatabase } from "./database.ts";
import { keeperSocket, leaseServer } from "./database-server.ts";
import { runScript } from "./script.ts";
import { temporaryDirectory } from "./temporary-directory.ts";
import { until } from "./until.ts";

test("every test database is private, has all migrations, and is dropped at the end", async () => {
  const names: string[] = [];
  {
    await using one = await createTestDatabase();
    await using other = await createTestDatabase();
    await one.pool.query("create table mine (id int)");
    for (const db of [one, other]) {
      const { rows } = await db.pool.query(
        "select current_database() as name, (select count(*) from wasl_migrations) as migrations, to_regclass('mine') is not null as mine",
      );
      names.push(rows[0].name);
      assert.ok(rows[0].migrations > 0);
      assert.equal(rows[0].mine, db === one);
    }
  }
  await using observer = await createTestDatabase({ migrations: "none" });
  const { rows } = await observer.pool.query("select datname from pg_database where datname = any($1)", [
    names,
  ]);
  assert.deepEqual(rows, []);
});

const leaseAndStay = `
  import { leaseServer } from "#test/database-server.ts";
  const lease = await leaseServer(process.argv[1]);
  console.log(lease.databaseUrl);
  setInterval(() => {}, 1000);`;

test("processes that start together share one server, which stops when the last one is gone", async () => {
  using directory = temporaryDirectory();
  await using processes = new AsyncDisposableStack();
  const scripts = [1, 2, 3].map(() => processes.use(runScript(leaseAndStay, directory.path)));
  const urls = new Set(await Promise.all(scripts.map((script) => script.line())));
  assert.equal(urls.size, 1);
  const pidFile = join(directory.path, "server", "postgres", "postmaster.pid");
  for (const script of scripts.slice(1)) await script.kill();
  const client = new pg.Client({ connectionString: [...urls][0] });
  await client.connect();
  await client.query("create database still_served");
  await client.end();
  await scripts[0]?.kill();
  await until(() => !existsSync(pidFile) && !existsSync(keeperSocket(directory.path)));
  const again = await leaseServer(directory.path);
  await again.release();
});

test("giving the last lease back stops the server before anything else happens", async () => {
  using directory = temporaryDirectory();
  const pidFile = join(directory.path, "server", "postgres", "postmaster.pid");
  const one = await leaseServer(directory.path);
  const other = await leaseServer(directory.path);
  await one.release();
  assert.ok(existsSync(pidFile));
  await other.release();
  assert.ok(!existsSync(pidFile));
});
