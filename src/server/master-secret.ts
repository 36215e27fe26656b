/** The master secret of an installation that did not set one: made once, kept in the data directory. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Reads `secret.key` of the data directory, or makes it (mode 0600).
 * @returns 64 hexadecimal characters
 */
export async function masterSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "secret.key");
  await mkdir(dataDir, { recursive: true });
  try {
    // `wx` makes exactly one of two starting processes the writer.
    await writeFile(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return (await readFile(file, "utf8")).trim();
}
