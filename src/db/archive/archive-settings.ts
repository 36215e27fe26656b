/**
 * The archive of the built-in database (docs/decisions/0119): a folder, best on another disk, with `wal/` (every segment
 * of the write-ahead log, compressed, as the server finishes it) and `base-<time>/` (copies of the cluster from which a
 * recovery begins).
 */
import { chownSync, mkdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Owner } from "../postgres-programs.ts";

/** A segment that is not full goes after this long: what a lost disk costs at most, where payments are few. */
const longestWaitSeconds = 60;

export const walFolder = (archive: string): string => join(archive, "wal");

/**
 * Makes the archive's folders and gives the server's settings for it. A segment is written under another name, flushed
 * and renamed; one that is there already with the same content is fine, as after a crash, and another one is never
 * overwritten: PostgreSQL keeps it and says so.
 * @param owner as whom the server runs
 * @throws Error with a sentence when the path cannot be part of the server's command
 */
export function prepareArchive(archive: string, owner: Owner | undefined): Readonly<Record<string, string>> {
  refuseStrangePath(archive);
  const wal = walFolder(archive);
  // Where root starts the server, another user runs it and must be able to pass.
  mkdirSync(archive, { recursive: true, mode: owner ? 0o711 : 0o700 });
  mkdirSync(wal, { recursive: true, mode: 0o700 });
  if (owner) chownSync(wal, owner.uid, owner.gid);
  const file = `'${wal}/%f.gz'`;
  const unfinished = `'${wal}/%f.part'`;
  return {
    archive_mode: "on",
    archive_timeout: String(longestWaitSeconds),
    archive_command:
      `if test -f ${file}; then gzip -dc ${file} | cmp -s - '%p'; ` +
      `else gzip -1 -c '%p' > ${unfinished} && sync ${unfinished} && mv ${unfinished} ${file}; fi`,
  };
}

/** The server's settings for a recovery from the archive. */
export function recoverySettings(archive: string, until: Date | null): Readonly<Record<string, string>> {
  refuseStrangePath(archive);
  const file = `'${walFolder(archive)}/%f.gz'`;
  return {
    restore_command: `test -f ${file} && gzip -dc ${file} > '%p'`,
    recovery_target_action: "promote",
    // Ready means: all of it is there.
    hot_standby: "off",
    archive_mode: "off",
    ...(until && { recovery_target_time: until.toISOString().replace("T", " ").replace("Z", "+00") }),
  };
}

/** The server gives its commands to a shell, and replaces what follows a percent sign. */
function refuseStrangePath(archive: string): void {
  if (!isAbsolute(archive) || !/^[\w./-]+$/.test(archive))
    throw new Error(
      `The archive ${archive} must be an absolute path of letters, digits, points, hyphens and underscores (WASL_WAL_ARCHIVE).`,
    );
}
