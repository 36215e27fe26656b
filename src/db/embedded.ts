/**
 * The built-in database: a real PostgreSQL from npm as a child process, for installations without a server of their
 * own. It listens on a Unix socket only, in a directory that only its owner may enter, and is as durable as any
 * PostgreSQL: fsync on, data checksums on.
 *
 * Inside the data directory: `postgres` (the cluster), `postgres-links` (links to libraries), `postgres-run` (socket),
 * `database-passwords.json` (of its roles) and `wasl.lock`. Only `postgres` holds anything worth keeping.
 */
import { createHash } from "node:crypto";
import { existsSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Log } from "#core/ports.ts";
import { prepareArchive } from "./archive/archive-settings.ts";
import {
  changeOwner,
  createCluster,
  makePrivateDirectory,
  refuseOtherMajor,
  removeUnfinished,
} from "./cluster.ts";
import { lockDataDirectory } from "./data-directory-lock.ts";
import { closeDoor, type DatabasePasswords, readPasswords } from "./database-passwords.ts";
import { findNativeDirectory, type Owner, preparePrograms } from "./postgres-programs.ts";
import { type Postmaster, startPostmaster, stopLeftover, stopPostmaster } from "./postmaster.ts";

const socketName = ".s.PGSQL.5432";
/** Longest path of a Unix socket on the strictest system we run on (macOS), bytes. */
const socketPathLimit = 103;

/** Settings of every server that runs on a cluster of ours. */
export const serverSettings = {
  listen_addresses: "",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  log_destination: "stderr",
  logging_collector: "off",
  log_line_prefix: "",
  log_checkpoints: "off",
  // Messages of failed statements quote values of rows, personal data among them. The program receives them as
  // errors; the server's own log keeps to the life of the server.
  log_min_messages: "log",
  log_min_error_statement: "panic",
};

export type EmbeddedOptions = {
  /** Directory of this installation; made if missing. */
  readonly dataDir: string;
  readonly log: Log;
  /** Called once with a sentence when the database ends without `stop`; the program cannot continue. */
  readonly onExit?: ((why: string) => void) | undefined;
  /** Aborts the start, which then rejects with the signal's reason once nothing runs any longer. */
  readonly signal?: AbortSignal | undefined;
  /** Server settings that win over ours. Tests trade durability for speed; nothing else should. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Folder that the write-ahead log is archived in; absent: it is not. */
  readonly walArchive?: string | undefined;
  /** PostgreSQL's programs, where they are not those that npm installed with Wasl: of another major version. */
  readonly native?: string | undefined;
};

export type EmbeddedServer = AsyncDisposable & {
  /** Address for node-postgres, its password in it: role `wasl`, which owns the database `wasl` and nothing else. */
  readonly databaseUrl: string;
  /** Address of the database `postgres` for its superuser, for maintenance; the program does not use it. */
  readonly superuserUrl: string;
  /** Stops the server and releases the data directory. Bounded in time; harmless when repeated. */
  readonly stop: () => Promise<void>;
};

/**
 * Starts the built-in database of a data directory, making it on the first start, and recovering from whatever a
 * killed predecessor left behind.
 *
 * @throws Error with a sentence when another process uses the directory, or when this machine, user or directory
 *   cannot run it
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const lock = lockDataDirectory(options.dataDir);
  try {
    const dataDir = realpathSync(options.dataDir);
    const clusterDir = join(dataDir, "postgres");
    const native = options.native ?? findNativeDirectory(process);
    refuseOtherMajor(clusterDir, native);
    const programs = preparePrograms({
      native,
      clusterDir,
      linksDir: join(dataDir, "postgres-links"),
      log: options.log,
    });
    await stopLeftover(clusterDir, options.log);
    removeUnfinished(dataDir, options.log);
    if (existsSync(clusterDir)) changeOwner(clusterDir, programs.owner);
    else await createCluster({ dataDir, clusterDir, programs });
    const socketDir = makeSocketDirectory(dataDir, programs.owner);
    const archive =
      options.walArchive === undefined ? {} : prepareArchive(options.walArchive, programs.owner);
    const settings = {
      ...serverSettings,
      ...archive,
      ...options.settings,
      unix_socket_directories: socketDir,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const passwords = readPasswords(dataDir);
    await closeDoor({ clusterDir, programs, settings: args, passwords });
    options.signal?.throwIfAborted();
    const postmaster = await startPostmaster(
      // A process group of its own: Ctrl-C in a terminal reaches every process of the group, and the database must
      // outlive the program's last transactions.
      () => programs.launch("postgres", ["-D", clusterDir, ...args], { detached: true }),
      options,
    );
    return await superviseServer({ postmaster, socketDir, passwords, lock, onExit: options.onExit });
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function superviseServer(running: {
  readonly postmaster: Postmaster;
  readonly socketDir: string;
  readonly passwords: DatabasePasswords;
  readonly lock: { readonly release: () => void };
  readonly onExit: EmbeddedOptions["onExit"];
}): Promise<EmbeddedServer> {
  const { postmaster, socketDir, passwords } = running;
  const stopWithProgram = () => postmaster.process.kill("SIGINT");
  process.once("exit", stopWithProgram);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= stopPostmaster(postmaster).then(() => {
      process.off("exit", stopWithProgram);
      rmSync(socketDir, { recursive: true, force: true });
      running.lock.release();
    });
    return stopped;
  };

  const superuserUrl = socketUrl({ socketDir, passwords, user: "postgres", database: "postgres" });
  try {
    await ensureDatabase(superuserUrl);
  } catch (error) {
    await stop();
    throw error;
  }
  void postmaster.ended.then((why) => {
    if (stopped === undefined) running.onExit?.(`The built-in database stopped unexpectedly: ${why}`);
  });
  const databaseUrl = socketUrl({ socketDir, passwords, user: "wasl", database: "wasl" });
  return { databaseUrl, superuserUrl, stop, [Symbol.asyncDispose]: stop };
}

/** The program's own role cannot touch the server or its files, so that a flaw in a statement stays in its database. */
async function ensureDatabase(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  client.on("error", () => {}); // its end is reported to the caller of the query
  await client.connect();
  try {
    const found = await client.query("select datname from pg_database where datname = 'wasl'");
    if (found.rows.length > 0) return;
    await client.query("create database wasl owner wasl");
  } finally {
    await client.end();
  }
}

function socketUrl(to: {
  readonly socketDir: string;
  readonly passwords: DatabasePasswords;
  readonly user: keyof DatabasePasswords;
  readonly database: string;
}): string {
  return `postgres://${to.user}:${to.passwords[to.user]}@${encodeURIComponent(to.socketDir)}:5432/${to.database}?sslmode=disable`;
}

/**
 * In the data directory, or in the system's temporary directory when that path is too long for a socket. Made again
 * at every start: one that another user has put there cannot be removed, and is then refused.
 */
export function makeSocketDirectory(dataDir: string, owner: Owner | undefined): string {
  const near = join(dataDir, "postgres-run");
  const far = join(tmpdir(), `wasl-${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`);
  const socketDir = Buffer.byteLength(join(near, socketName)) <= socketPathLimit ? near : far;
  rmSync(socketDir, { recursive: true, force: true });
  return makePrivateDirectory(socketDir, owner);
}
