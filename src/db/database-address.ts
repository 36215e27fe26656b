/** Where the built-in database of a running server listens, for the operator's commands on the same machine. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const fileName = "database-address";

/** Writes where it listens, with the password of the program's role: readable by the owner alone. */
export async function writeDatabaseAddress(dataDir: string, address: string): Promise<void> {
  await writeFile(join(dataDir, fileName), address, { mode: 0o600 });
}

/** The address that a running server left, or null. It may be stale after a crash: connecting tells. */
export async function readDatabaseAddress(dataDir: string): Promise<string | null> {
  try {
    return await readFile(join(dataDir, fileName), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Removes the address when the server stops. */
export async function removeDatabaseAddress(dataDir: string): Promise<void> {
  await rm(join(dataDir, fileName), { force: true });
}
