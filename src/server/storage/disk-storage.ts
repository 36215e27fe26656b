/** Files on disk: written beside their place, flushed, then renamed into it, so that no half of one is ever seen. */
import { randomUUID } from "node:crypto";
import { glob, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { isStorageKey, type Storage } from "./storage.ts";

/**
 * Storage in a directory, which is made when the first file is written.
 * @param directory absolute, or relative to the working directory
 */
export function createDiskStorage(directory: string): Storage {
  const pathOf = (key: string): string => join(directory, ...key.split("/"));
  return {
    put: async (key, bytes) => {
      const path = pathOf(key);
      const firstMade = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      if (firstMade !== undefined) await flush(dirname(firstMade));
      const unfinished = `${path}.${randomUUID()}`;
      try {
        await writeDurably(unfinished, bytes);
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await flush(dirname(path));
    },
    get: (key) =>
      readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      }),
    list: () => listKeys(directory),
    close: async () => {},
  };
}

async function* listKeys(directory: string): AsyncGenerator<string> {
  for await (const path of glob("*/*/*", { cwd: directory })) {
    const key = path.replaceAll(sep, "/");
    if (isStorageKey(key)) yield key; // and no file that is being written
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The name of a new file is durable once its folder is flushed. Windows cannot open folders, nor needs it. */
async function flush(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
