/**
 * Passwords of the built-in database's two roles. The socket's directory keeps other users out, but when Wasl is root
 * the database runs as a user that other programs may share, and that user passes every directory of its own.
 */
import { createHash, randomBytes } from "node:crypto";
import { chownSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Owner, PostgresPrograms } from "./postgres-programs.ts";
import { describeEnd, isStillLeaving, leavingRetries } from "./postmaster.ts";

const fileName = "database-passwords.json";
const passwordPattern = /^[0-9a-f]{64}$/;

/** One password per role, 64 hexadecimal characters each. */
export type DatabasePasswords = { readonly postgres: string; readonly wasl: string };

/**
 * Reads the passwords of a data directory, or makes them (mode 0600). A file that another user owns or could have read
 * is replaced, and so is a broken one: `closeDoor` tells the database.
 */
export function readPasswords(dataDir: string): DatabasePasswords {
  const file = join(dataDir, fileName);
  const kept = isPrivate(file) ? parsePasswords(readFileSync(file, "utf8")) : null;
  if (kept) return kept;
  const made = { postgres: randomBytes(32).toString("hex"), wasl: randomBytes(32).toString("hex") };
  replaceFile(file, JSON.stringify(made));
  return made;
}

function isPrivate(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && (found.mode & 0o077) === 0 && found.uid === process.getuid?.();
}

function parsePasswords(content: string): DatabasePasswords | null {
  try {
    const { postgres, wasl } = JSON.parse(content) as Partial<DatabasePasswords>;
    if (postgres === undefined || wasl === undefined) return null;
    return passwordPattern.test(postgres) && passwordPattern.test(wasl) ? { postgres, wasl } : null;
  } catch {
    return null;
  }
}

/**
 * Makes a cluster that is not running ask for these passwords: gives them to the roles, then replaces the rules of
 * who may enter. The rules name the passwords' fingerprint, so that a cluster of an earlier version, one brought back
 * from a backup and one whose last start was cut short are recognised.
 *
 * @param settings command-line settings of the server (`-c name=value`)
 * @throws Error with PostgreSQL's own words when the cluster cannot be opened
 */
export async function closeDoor(at: {
  readonly clusterDir: string;
  readonly programs: PostgresPrograms;
  readonly settings: readonly string[];
  readonly passwords: DatabasePasswords;
}): Promise<void> {
  const rulesFile = join(at.clusterDir, "pg_hba.conf");
  const rules = rulesFor(at.passwords);
  if (readIfPresent(rulesFile) === rules) return;
  // Single-user mode accepts no connections: clients cannot connect while the roles have no passwords yet.
  const statements = [
    "do $$ begin if not exists (select from pg_roles where rolname = 'wasl') then create role wasl login; end if; end $$",
    `alter role postgres password '${at.passwords.postgres}'`,
    `alter role wasl password '${at.passwords.wasl}'`,
  ];
  await runSingleUser(at, statements);
  replaceFile(rulesFile, rules, at.programs.owner);
}

function rulesFor(passwords: DatabasePasswords): string {
  const fingerprint = createHash("sha256").update(JSON.stringify(passwords)).digest("hex").slice(0, 16);
  return `# Written by Wasl at its start, for the passwords ${fingerprint}.\nlocal all all scram-sha-256\n`;
}

function readIfPresent(file: string): string | null {
  return statSync(file, { throwIfNoEntry: false }) ? readFileSync(file, "utf8") : null;
}

/** One statement per line, given on standard input: a command line can be read by every user of the machine. */
async function runSingleUser(
  at: Pick<Parameters<typeof closeDoor>[0], "clusterDir" | "programs" | "settings">,
  statements: readonly string[],
): Promise<void> {
  const own = ["exit_on_error=on", "password_encryption=scram-sha-256", "log_statement=none"];
  const args = [...at.settings, ...own.flatMap((setting) => ["-c", setting])];
  for (let attempt = 0; ; attempt += 1) {
    const child = at.programs.launch("postgres", ["--single", "-D", at.clusterDir, ...args, "postgres"], {
      detached: false,
      input: `${statements.join("\n")}\n`,
    });
    const [end, said] = await Promise.all([describeEnd(child), child.stderr ? text(child.stderr) : ""]);
    if (child.exitCode === 0) return;
    if (!isStillLeaving(said) || attempt === leavingRetries.times) {
      throw new Error(`The built-in database could not be given its passwords: ${end}\n${said}`.trimEnd());
    }
    await sleep(leavingRetries.everyMs);
  }
}

/** Whole or not at all, private from its first byte. */
function replaceFile(file: string, content: string, owner?: Owner): void {
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, content, { mode: 0o600, flag: "wx", flush: true });
  if (owner) chownSync(unfinished, owner.uid, owner.gid);
  renameSync(unfinished, file);
}
