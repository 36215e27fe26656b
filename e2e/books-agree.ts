/**
 * The check after every payment in the browser: what the merchant's API says of the order, its attempts, both event
 * logs and the simulated providers' books is one story.
 */
import assert from "node:assert/strict";
import { type OrderStatus, orderStatusFacts } from "#core/order-status.ts";
import { readDatabaseAddress } from "#db/database-address.ts";
import { connectDatabase, type Database } from "#db/open.ts";
import { createLog } from "#server/log/log.ts";
import { assertOrderAgrees } from "#test/ledger-agrees.ts";
import type { Demo } from "./fixtures.ts";

type Told = {
  readonly status: OrderStatus;
  readonly total: string;
  readonly paidTotal: string;
  readonly paidAt: string | null;
  readonly attempts: readonly { readonly state: string; readonly method: string }[];
};

export type Books = {
  /** Fails when the order's parts do not tell one story, once what is under way has come to its end. */
  readonly agree: (demo: Demo, orderNumber: string) => Promise<void>;
  /** The same for a test that may leave a payment undecided: that order is then left alone. */
  readonly agreeIfDecided: (demo: Demo, orderNumber: string) => Promise<void>;
  /** Lets an order's time run out now, as if its `expiresAt` had come. */
  readonly expire: (orderNumber: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** How long jobs and messages may need to finish what a buyer has begun. */
const patienceMs = 15_000;
const pauseMs = 200;

/** Opens the books of the system that keeps its data in this directory. */
export async function openBooks(dataDir: string): Promise<Books> {
  const databaseUrl = (await readDatabaseAddress(dataDir)) ?? process.env["DATABASE_URL"];
  if (!databaseUrl) throw new Error(`no database is running for ${dataDir}`);
  const db = await connectDatabase({ databaseUrl, log: createLog(() => {}), poolSize: 1 });
  const judge = async (demo: Demo, orderNumber: string): Promise<void> => {
    await assertOrderAgrees({ db, simulatorUrl: demo.simulatorUrl }, orderNumber);
    assertTold(await askAsMerchant(demo, orderNumber), await statesToTell(db, orderNumber));
  };
  return {
    agree: async (demo, orderNumber) => await inTime(() => judge(demo, orderNumber)),
    agreeIfDecided: async (demo, orderNumber) => {
      const { attempts } = await askAsMerchant(demo, orderNumber);
      const isOpen = attempts.some(({ state }) => ["in_flight", "unknown", "authorised"].includes(state));
      if (!isOpen) await inTime(() => judge(demo, orderNumber));
    },
    expire: (orderNumber) => expire(db, orderNumber),
    close: db.close,
  };
}

/** Repeats a judgement until it passes; what it said last is the error. */
async function inTime(judge: () => Promise<void>): Promise<void> {
  for (const giveUpAt = Date.now() + patienceMs; ; ) {
    try {
      return await judge();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function askAsMerchant(demo: Demo, orderNumber: string): Promise<Told> {
  const headers = { authorization: `Bearer ${demo.apiKey}` };
  const response = await fetch(`${demo.baseUrl}/api/v1/invoices/${orderNumber}`, { headers });
  assert.equal(response.status, 200, `the merchant asks for ${orderNumber}`);
  return (await response.json()) as Told;
}

/** A code that was sent again is one try with the one before it, unless money came for that one, too (decision 0057). */
async function statesToTell({ pool }: Database, orderNumber: string): Promise<string[]> {
  const { rows } = await pool.query<{ state: string }>(
    `select a.state from payment_attempts a join orders o on o.id = a.order_id
     where o.order_number = $1 and (not a.is_resent or a.state in ('surplus', 'refunded'))`,
    [orderNumber],
  );
  return rows.map(({ state }) => state);
}

/** The merchant receives the attempts that there are, and paid exactly when one of them has settled the order. */
function assertTold(told: Told, states: readonly string[]): void {
  assert.deepEqual(told.attempts.map(({ state }) => state).toSorted(), states.toSorted(), "attempts told");
  if (told.status === "REFUNDED") return;
  const isPaid = states.some((state) => state === "captured" || state === "authorised");
  const status = `status ${told.status} with attempts ${states.join(", ")}`;
  assert.equal(orderStatusFacts[told.status].wasPaid, isPaid, status);
  assert.equal(told.paidAt !== null, isPaid, "paidAt");
  assert.equal(told.paidTotal, isPaid ? told.total : "0.00", "paidTotal");
}

async function expire(db: Database, orderNumber: string): Promise<void> {
  const past = new Date(Date.now() - 1_000);
  const { rowCount } = await db.pool.query("update orders set expires_at = $1 where order_number = $2", [
    past,
    orderNumber,
  ]);
  assert.equal(rowCount, 1, `there is no order ${orderNumber}`);
}
