import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestDatabase } from "#test/database.ts";
import { until } from "#test/until.ts";
import { aheadOfOthers } from "./ahead.ts";
import { runInTransaction } from "./open.ts";

test("what goes ahead gets the next free connection, alone and in a transaction, and every other caller gets its turn", async () => {
  await using db = await createTestDatabase({ migrations: "none", poolSize: 1 });
  const held = await db.pool.connect();
  const order: string[] = [];
  const ask = async (name: string): Promise<void> => {
    await db.pool.query("select 1");
    order.push(name);
  };
  const transact = (name: string): Promise<void> =>
    runInTransaction(db.kysely, async (trx) => {
      await trx.selectNoFrom((eb) => eb.val(1).as("one")).execute();
      order.push(name);
    });
  const waiting = [ask("first"), ask("second"), transact("third")];
  const going = [aheadOfOthers(() => ask("ahead")), aheadOfOthers(() => transact("also ahead"))];
  await until(() => db.pool.waitingCount === 5);
  held.release();
  await Promise.all([...waiting, ...going]);
  assert.deepEqual(order.slice(0, 2).toSorted(), ["ahead", "also ahead"]);
  assert.deepEqual(order.slice(2), ["first", "second", "third"]);
});
