/** Proves a backup by restoring it into a built-in database that is thrown away afterwards. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "#db/embedded.ts";
import { connectDatabase } from "#db/open.ts";
import { hasNativeDirectory } from "#db/postgres-programs.ts";
import { createLog } from "../log/log.ts";
import type { Manifest } from "./manifest.ts";
import { restoreBackup } from "./restore-backup.ts";

/**
 * @returns a sentence that says what was proved: on a machine without the built-in database the checksums alone
 * @throws Error when the backup cannot be restored
 */
export async function tryBackup(backup: {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly migrationsDir: string;
  readonly progress: (line: string) => void;
  /** Where it runs, for tests. */
  readonly machine?: Parameters<typeof hasNativeDirectory>[0];
}): Promise<string> {
  const { folder, manifest, migrationsDir, progress, machine = process } = backup;
  if (!hasNativeDirectory(machine))
    return "Its checksums alone were compared: the built-in database, into which it is restored for trial, is not installed here.";
  const log = createLog(() => {});
  const dataDir = await mkdtemp(join(tmpdir(), "wasl-restore-"));
  try {
    // What is thrown away need not survive a power cut.
    const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
    await using server = await startEmbedded({ dataDir, log, settings });
    const db = await connectDatabase({ databaseUrl: server.databaseUrl, log, poolSize: 2 });
    try {
      await restoreBackup(
        { db, storage: null, migrationsDir, log, progress, units: "hold" },
        folder,
        manifest,
      );
    } finally {
      await db.close();
    }
    return "It was restored into a database for trial: every row, every foreign key, and the migrations since.";
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
