/** Starts the system for all tests, and stops it after the last one, when no card number may be left behind. */
import { readDatabaseAddress } from "#db/database-address.ts";
import { connectDatabase } from "#db/open.ts";
import { createLog } from "#server/log.ts";
import { tracesInDatabase, tracesInOutput, typedCards } from "#test/card-traces.ts";
import { startSystem } from "./running-system.ts";

/** Playwright calls this once; what it returns is called at the end. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const system = await startSystem();
  process.env["WASL_E2E_DATA_DIR"] = system.dataDir;
  return async () => {
    const cards = typedCards("e2e");
    const traces = await searchDatabase(system.dataDir, cards).finally(system.stop);
    traces.push(...tracesInOutput(system.output(), cards).map((place) => `output, ${place}`));
    if (traces.length > 0) throw new Error(`card numbers were kept:\n${traces.join("\n")}`);
  };
}

/** Asks the database of the running system, as the operator's commands do. */
async function searchDatabase(dataDir: string, cards: readonly string[]): Promise<string[]> {
  const databaseUrl = (await readDatabaseAddress(dataDir)) ?? process.env["DATABASE_URL"];
  if (!databaseUrl) throw new Error(`no database is running for ${dataDir}`);
  const db = await connectDatabase({ databaseUrl, log: createLog(() => {}), poolSize: 1 });
  try {
    return (await tracesInDatabase(db.pool, cards)).map((place) => `database, ${place}`);
  } finally {
    await db.close();
  }
}
