/**
 * Runs test files of the list that `group-tests.ts` has written, those that no other process has taken, one after the other in
 * this process. Each file stays a suite of its own, so that its hooks run around its own tests and no other's.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";

const root = resolve(import.meta.dirname, "..");
const folder = join(root, "artifacts/unit");
/** A process that lasts too long holds what earlier files have left in its memory. */
const takingMs = 120_000;
/** For a file and each of its tests, which would inherit that of the test around them; `--test-timeout` is for files with a process of their own. */
const fileTimeoutMs = 300_000;

/**
 * Takes files until two minutes are over, or until none is left.
 * @param which "all" for the last process of the run, which also takes what is left after its time
 */
export function takeTestFiles(which: "some" | "all"): void {
  test("files", { timeout: Number.POSITIVE_INFINITY }, async () => {
    const files: readonly string[] = JSON.parse(readFileSync(join(folder, "files.json"), "utf8"));
    for (const [index, file] of files.entries()) {
      if (which === "some" && performance.now() > takingMs) return;
      if (!take(index)) continue;
      await describe(file, { timeout: fileTimeoutMs }, async () => {
        await import(pathToFileURL(join(root, file)).href);
      });
    }
  });
}

/** Only one process can make a directory. */
function take(index: number): boolean {
  try {
    mkdirSync(join(folder, "taken", String(index)));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
