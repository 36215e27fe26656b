/**
 * From one major version of PostgreSQL to the next. `WASL_OLD_POSTGRES` names the package of an earlier one, as an operator
 * fetches it (docs/operations.md, "Another PostgreSQL"); without it only refusals are tested.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { programsMajor } from "#db/cluster.ts";
import { startEmbedded } from "#db/embedded.ts";
import { migrate } from "#db/migrate.ts";
import { connectDatabase, type Database, runInTransaction } from "#db/open.ts";
import { findNativeDirectory } from "#db/postgres-programs.ts";
import { insertMerchant, insertOrder, payOrder } from "#test/document-fixtures.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { createLog } from "../log/log.ts";
import { BackupError } from "./manifest.ts";
import { upgradeDatabase } from "./upgrade-database.ts";

const migrationsDir = join(import.meta.dirname, "../../db/migrations");
const log = createLog(() => {});
const quiet = { migrationsDir, log, progress: () => {} };
const own = programsMajor(findNativeDirectory(process));
const oldPackage = process.env["WASL_OLD_POSTGRES"];

function clusterOf(dataDir: string, version: string): void {
  mkdirSync(join(dataDir, "postgres"));
  writeFileSync(join(dataDir, "postgres", "PG_VERSION"), version);
}

test("a database of this release's version needs none, and other programs than its own are refused", async () => {
  const ownPackage = join(findNativeDirectory(process), "..");
  for (const [version, sentence] of [
    [`${own}\n`, /needs no upgrade/],
    [`${own - 1}\n`, new RegExp(`no programs of PostgreSQL ${own - 1}.*Nothing was changed`, "s")],
  ] as const) {
    using directory = temporaryDirectory();
    clusterOf(directory.path, version);
    await assert.rejects(
      upgradeDatabase({ ...quiet, dataDir: directory.path, oldPackage: ownPackage }),
      (error) => error instanceof BackupError && sentence.test(error.message),
    );
    assert.deepEqual(readdirSync(directory.path), ["postgres"]);
  }
});

/** What there is of money and documents, with the numbering. */
async function contentOf({ pool }: Database): Promise<unknown> {
  const { rows } = await pool.query(
    `select (select jsonb_agg(o order by o.id) from orders o) as orders,
       (select jsonb_agg(d.number order by d.id) from tax_documents d) as documents,
       (select jsonb_agg(m.username order by m.id) from merchants m) as merchants,
       (select jsonb_agg(w.name order by w.name) from wasl_migrations w) as migrations`,
  );
  return rows;
}

async function read<T>(
  at: { readonly dataDir: string; readonly native?: string },
  work: (db: Database) => Promise<T>,
): Promise<T> {
  await using server = await startEmbedded({ ...at, log });
  const db = await connectDatabase({ databaseUrl: server.databaseUrl, log, poolSize: 2 });
  return await work(db).finally(db.close);
}

test("the database of an earlier major version has all its rows in the new one, and its old files stay beside it", {
  skip: oldPackage === undefined,
}, async () => {
  using directory = temporaryDirectory();
  const dataDir = directory.path;
  const native = join(oldPackage ?? "", "native");
  const from = programsMajor(native);
  const before = await read({ dataDir, native }, async (db) => {
    await migrate(db.pool, migrationsDir, log);
    const merchantId = await insertMerchant(db.kysely);
    const order = await insertOrder(db.kysely, merchantId);
    await runInTransaction(db.kysely, (trx) => payOrder(trx, order));
    return await contentOf(db);
  });
  await assert.rejects(startEmbedded({ dataDir, log }), /upgrade-database/);
  const done = await upgradeDatabase({ ...quiet, dataDir, oldPackage: oldPackage ?? "" });
  assert.deepEqual([done.from, done.to], [from, own]);
  assert.equal(readFileSync(join(done.oldFiles, "PG_VERSION"), "utf8").trim(), String(from));
  assert.ok(!existsSync(join(dataDir, `upgrade-from-${from}`)));
  assert.deepEqual(await read({ dataDir }, contentOf), before);
  await assert.rejects(
    upgradeDatabase({ ...quiet, dataDir, oldPackage: oldPackage ?? "" }),
    /needs no upgrade/,
  );
});
