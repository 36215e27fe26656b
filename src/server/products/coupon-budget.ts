/**
 * How many wrong coupon codes may be tried (threat 2.5, row 5): per link and address. Those from all addresses stop no
 * buyer, since any caller could close a link's coupons with them; too many of them raise a warning for the operator. A
 * guess is counted before it is looked at and given back when it is right, all under the lock of its count: guesses at
 * the same moment wait for each other, so none slips past the limit and no right one is refused for the others.
 */
import { sql, type Transaction } from "kysely";
import { hourMs } from "#core/hourly-limit.ts";
import { limits } from "#core/limits.ts";
import { Problem } from "#core/problem.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { addressGroup } from "../limits/address-group.ts";
import type { Services } from "../services.ts";

/** The row that counts a link's misses from everywhere. */
const everywhere = "";

type Link = { readonly id: number; readonly merchant_id: number };

export type CouponGuess = { readonly link: Link; readonly address: string };

/**
 * Runs a look-up of a coupon within the budget of misses.
 * @param find gives null for a miss
 * @throws Problem `rate_limited` when the budget is used up, without looking
 */
export async function withinMissBudget<T>(
  services: Pick<Services, "db" | "clock" | "signing" | "log">,
  guess: CouponGuess,
  find: (trx: Transaction<Schema>) => Promise<T | null>,
): Promise<T | null> {
  const { link } = guess;
  const now = services.clock.now();
  // The address itself is not kept: only whether it is the same one.
  const source = services.signing.sign("product", ["address", addressGroup(guess.address)]);
  return await runInTransaction(services.db.kysely, async (trx) => {
    const own = await count(trx, { link, source, now });
    if (own.count > limits.couponMissesPerAddressPerHour) throw tooMany(own.startedAt, now);
    const all = await count(trx, { link, source: everywhere, now });
    const found = await find(trx);
    if (found !== null) await giveBack(trx, link, [source, everywhere]);
    else if (all.count === limits.couponMissesPerLinkPerHourAlarm)
      services.log.error("security.coupon_guesses", { productLinkId: link.id, misses: all.count });
    return found;
  });
}

/** Removes counts whose hour has ended; for a job. */
export async function removeOldCouponMisses(services: Pick<Services, "db" | "clock">): Promise<number> {
  const { numDeletedRows } = await services.db.kysely
    .deleteFrom("coupon_misses")
    .where("started_at", "<", new Date(services.clock.now() - hourMs))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Counts a guess. Where it is refused after this, the transaction ends and the count stays as it was. */
async function count(
  trx: Transaction<Schema>,
  guess: { readonly link: Link; readonly source: string; readonly now: number },
): Promise<{ readonly count: number; readonly startedAt: Date }> {
  const now = new Date(guess.now);
  const hourAgo = new Date(guess.now - hourMs);
  const { rows } = await sql<{ count: number; started_at: Date }>`
    insert into coupon_misses as m (merchant_id, product_link_id, source, count, started_at)
    values (${guess.link.merchant_id}, ${guess.link.id}, ${guess.source}, 1, ${now})
    on conflict (merchant_id, product_link_id, source) do update set
      count = case when m.started_at <= ${hourAgo} then 1 else m.count + 1 end,
      started_at = case when m.started_at <= ${hourAgo} then excluded.started_at else m.started_at end
    returning count, started_at`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("a guess was not counted");
  return { count: row.count, startedAt: row.started_at };
}

function tooMany(startedAt: Date, now: number): Problem {
  const retryAfterSeconds = Math.max(1, Math.ceil((startedAt.getTime() + hourMs - now) / 1000));
  return new Problem("rate_limited", { retryAfterSeconds, detail: "coupon misses" });
}

async function giveBack(trx: Transaction<Schema>, link: Link, sources: readonly string[]): Promise<void> {
  await trx
    .updateTable("coupon_misses")
    .set({ count: sql<number>`count - 1` })
    .where("merchant_id", "=", link.merchant_id)
    .where("product_link_id", "=", link.id)
    .where("source", "in", sources)
    .execute();
}
