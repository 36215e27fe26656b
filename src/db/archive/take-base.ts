/** Copies the cluster of the running built-in database into its archive: a recovery begins from the last copy before its end. */
import { constants } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { type DatabasePasswords, readPasswords } from "../database-passwords.ts";

/** What belongs to the running server alone, or is in the archive already (PostgreSQL's own list for base backups). */
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.+|.*\/?pgsql_tmp.*|.*\/pg_internal\.init)$/;

/**
 * @param databaseUrl of the running server, as the program's own role has it
 * @returns the folder of the copy
 * @throws Error when the server does not archive, or a file cannot be copied; then no copy is left
 */
export async function takeBase(at: {
  readonly dataDir: string;
  readonly archive: string;
  readonly databaseUrl: string;
}): Promise<string> {
  const connectionString = superuserUrl(at.databaseUrl, readPasswords(at.dataDir));
  const client = new pg.Client({ connectionString, application_name: "wasl-base" });
  client.on("error", () => {}); // its end is reported to the caller of the query
  await client.connect();
  const name = `base-${new Date().toISOString().replaceAll(":", "")}`;
  const unfinished = join(at.archive, `unfinished-${name}`);
  try {
    const { rows } = await client.query("select current_setting('archive_mode') as mode");
    if (rows[0]?.mode !== "on")
      throw new Error("The built-in database does not archive: set WASL_WAL_ARCHIVE and start the server.");
    await client.query("set statement_timeout = 0");
    await client.query("select pg_backup_start('wasl', fast => true)");
    await copyTree(join(at.dataDir, "postgres"), unfinished);
    const stopped = await client.query<{ labelfile: string; spcmapfile: string }>(
      "select labelfile, spcmapfile from pg_backup_stop(wait_for_archive => true)",
    );
    await writeFile(join(unfinished, "backup_label"), stopped.rows[0]?.labelfile ?? "", { flush: true });
    await rename(unfinished, join(at.archive, name));
    return join(at.archive, name);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}

/** The role that may copy a cluster, on the same socket. */
function superuserUrl(databaseUrl: string, { wasl, postgres }: DatabasePasswords): string {
  return databaseUrl.replace(`//wasl:${wasl}@`, `//postgres:${postgres}@`).replace("/wasl?", "/postgres?");
}

/** Files may grow, shrink and go meanwhile: the log between start and stop of the backup sets them right. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(from.length + 1);
    if (leftOut.test(path)) continue;
    if (entry.isDirectory()) await mkdir(join(to, path), { recursive: true, mode: 0o700 });
    else if (entry.isFile()) await copyIfThere(join(from, path), join(to, path));
  }
}

async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await mkdir(join(to, ".."), { recursive: true, mode: 0o700 });
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
