/**
 * What a backup says of itself (docs/decisions/0118). A folder: `manifest.json`, `tables/<name>.copy.gz` with a table's
 * rows as COPY writes them, `files/` as the disk store keeps them, and `files.list` with their keys. The manifest is
 * written last: a folder without one is no backup.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { isStorageKey } from "../storage/storage.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z0-9_]+$/);
const count = z.number().int().nonnegative();

const manifestShape = z.object({
  /** Of this layout. */
  format: z.literal(1),
  /** Version of the program that made it. */
  version: z.string(),
  /** The moment that it shows, by the database's clock. */
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256 })).min(1),
  /** Ids of the master secrets in use: the sealed values in it are read by these alone. */
  secretKeys: z.array(z.string()),
  tables: z.array(z.object({ name, columns: z.array(z.string()), rows: count, bytes: count, sha256 })),
  sequences: z.array(z.object({ name, last: z.string().regex(/^\d+$/).nullable() })),
  /** Null where files were left out. */
  files: z.object({ count, bytes: count, sha256 }).nullable(),
});

export type Manifest = Readonly<z.infer<typeof manifestShape>>;

/** A folder that is no whole backup, in a sentence. */
export class BackupError extends Error {}

export const tablePath = (folder: string, table: string): string =>
  join(folder, "tables", `${table}.copy.gz`);
export const filesPath = (folder: string): string => join(folder, "files");
export const fileListPath = (folder: string): string => join(folder, "files.list");
const manifestPath = (folder: string): string => join(folder, "manifest.json");

/** Makes a folder a backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const content = { ...manifest, sha256: digest(manifest) };
  const file = await open(manifestPath(folder), "wx", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(content, null, 1)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @throws BackupError when the folder is no backup, is one of a later version, or its manifest was changed */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestPath(folder), "utf8").catch((cause: unknown) => {
    const { code, message } = Object(cause);
    throw new BackupError(
      code === "ENOENT" || code === "ENOTDIR"
        ? `${folder} is no backup: it has no manifest.json, which is written when a backup is whole.`
        : `${folder} cannot be read: ${message}. Give it to the user that runs this.`,
      { cause },
    );
  });
  const { sha256: stated, ...rest } = parseObject(text);
  if (typeof rest["format"] === "number" && rest["format"] > 1)
    throw new BackupError(
      `${folder} was made by a later version of Wasl (${rest["version"]}): use that one.`,
    );
  const manifest = manifestShape.safeParse(rest);
  if (!manifest.success || stated !== digest(manifest.data))
    throw new BackupError(`${folder}/manifest.json is damaged: use another backup.`);
  return manifest.data;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** By the order of the shape: how the file is written does not count. */
function digest(manifest: Manifest): string {
  return createHash("sha256")
    .update(JSON.stringify(manifestShape.parse(manifest)))
    .digest("hex");
}

/** The keys of a backup's files, one by one. */
export async function* readFileList(folder: string): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(fileListPath(folder)) }))
    if (isStorageKey(line)) yield line;
}
