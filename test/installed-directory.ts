/**
 * Data directories whose built-in database was made and migrated before: for tests to which a first start says nothing. Copying one takes
 * a tenth of a second of a processor, making one two. The one that is copied is made once per checkout, and again when migrations or
 * what makes it change.
 */
import { createHash, randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "#core/ports.ts";
import { programsMajor } from "#db/cluster.ts";
import { startEmbedded } from "#db/embedded.ts";
import { migrate, readMigrations } from "#db/migrate.ts";
import { connectDatabase } from "#db/open.ts";
import { findNativeDirectory } from "#db/postgres-programs.ts";
import { checkoutDirectory } from "./database-server.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

const log: Log = { info: () => {}, warn: () => {}, error: () => {} };
const migrationsDirectory = join(import.meta.dirname, "../src/db/migrations");

/** One for one test: `using directory = await installedDirectory();`. Removed with all it holds at the end. */
export async function installedDirectory(): Promise<ReturnType<typeof temporaryDirectory>> {
  const directory = temporaryDirectory();
  await installDatabase(directory.path);
  return directory;
}

/** Puts such a database into a data directory that is empty or not there. */
export async function installDatabase(dataDir: string): Promise<void> {
  cpSync(await prepared(), dataDir, { recursive: true });
}

let made: Promise<string> | undefined;

/** Where the one is that is copied. */
function prepared(): Promise<string> {
  made ??= prepare();
  return made;
}

/** Made under another name and renamed, so that it is whole or not there; another process may be faster, and theirs is as good. */
async function prepare(): Promise<string> {
  const folder = checkoutDirectory();
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const path = join(folder, `installed-${stateOfSources()}`);
  if (existsSync(path)) return path;
  for (const name of readdirSync(folder))
    if (/^installed-[0-9a-f]+$/.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
  using making = temporaryDirectory();
  const server = await startEmbedded({ dataDir: making.path, log, settings: { fsync: "off" } });
  try {
    const database = await connectDatabase({ databaseUrl: server.databaseUrl, log, poolSize: 1 });
    await migrate(database.pool, migrationsDirectory, log).finally(database.close);
  } finally {
    await server.stop();
  }
  const unfinished = join(folder, `unfinished-${randomUUID()}`);
  cpSync(making.path, unfinished, { recursive: true });
  try {
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(path)) throw error;
  }
  return path;
}

/** What decides of how such a database is made. */
function stateOfSources(): string {
  const hash = createHash("sha256").update(String(programsMajor(findNativeDirectory(process))));
  for (const file of ["embedded.ts", "cluster.ts", "database-passwords.ts"])
    hash.update(readFileSync(join(migrationsDirectory, "..", file)));
  for (const { name, sha256 } of readMigrations(migrationsDirectory)) hash.update(`${name} ${sha256}\n`);
  return hash.digest("hex").slice(0, 16);
}
