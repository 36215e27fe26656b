/**
 * Retries refunds that are due: unanswered ones, and those of a crashed process. Each account at a
 * provider has its own lane with a few workers, so that a slow one delays no other; each refund has its own lease.
 */
import { sql } from "kysely";
import type { Services } from "../services.ts";
import { type AccountLane, joinAccount, laneKey } from "./account-lanes.ts";
import { sendLeasedRefund } from "./refund.ts";
import { takeDueRefund } from "./refund-lease.ts";

/** Refunds that one process has under way through one account. */
const widthOfLane = 4;

type Lanes = { readonly running: Map<string, Promise<number>>; isEnding: boolean };

const lanesOf = new WeakMap<Services, Lanes>();

/**
 * Opens a lane for each account that has refunds due and none open. For the job: it waits for no provider.
 * @returns 0: the lanes look for more themselves
 */
export async function startDueRefunds(services: Services): Promise<number> {
  const lanes = lanesOf.get(services) ?? { running: new Map<string, Promise<number>>(), isEnding: false };
  lanesOf.set(services, lanes);
  const due = await sql<AccountLane>`
    select distinct a.provider, own.merchant_id as owner
    from refunds r join payment_attempts a on a.merchant_id = r.merchant_id and a.id = r.attempt_id ${joinAccount}
    where r.next_check_at <= ${new Date(services.clock.now())}`.execute(services.db.kysely);
  for (const account of due.rows) {
    const key = laneKey(account);
    if (lanes.running.has(key) || lanes.isEnding) continue;
    const lane = runLane(services, lanes, account).finally(() => lanes.running.delete(key));
    // Awaited by the end of the jobs, and not before.
    lane.catch((error: unknown) =>
      services.log.error("refund lane failed", { provider: account.provider, error }),
    );
    lanes.running.set(key, lane);
  }
  return 0;
}

/**
 * Sends all that is due and waits until every provider has answered.
 * @returns how many were sent
 */
export async function sendDueRefunds(services: Services): Promise<number> {
  await startDueRefunds(services);
  const counts = await Promise.all(lanesOf.get(services)?.running.values() ?? []);
  return sum(counts);
}

/** Lets the running refunds finish and starts no other. */
export async function endRefundLanes(services: Services): Promise<void> {
  const lanes = lanesOf.get(services);
  if (!lanes) return;
  lanes.isEnding = true;
  await Promise.allSettled(lanes.running.values());
}

/** Releases the leases of a crashed process. Only right where no other process uses the same database. */
export async function adoptRefunds(services: Services): Promise<void> {
  await services.db.kysely
    .updateTable("refunds")
    .set({ next_check_at: new Date(services.clock.now()), lease_token: null, lease_until: null })
    .where((eb) => eb.or([eb("state", "=", "in_flight"), eb("lease_token", "is not", null)]))
    .execute();
}

async function runLane(services: Services, lanes: Lanes, account: AccountLane): Promise<number> {
  const sendOneByOne = async (): Promise<number> => {
    for (let sent = 0; ; sent += 1) {
      const refund = lanes.isEnding ? null : await takeDueRefund(services, account);
      if (!refund) return sent;
      await sendLeasedRefund(services, refund).catch((error: unknown) =>
        services.log.error("refund failed", { refundId: refund.id, error }),
      );
    }
  };
  return sum(await Promise.all(Array.from({ length: widthOfLane }, sendOneByOne)));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
