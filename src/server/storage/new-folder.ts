/** A folder for files that must not mix with others: an archive, a backup. */
import { mkdir, readdir } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder, for its owner's eyes alone, with those above it; an empty one is taken as it is.
 * @returns a sentence for the operator that says why there is none to write into; null when there is
 */
export async function makeNewFolder(folder: string): Promise<string | null> {
  try {
    await makeWithParents(folder);
    if ((await readdir(folder)).length === 0) return null;
    return `${folder} is not empty. Name a new folder: nothing is written over.`;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return `No folder can be made at ${folder}: ${error.message}. Name another place.`;
  }
}

/** Node's own way to make parents asks again and again where the system has no folders to give, as in /proc. */
async function makeWithParents(folder: string): Promise<void> {
  const make = async (): Promise<void> => {
    await mkdir(folder, { mode: 0o700 });
  };
  try {
    await make();
  } catch (error) {
    if (isSystemError(error) && error.code === "EEXIST") return;
    if (!isSystemError(error) || error.code !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeWithParents(dirname(folder));
    await make();
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
