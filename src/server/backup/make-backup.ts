/** Makes a backup of a running installation: what the database held at one moment, and the files that it names. */
import { createHash, type Hash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { dumpTables, readSequences } from "#db/backup/dump.ts";
import { inLongTransaction } from "#db/backup/long-connection.ts";
import type { Database } from "#db/open.ts";
import { version } from "../settings/version.ts";
import { createDiskStorage } from "../storage/disk-storage.ts";
import { makeNewFolder } from "../storage/new-folder.ts";
import { contentHash, type Storage } from "../storage/storage.ts";
import { BackupError, fileListPath, filesPath, type Manifest, tablePath, writeManifest } from "./manifest.ts";

export type BackupSource = {
  readonly db: Database;
  /** Null: the files are left out, as where their store has backups of its own. */
  readonly storage: Storage | null;
  /** Says how far it is. */
  readonly progress: (line: string) => void;
};

/**
 * Writes a backup into a folder, which must be new or empty. Memory does not grow with the database; payments continue.
 * @returns what it holds
 * @throws BackupError when the folder holds something, or cannot be made
 */
export async function makeBackup(source: BackupSource, folder: string): Promise<Manifest> {
  await makeFolder(folder);
  const copied = await inLongTransaction(
    source.db,
    "begin isolation level repeatable read, read only",
    (client) => copyDatabase(client, folder, source.progress),
  );
  // After the tables: a file is kept before the database names it, and is never removed.
  const files = source.storage && (await copyFiles(source.storage, folder, source.progress));
  const manifest: Manifest = { format: 1, version, ...copied, files };
  await writeManifest(folder, manifest);
  for (const path of [tablePath(folder, "x").replace(/\/[^/]+$/, ""), folder]) await flush(path);
  return manifest;
}

async function makeFolder(folder: string): Promise<void> {
  const fault = await makeNewFolder(folder);
  if (fault !== null) throw new BackupError(fault);
  await mkdir(`${folder}/tables`, { mode: 0o700 });
}

type Copied = Omit<Manifest, "format" | "version" | "files">;

async function copyDatabase(
  client: pg.Client,
  folder: string,
  progress: BackupSource["progress"],
): Promise<Copied> {
  const migrations = await client.query<{ name: string; sha256: string }>(
    "select name, sha256 from wasl_migrations order by name",
  );
  const secrets = await client.query<{ key_id: string }>(
    "select key_id from secret_keys where retired_at is null order by key_id",
  );
  const moment = await client.query<{ at: Date; postgres: string }>(
    "select now() as at, current_setting('server_version') as postgres",
  );
  const tables: Manifest["tables"] = [];
  await dumpTables(client, async (table, rows) => {
    progress(`${table.name} …`);
    const sum = new Sum();
    const file = createWriteStream(tablePath(folder, table.name), { mode: 0o600, flush: true });
    await pipeline(rows, createGzip(), sum, file);
    // The server's count comes after the last row, and may come later than the file is written: what is asked next is answered after it.
    await client.query("select");
    tables.push({ ...table, columns: [...table.columns], rows: rowCountOf(rows), ...sum.result() });
  });
  const [now] = moment.rows;
  return {
    takenAt: (now?.at ?? new Date()).toISOString(),
    postgres: now?.postgres ?? "",
    migrations: migrations.rows,
    secretKeys: secrets.rows.map(({ key_id }) => key_id),
    tables,
    sequences: await readSequences(client),
  };
}

function rowCountOf(rows: Readable): number {
  return Number(Object(rows).rowCount);
}

/** Lets bytes pass and keeps their number and checksum. */
class Sum extends Transform {
  readonly #hash: Hash = createHash("sha256");
  #bytes = 0;
  override _transform(part: Buffer, _: BufferEncoding, done: (error: null, part: Buffer) => void): void {
    this.#hash.update(part);
    this.#bytes += part.length;
    done(null, part);
  }
  result(): { bytes: number; sha256: string } {
    return { bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }
}

async function copyFiles(
  storage: Storage,
  folder: string,
  progress: BackupSource["progress"],
): Promise<NonNullable<Manifest["files"]>> {
  const target = createDiskStorage(filesPath(folder));
  const sum = new Sum();
  let [count, bytes] = [0, 0];
  const keys = async function* (): AsyncGenerator<string> {
    for await (const key of storage.list()) {
      const content = await storage.get(key);
      if (content === null) continue;
      if (!key.endsWith(contentHash(content)))
        throw new BackupError(`The file ${key} is not what its name says: its disk or store has damaged it.`);
      await target.put(key, content, "");
      count += 1;
      bytes += content.length;
      progress(`files: ${count}`);
      yield `${key}\n`;
    }
  };
  const list = createWriteStream(fileListPath(folder), { mode: 0o600, flush: true });
  await pipeline(Readable.from(keys(), { objectMode: false }), sum, list);
  return { count, bytes, sha256: sum.result().sha256 };
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
