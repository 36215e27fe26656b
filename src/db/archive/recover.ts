/** Makes the cluster of a new data directory from an archive: the last base copy before a time, and the log up to it. */
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "#core/ports.ts";
import { changeOwner } from "../cluster.ts";
import { lockDataDirectory } from "../data-directory-lock.ts";
import { makeSocketDirectory, serverSettings } from "../embedded.ts";
import { type Database, openDatabase } from "../open.ts";
import { findNativeDirectory, preparePrograms } from "../postgres-programs.ts";
import { startPostmaster, stopPostmaster } from "../postmaster.ts";
import { recoverySettings } from "./archive-settings.ts";

const workDirName = "restoring";

/** A long log takes its time: a day of a busy shop is read in minutes. */
const longestRecoveryMs = 6 * 60 * 60_000;

export type Recovery = {
  readonly archive: string;
  readonly dataDir: string;
  /** The last moment that is wanted; null: all that was archived. */
  readonly until: Date | null;
  readonly log: Log;
  /** What must be done with the database before it stands in the data directory. */
  readonly finish: (db: Database) => Promise<void>;
};

/**
 * @returns the base that it began from
 * @throws Error with a sentence when there is a database already or no base before that time; PostgreSQL's own words
 *   when the log does not reach it. No half-made cluster is left, nor one that was not finished
 */
export async function recoverCluster({ archive, dataDir, until, log, finish }: Recovery): Promise<string> {
  const clusterDir = join(dataDir, "postgres");
  if (existsSync(clusterDir))
    throw new Error(`${dataDir} holds a database already, and nothing was changed: name a new DATA_DIR.`);
  const base = await chooseBase(archive, until);
  const lock = lockDataDirectory(dataDir);
  // A data directory of its own, until all is done: whatever a kill leaves there is no database of this one.
  const workDir = join(dataDir, workDirName);
  const recovering = join(workDir, "postgres");
  try {
    await rm(workDir, { recursive: true, force: true });
    await mkdir(workDir, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    await cp(join(archive, base), recovering, { recursive: true, preserveTimestamps: true });
    await chmod(recovering, 0o700);
    await writeFile(join(recovering, "recovery.signal"), "");
    await replayLog({ archive, until, log }, workDir);
    const db = await openDatabase({ dataDir: workDir, log, poolSize: 2 });
    await finish(db).finally(db.close);
    await rename(recovering, clusterDir);
    return base;
  } finally {
    await rm(workDir, { recursive: true, force: true });
    lock.release();
  }
}

async function chooseBase(archive: string, until: Date | null): Promise<string> {
  const bases = (await readdir(archive)).filter((name) => name.startsWith("base-")).toSorted();
  const last = until && `base-${until.toISOString().replaceAll(":", "")}`;
  const base = bases.findLast((name) => last === null || name < last);
  if (base === undefined)
    throw new Error(`${archive} has no base copy${until ? ` before ${until.toISOString()}` : ""}.`);
  return base;
}

async function replayLog(
  { archive, until, log }: Pick<Recovery, "archive" | "until" | "log">,
  dataDir: string,
): Promise<void> {
  const clusterDir = join(dataDir, "postgres");
  const programs = preparePrograms({
    native: findNativeDirectory(process),
    clusterDir,
    linksDir: join(dataDir, "postgres-links"),
    log,
  });
  changeOwner(clusterDir, programs.owner);
  const socketDir = makeSocketDirectory(dataDir, programs.owner);
  const settings = {
    ...serverSettings,
    ...recoverySettings(archive, until),
    unix_socket_directories: socketDir,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const postmaster = await startPostmaster(
    () => programs.launch("postgres", ["-D", clusterDir, ...args], { detached: true }),
    { log, startTimeoutMs: longestRecoveryMs },
  );
  await stopPostmaster(postmaster);
  await rm(socketDir, { recursive: true, force: true });
}
