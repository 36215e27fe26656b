/** A restored database is the one that was copied: rows, rules and where numbering stands. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { migrate, readMigrations } from "#db/migrate.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import { insertMerchant } from "#test/document-fixtures.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { createLog } from "../log/log.ts";
import { createDiskStorage } from "../storage/disk-storage.ts";
import { contentHash, storageKey } from "../storage/storage.ts";
import { makeBackup } from "./make-backup.ts";
import { BackupError } from "./manifest.ts";
import { restoreBackup } from "./restore-backup.ts";
import { tryBackup } from "./try-backup.ts";
import { verifyBackup } from "./verify-backup.ts";

const migrationsDir = join(import.meta.dirname, "../../db/migrations");
const log = createLog(() => {});
const quiet = { log, migrationsDir, progress: () => {} };
const directory = temporaryDirectory();
const at = (name: string): string => join(directory.path, name);
const stack = new AsyncDisposableStack();
after(async () => {
  await stack.disposeAsync();
  directory[Symbol.dispose]();
});

/** What the rules of a database are, and where its numbering stands. */
async function rulesOf({ pool }: TestDatabase): Promise<unknown> {
  const { rows } = await pool.query(
    `select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as rule
     from pg_constraint where connamespace = 'public'::regnamespace
     union all select 'trigger ' || tgenabled::text || ' ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select 'sequence ' || sequencename || ' ' || coalesce(last_value, 0) from pg_sequences
       where sequencename <> 'admin_acts_id_seq'
     order by 1`,
  );
  return rows;
}

/** @param migrations what the target has: a database as the start of a server leaves it takes a backup, too */
async function restoreInto(
  folder: string,
  { storage = null, migrations }: { storage?: string | null; migrations: "all" | "none" },
): Promise<TestDatabase> {
  const target = stack.use(await createTestDatabase({ migrations }));
  const files = storage === null ? null : createDiskStorage(storage);
  const manifest = await verifyBackup(folder, quiet);
  await restoreBackup({ db: target, storage: files, units: "hold", ...quiet }, folder, manifest);
  return target;
}

const bytes = Buffer.from("a picture");
const key = storageKey("images", contentHash(bytes));
let source: TestDatabase;

before(async () => {
  source = stack.use(await createTestDatabase());
  await insertMerchant(source.kysely);
  await source.pool.query("insert into job_lanes values ($1, 3, '2026-01-02 03:04:05.678901+03')", [
    "حرف\t\\N\n",
  ]);
  await source.pool.query("select nextval('event_positions') from generate_series(1, 5)");
  const files = createDiskStorage(at("files"));
  await files.put(key, bytes, "image/png");
  await makeBackup({ db: source, storage: files, progress: () => {} }, at("backup"));
});

test("rows, constraints, triggers, numbering and files are those that were copied", async () => {
  const target = await restoreInto(at("backup"), { storage: at("restored"), migrations: "all" });
  assert.deepEqual(await rulesOf(target), await rulesOf(source));
  for (const table of ["merchants", "job_lanes", "wasl_migrations", "order_transitions"]) {
    const rows = async ({ pool }: TestDatabase) =>
      (await pool.query(`select t::text as row from ${table} t order by 1`)).rows;
    assert.deepEqual(await rows(target), await rows(source), table);
  }
  assert.deepEqual(await createDiskStorage(at("restored")).get(key), bytes);
  const [act] = (await target.pool.query("select act from admin_acts")).rows;
  assert.equal(act?.act, "restore", "the audit log says so");
});

test("the copy is of one moment, whatever is written while it is made", async () => {
  const db = stack.use(await createTestDatabase());
  let isLate = false;
  const progress = (): void => {
    if (isLate) return;
    isLate = true;
    void db.pool.query("insert into job_lanes values ('late', 1, now())");
  };
  const manifest = await makeBackup({ db, storage: null, progress }, at("moment"));
  assert.equal(manifest.tables.find(({ name }) => name === "job_lanes")?.rows, 0);
  assert.equal((await db.pool.query("select from job_lanes")).rowCount, 1);
});

test("a backup of an earlier release is brought to the shape of this one", async () => {
  const older = stack.use(await createTestDatabase({ migrations: "none" }));
  const names = readMigrations(migrationsDir).map(({ name }) => name);
  await migrate(older.pool, migrationsDir, log, { last: names.at(-3) ?? "" });
  await older.pool.query("insert into job_lanes values ('kept', 1, now())");
  await makeBackup({ db: older, storage: null, progress: () => {} }, at("older"));
  const target = await restoreInto(at("older"), { migrations: "none" });
  assert.equal((await target.pool.query("select from job_lanes where lane = 'kept'")).rowCount, 1);
  const { rows } = await target.pool.query("select name from wasl_migrations order by name");
  assert.deepEqual(
    rows.map(({ name }) => name),
    names,
  );
});

test("a backup of a later release is refused before anything is touched", async () => {
  const target = stack.use(await createTestDatabase());
  await target.pool.query("insert into wasl_migrations values ('9999-of-tomorrow.sql', repeat('0', 64))");
  await makeBackup({ db: target, storage: null, progress: () => {} }, at("later"));
  await assert.rejects(verifyBackup(at("later"), quiet), BackupError);
});

test("rows that break a foreign key restore nothing", async () => {
  const broken = stack.use(await createTestDatabase());
  await broken.pool.query("alter table jobs drop constraint jobs_merchant_id_fkey");
  await broken.pool.query(
    "insert into jobs (merchant_id, kind, lane, run_at) values (7, 'webhook', 'webhook:1', now())",
  );
  await makeBackup({ db: broken, storage: null, progress: () => {} }, at("broken"));
  const target = stack.use(await createTestDatabase());
  const manifest = await verifyBackup(at("broken"), quiet);
  await assert.rejects(
    restoreBackup({ db: target, storage: null, units: "hold", ...quiet }, at("broken"), manifest),
    /jobs/,
  );
  assert.equal((await target.pool.query("select from jobs")).rowCount, 0);
});

test("a folder that holds something is no place for a backup", async () => {
  const again = makeBackup({ db: source, storage: null, progress: () => {} }, at("backup"));
  await assert.rejects(again, /not empty/);
});

test("where the built-in database is not installed, a proof says that it compared checksums alone", async () => {
  const folder = at("backup");
  const machine = { platform: "linux", arch: "riscv64" };
  const said = await tryBackup({ folder, manifest: await verifyBackup(folder, quiet), machine, ...quiet });
  assert.match(said, /^Its checksums alone were compared/);
});

test("a backup that cannot be read is not taken for a folder that is none", async () => {
  await assert.rejects(verifyBackup(at("nothing"), quiet), /nothing is no backup/);
  mkdirSync(at("closed/manifest.json"), { recursive: true });
  await assert.rejects(verifyBackup(at("closed"), quiet), /closed cannot be read: EISDIR/);
});
