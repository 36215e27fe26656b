import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Room that the databases of a busy run need, bytes. */
const roomInMemory = 2 * 1024 ** 3;

/** A directory for one test: `using directory = temporaryDirectory();`. Removed with all it holds at the end. */
export function temporaryDirectory(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(temporaryRoot(), "wasl-"));
  chmodSync(path, 0o711); // the database of a test that runs as root belongs to another user, who must get in
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Where tests put their files: in memory if the system has room there, for a database is a thousand small files. */
export function temporaryRoot(): string {
  const memory = "/dev/shm";
  if (process.platform !== "linux" || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > roomInMemory ? memory : tmpdir();
}
