/** Puts a backup into a database and a store that hold nothing. */
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { Log } from "#core/ports.ts";
import { loadTables } from "#db/backup/load.ts";
import { inLongTransaction } from "#db/backup/long-connection.ts";
import { migrate } from "#db/migrate.ts";
import type { Database } from "#db/open.ts";
import { operatorName, writeAudit } from "../audit/audit-log.ts";
import { createDiskStorage } from "../storage/disk-storage.ts";
import type { Storage } from "../storage/storage.ts";
import { type HeldUnit, holdRestoredUnits } from "../zatca/hold-unit.ts";
import { BackupError, filesPath, type Manifest, readFileList, tablePath } from "./manifest.ts";

const firstWithHeldUnits = "0119-held-units.sql";

export type RestoreTarget = {
  readonly db: Database;
  /** Null: files are not put back. */
  readonly storage: Storage | null;
  readonly migrationsDir: string;
  readonly log: Log;
  readonly progress: (line: string) => void;
  /**
   * `hold`: stamping units may have moved on since the backup, and are held (docs/decisions/0110). `keep`: nothing can have
   * happened since.
   */
  readonly units: "hold" | "keep";
};

/**
 * Restores a backup that `verifyBackup` found whole: files first, then in one transaction all rows, then the migrations
 * that came since. Cut off anywhere, it has restored nothing and may be run again.
 * @returns the stamping units that are held now
 * @throws BackupError when the database holds an installation
 */
export async function restoreBackup(
  target: RestoreTarget,
  folder: string,
  manifest: Manifest,
): Promise<readonly HeldUnit[]> {
  const { db, migrationsDir, log, progress, units } = target;
  await refuseInstallation(db, manifest);
  if (target.storage && manifest.files) await putFiles(target.storage, folder, target);
  const last = manifest.migrations.at(-1)?.name ?? "";
  await migrate(db.pool, migrationsDir, log, { last });
  // With the rows: a restore that is cut off leaves no unit that stamps. A backup of before knows no such state.
  const knowsHeld = last >= firstWithHeldUnits;
  let held: readonly HeldUnit[] = [];
  await inLongTransaction(db, "begin", async (client) => {
    await loadTables(client, {
      tables: manifest.tables,
      sequences: manifest.sequences,
      read: ({ name }) => {
        progress(`${name} …`);
        const rows = createGunzip();
        pipeline(createReadStream(tablePath(folder, name)), rows).catch(() => {}); // its reader meets the error
        return rows;
      },
    });
    if (units === "hold" && knowsHeld) held = await holdRestoredUnits(client);
    await client.query("analyze");
  });
  await migrate(db.pool, migrationsDir, log);
  if (units === "hold" && !knowsHeld) held = await holdRestoredUnits(db.pool);
  const act = { actor: operatorName(), act: "restore", subject: null, result: "done" } as const;
  await writeAudit(db.kysely, act);
  return held;
}

/** An installation begins with its first merchant; what came before it was made by migrations. */
async function refuseInstallation({ pool }: Database, { migrations }: Manifest): Promise<void> {
  const has = async (table: string): Promise<boolean> =>
    (await pool.query("select to_regclass($1) is not null as is_there", [table])).rows[0]?.is_there === true;
  if ((await has("merchants")) && (await pool.query("select from merchants limit 1")).rows.length > 0)
    throw new BackupError(
      "The database holds an installation already, and nothing was changed: restore into an empty database, or into a new data directory (DATA_DIR).",
    );
  if (!(await has("wasl_migrations"))) return;
  const { rows } = await pool.query<{ name: string }>("select max(name) as name from wasl_migrations");
  if ((rows[0]?.name ?? "") > (migrations.at(-1)?.name ?? ""))
    throw new BackupError(
      "The database is empty and already has the shape of a later release than the backup: make it again, without starting the server on it first.",
    );
}

async function putFiles(
  storage: Storage,
  folder: string,
  { progress }: Pick<RestoreTarget, "progress">,
): Promise<void> {
  const files = createDiskStorage(filesPath(folder));
  let count = 0;
  for await (const key of readFileList(folder)) {
    const content = await files.get(key);
    if (content === null) throw new BackupError(`The file ${key} of the backup is missing.`);
    if ((await storage.get(key)) === null) await storage.put(key, content, "application/octet-stream");
    progress(`files: ${++count}`);
  }
}
