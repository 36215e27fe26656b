/**
 * How often a caller may do something in a while, counted in the database and so over all servers
 * (docs/decisions/0059). For what costs money or gives a chance to guess; what only shapes traffic is counted in
 * memory (budgets.ts). A use is one statement; asking whether a budget is used up is none, since every server is
 * notified.
 */

import type { Services } from "../services.ts";
import type { Budget } from "./budgets.ts";

/** The key of a counter, in parts. Stored only as a keyed digest. */
export type Use = readonly [what: string, caller: string];

export type SharedLimits = {
  /** Counts one use. Gives null, or how many seconds to wait when the budget was used up before. */
  readonly take: (use: Use, budget: Budget) => Promise<number | null>;
  /**
   * Seconds to wait where this server knows that the budget is used up: it or another one has counted the last use.
   * For uses that are never returned.
   */
  readonly wait: (use: Use) => number | null;
  /** Returns one use that was successful. */
  readonly giveBack: (use: Use) => Promise<void>;
};

/** Budgets known to be used up that are kept at a time; beyond that the oldest are dropped, and found again by the next use. */
const mostRemembered = 50_000;

type Ports = Pick<Services, "db" | "clock" | "signing" | "notices">;

/**
 * One row per counter. Where the budget is used up the row is not written, and its end is read beside; of a row that came
 * into being at this very moment nothing is read, and the whole window is given.
 */
const takeSql = `
with taken as (
  insert into limit_uses as u (key, count, until) values ($1, 1, $3)
  on conflict (key) do update set
    count = case when u.until <= $2 then 1 else u.count + 1 end,
    until = case when u.until <= $2 then excluded.until else u.until end
  where u.until <= $2 or u.count < $4
  returning count, until
)
select count, until, true as "isTaken" from taken
union all
select count, until, false from limit_uses where key = $1 and not exists (select from taken)`;

const giveBackSql = "update limit_uses set count = count - 1 where key = $1 and count > 0";

/** Makes the limits of one process. */
export function createSharedLimits({ db, clock, signing, notices }: Ports): SharedLimits {
  const usedUp = new Map<string, number>();
  const remember = (key: string, until: number): void => {
    usedUp.delete(key);
    const [oldest] = usedUp.size >= mostRemembered ? usedUp.keys() : [];
    if (oldest !== undefined) usedUp.delete(oldest);
    usedUp.set(key, until);
  };
  notices.on("limit", (subject) => {
    const [key = "", until = ""] = subject.split("@");
    if (/^\d{13}$/.test(until)) remember(key, Number(until));
  });
  const keyOf = (use: Use): string => signing.sign("address", use);
  return {
    take: async (use, { most, windowMs }) => {
      const key = keyOf(use);
      const now = clock.now();
      const end = new Date(now + windowMs);
      const query = { name: "take-limit-use", text: takeSql, values: [key, new Date(now), end, most] };
      const { rows } = await db.pool.query<{ count: number; until: Date; isTaken: boolean }>(query);
      const { count, until, isTaken } = rows[0] ?? { count: most, until: end, isTaken: false };
      if (count >= most) remember(key, until.getTime());
      if (!isTaken) return secondsUntil(until.getTime(), now);
      if (count === most) notices.tell("limit", `${key}@${until.getTime()}`);
      return null;
    },
    wait: (use) => {
      if (usedUp.size === 0) return null;
      const key = keyOf(use);
      const now = clock.now();
      const until = usedUp.get(key) ?? 0;
      if (until > now) return secondsUntil(until, now);
      usedUp.delete(key);
      return null;
    },
    giveBack: async (use) => {
      const key = keyOf(use);
      usedUp.delete(key);
      await db.pool.query({ name: "give-limit-use-back", text: giveBackSql, values: [key] });
    },
  };
}

function secondsUntil(until: number, now: number): number {
  return Math.max(1, Math.ceil((until - now) / 1000));
}

/** Removes counters that have expired; for an hourly job. Gives how many. */
export async function removeOldLimitUses({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom("limit_uses")
    .where("until", "<=", new Date(clock.now()))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
