/**
 * Sending refunds again that are due: unanswered ones, and those that a dead process left behind. Each provider has a
 * lane of its own, a few refunds wide, so that one which is slow delays no other; each refund its own lease.
 */
import { sql } from "kysely";
import type { Services } from "../services.ts";
import { sendLeasedRefund } from "./refund.ts";
import { takeDueRefund } from "./refund-lease.ts";

/** Refunds that one process has under way at one provider. */
const widthOfLane = 4;

type Lanes = { readonly running: Map<string, Promise<number>>; isEnding: boolean };

const lanesOf = new WeakMap<Services, Lanes>();

/**
 * Opens a lane for each provider that has refunds due and none open. For the job: it waits for no provider.
 * @returns 0: the lanes look for more themselves
 */
export async function startDueRefunds(services: Services): Promise<number> {
  const lanes = lanesOf.get(services) ?? { running: new Map<string, Promise<number>>(), isEnding: false };
  lanesOf.set(services, lanes);
  const due = await sql<{ provider: string }>`
    select distinct a.provider from refunds r join payment_attempts a on a.id = r.attempt_id
    where r.next_check_at <= ${new Date(services.clock.now())}`.execute(services.db.kysely);
  for (const { provider } of due.rows) {
    if (lanes.running.has(provider) || lanes.isEnding) continue;
    const lane = runLane(services, lanes, provider).finally(() => lanes.running.delete(provider));
    // Awaited by whoever ends the jobs, and by nobody before.
    lane.catch((error: unknown) => services.log.error("refund lane failed", { provider, error }));
    lanes.running.set(provider, lane);
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

/** Lets the refunds under way finish and begins no other. */
export async function endRefundLanes(services: Services): Promise<void> {
  const lanes = lanesOf.get(services);
  if (!lanes) return;
  lanes.isEnding = true;
  await Promise.allSettled(lanes.running.values());
}

/** Takes the leases of a dead process back. Only right where no other process is at work on the same database. */
export async function adoptRefunds(services: Services): Promise<void> {
  await services.db.kysely
    .updateTable("refunds")
    .set({ next_check_at: new Date(services.clock.now()), lease_token: null, lease_until: null })
    .where((eb) => eb.or([eb("state", "=", "in_flight"), eb("lease_token", "is not", null)]))
    .execute();
}

async function runLane(services: Services, lanes: Lanes, provider: string): Promise<number> {
  const sendOneByOne = async (): Promise<number> => {
    for (let sent = 0; ; sent += 1) {
      const refund = lanes.isEnding ? null : await takeDueRefund(services, provider);
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
