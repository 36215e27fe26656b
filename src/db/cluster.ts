/**
 * The cluster of the built-in database, PostgreSQL's files on disk: made once, of one major version, owned by who runs the
 * server.
 */
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Log } from "#core/ports.ts";
import type { Owner, PostgresPrograms } from "./postgres-programs.ts";
import { describeEnd } from "./postmaster.ts";

/**
 * Makes a cluster: UTF-8 with PostgreSQL's own C.UTF-8 rules, so that neither a system update nor another machine can
 * change how texts compare, and with data checksums.
 */
export async function createCluster(at: {
  readonly dataDir: string;
  readonly clusterDir: string;
  readonly programs: PostgresPrograms;
}): Promise<void> {
  const unfinished = join(at.dataDir, unfinishedPrefix + randomUUID());
  makePrivateDirectory(unfinished, at.programs.owner);
  const child = at.programs.launch(
    "initdb",
    [
      ...["--pgdata", unfinished, "--username", "postgres", ...initialRules],
      ...[
        "--encoding",
        "UTF8",
        "--locale-provider",
        "builtin",
        "--builtin-locale",
        "C.UTF-8",
        "--locale",
        "C",
      ],
      ...["--data-checksums", "--no-instructions"],
    ],
    { detached: false },
  );
  const [end, said] = await Promise.all([describeEnd(child), child.stderr ? text(child.stderr) : ""]);
  if (child.exitCode !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    const hint = said.includes("could not look up effective user ID")
      ? "PostgreSQL needs a user that /etc/passwd lists: add an entry, run Wasl as another user, or set DATABASE_URL."
      : "";
    throw new Error(`The built-in database could not be made: ${end} ${hint}\n${said}`.trimEnd());
  }
  renameSync(unfinished, at.clusterDir);
  // initdb has flushed the files; the name is ours to flush.
  const directory = openSync(at.dataDir, "r");
  fsyncSync(directory);
  closeSync(directory);
}

/** The default of initdb lets every local user in; before the first start it is closed (database-passwords.ts). */
const initialRules = ["--auth-local", "trust", "--auth-host", "reject"];

/** A cluster under construction; renamed when complete, so that a half-made one is never mistaken for a whole. */
const unfinishedPrefix = "postgres-unfinished-";

/** Removes what an interrupted `createCluster` left. Its initdb may still be writing; then the next start finishes. */
export function removeUnfinished(dataDir: string, log: Log): void {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(unfinishedPrefix))) {
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      log.warn("database_unfinished_left", { name });
    }
  }
}

/** Files that root brought back from a backup belong to root; PostgreSQL wants to own them. */
export function changeOwner(clusterDir: string, owner: Owner | undefined): void {
  if (!owner || statSync(clusterDir).uid === owner.uid) return;
  for (const name of readdirSync(clusterDir, { recursive: true, encoding: "utf8" })) {
    lchownSync(join(clusterDir, name), owner.uid, owner.gid);
  }
  chownSync(clusterDir, owner.uid, owner.gid);
}

/** PostgreSQL opens no files of another major version; its own words would not say what to do. */
export function refuseOtherMajor(clusterDir: string, native: string): void {
  const [has, needs] = [clusterMajor(clusterDir), programsMajor(native)];
  if (has === null || has === needs) return;
  throw new Error(
    `The database in ${clusterDir} was made by PostgreSQL ${has}, and this release has PostgreSQL ${needs}. Nothing was ` +
      'changed. "npm run admin -- upgrade-database" brings it over: see "Another PostgreSQL" in docs/operations.md.',
  );
}

/** Major version of PostgreSQL that made a cluster; null where there is none. */
export function clusterMajor(clusterDir: string): number | null {
  const file = join(clusterDir, "PG_VERSION");
  return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : null;
}

/** Major version of the programs of a package; it has PostgreSQL's own version. */
export function programsMajor(native: string): number {
  return Number.parseInt(JSON.parse(readFileSync(join(native, "../package.json"), "utf8")).version, 10);
}

/** Makes a directory that only its owner may enter, and gives its path. */
export function makePrivateDirectory(path: string, owner: Owner | undefined): string {
  mkdirSync(path, { mode: 0o700 });
  chmodSync(path, 0o700);
  if (owner) chownSync(path, owner.uid, owner.gid);
  return path;
}
