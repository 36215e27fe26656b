/**
 * One running Wasl per data directory. The lock is an open SQLite transaction on a file inside the directory: the
 * kernel holds it and releases it when the process ends, however it ends, so a crash leaves no stale lock behind.
 *
 * Nothing else in this process may open `wasl.lock`: closing any descriptor of a file drops the process's locks on
 * it (POSIX).
 */
import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";

const sqliteBusy = 5;

// A handle that is garbage-collected is closed, and its lock with it; a caller need not keep what we return.
const held = new Set<DatabaseSync>();

export type DataDirectoryLock = {
  /** Releases the directory; harmless when repeated. */
  readonly release: () => void;
};

/**
 * Makes the data directory if it is missing and takes the only lock on it, without waiting.
 *
 * @param dataDir path of the directory
 * @throws Error with one sentence that names the directory, when it cannot be made or locked, or another process (or this one)
 *   holds the lock
 */
export function lockDataDirectory(dataDir: string): DataDirectoryLock {
  const directory = resolve(dataDir);
  makeDirectory(directory);
  const handle = openLocked(directory);
  held.add(handle);
  return {
    release: () => {
      if (held.delete(handle)) handle.close();
    },
  };
}

function makeDirectory(directory: string): void {
  try {
    if (!makePath(directory)) return;
    // Root gives the database files to another user, who must be able to pass through.
    chmodSync(directory, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const why =
      code === "EEXIST" || code === "ENOTDIR"
        ? ": it, or what it lies in, is a file."
        : "; may this user write to what it lies in?";
    throw new Error(`The data directory ${directory} cannot be made${why}`, { cause: error });
  }
}

/**
 * Makes a directory and its parents. One by one: where a parent that is there refuses to take any, as /proc
 * does, Node's own way of making all of them never ends.
 * @returns whether it was missing
 */
function makePath(directory: string): boolean {
  try {
    mkdirSync(directory);
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST" && statSync(directory).isDirectory()) return false;
    const parent = dirname(directory);
    if (code !== "ENOENT" || existsSync(parent)) throw error;
    makePath(parent);
    mkdirSync(directory);
    return true;
  }
}

function openLocked(directory: string): DatabaseSync {
  let handle: DatabaseSync | undefined;
  try {
    handle = new DatabaseSync(join(directory, "wasl.lock"), { timeout: 0 });
    handle.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE"); // else a journal file is left beside it
    return handle;
  } catch (error) {
    handle?.close();
    if (error instanceof Error && "errcode" in error && error.errcode === sqliteBusy) {
      throw new Error(
        `The data directory ${directory} is in use by another running Wasl; stop that one first.`,
      );
    }
    throw new Error(`The data directory ${directory} cannot be locked; is it writable for this user?`, {
      cause: error,
    });
  }
}
