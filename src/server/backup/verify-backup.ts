/** Whether a backup is whole: every byte is compared with its checksum, and nothing outside of it is touched. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { pendingMigrations, readMigrations } from "#db/migrate.ts";
import { createDiskStorage } from "../storage/disk-storage.ts";
import { contentHash } from "../storage/storage.ts";
import {
  BackupError,
  fileListPath,
  filesPath,
  type Manifest,
  readFileList,
  readManifest,
  tablePath,
} from "./manifest.ts";

/**
 * Reads all of a backup.
 * @param migrationsDir this program's migrations: a backup of a later version is refused
 * @throws BackupError with a sentence that says what is wrong
 */
export async function verifyBackup(
  folder: string,
  { migrationsDir, progress }: { readonly migrationsDir: string; readonly progress: (line: string) => void },
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  refuseLater(manifest, migrationsDir);
  for (const { name, sha256 } of manifest.tables) {
    progress(`${name} …`);
    await compare(tablePath(folder, name), sha256);
  }
  if (manifest.files !== null) await verifyFiles(folder, manifest.files, progress);
  return manifest;
}

function refuseLater({ migrations, version }: Manifest, directory: string): void {
  try {
    pendingMigrations(readMigrations(directory), migrations);
  } catch (cause) {
    throw new BackupError(
      `The backup was made by Wasl ${version}, which is not an earlier release of this.`,
      {
        cause,
      },
    );
  }
}

async function compare(path: string, sha256: string): Promise<void> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(path), hash);
  } catch (cause) {
    throw new BackupError(`${path} cannot be read: the backup is not whole. Use another one.`, { cause });
  }
  if (hash.digest("hex") !== sha256)
    throw new BackupError(`${path} was changed since the backup was made. Use another one.`);
}

async function verifyFiles(
  folder: string,
  stated: NonNullable<Manifest["files"]>,
  progress: (line: string) => void,
): Promise<void> {
  await compare(fileListPath(folder), stated.sha256);
  const files = createDiskStorage(filesPath(folder));
  let count = 0;
  for await (const key of readFileList(folder)) {
    const content = await files.get(key);
    if (content === null || !key.endsWith(contentHash(content)))
      throw new BackupError(`The file ${key} of the backup is missing or was changed. Use another one.`);
    progress(`files: ${++count} of ${stated.count}`);
  }
}
