/** Makes the shop of a person one that waits for the operator, as one that was opened where money is real: with its test world. */
import { readDatabaseAddress } from "#db/database-address.ts";
import { connectDatabase, runInTransaction } from "#db/open.ts";
import { createLog } from "#server/log/log.ts";
import { openTestWorld } from "#server/merchant-api/test-world.ts";
import { systemIds } from "#server/ports.ts";

/** @param email of the person who opened it */
export async function letWait(dataDir: string, email: string): Promise<void> {
  const databaseUrl = (await readDatabaseAddress(dataDir)) ?? process.env["DATABASE_URL"];
  if (!databaseUrl) throw new Error(`no database is running for ${dataDir}`);
  const { kysely, close } = await connectDatabase({ databaseUrl, log: createLog(() => {}), poolSize: 1 });
  try {
    await runInTransaction(kysely, async (trx) => {
      const { id: liveId } = await trx
        .updateTable("merchants as m")
        .from("persons as p")
        .set({ approved_at: null })
        .whereRef("p.id", "=", "m.opened_by")
        .where("p.email", "=", email)
        .returning("m.id")
        .executeTakeFirstOrThrow();
      await openTestWorld(trx, { ids: systemIds }, { liveId, copy: "at first" });
    });
  } finally {
    await close();
  }
}
