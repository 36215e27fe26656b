/** A lock on one order's row or on new rows of a table, held by a test: every transaction that wants it waits until the test releases it. */
import pg from "pg";
import type { TestDatabase } from "./database.ts";
import { until } from "./until.ts";

export type OrderLock = AsyncDisposable & {
  /** Resolves when so many transactions stand in line for a lock of this database. */
  readonly untilWaiting: (count: number) => Promise<void>;
  /** Runs a statement in the transaction that holds the lock. */
  readonly query: (sql: string, values?: readonly unknown[]) => Promise<void>;
  /** Commits and lets them continue. */
  readonly letGo: () => Promise<void>;
};

/** Takes the lock. */
export async function lockOrderRow(db: TestDatabase, orderNumber: string): Promise<OrderLock> {
  return await lockBy(db, "select from orders where order_number = $1 for update", [orderNumber]);
}

/** Keeps new rows of a table out, for whom is about to write one. */
export async function lockOut(db: TestDatabase, table: "orders" | "return_requests"): Promise<OrderLock> {
  return await lockBy(db, `lock table ${table} in share mode`, []);
}

async function lockBy(db: TestDatabase, locking: string, values: readonly unknown[]): Promise<OrderLock> {
  const client = new pg.Client({ connectionString: db.databaseUrl });
  client.on("error", () => {}); // the caller waiting for its query gets the error
  await client.connect();
  await client.query("begin");
  await client.query(locking, [...values]);
  let isOpen = true;
  const letGo = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await client.query("commit");
    await client.end();
  };
  return {
    letGo,
    [Symbol.asyncDispose]: letGo,
    query: async (sql, values = []) => {
      await client.query(sql, [...values]);
    },
    untilWaiting: async (count) => {
      await until(async () => {
        // Within a transaction the activity is read once, unless it is forgotten.
        await client.query("select pg_stat_clear_snapshot()");
        const { rows } = await client.query<{ waiting: string }>(
          "select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return Number(rows[0]?.waiting) >= count;
      });
    },
  };
}
