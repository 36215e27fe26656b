/**
 * The share of a merchant's card tries that banks decline (threat 2.6). Card testers raise it whatever cards, orders
 * and addresses they use: above the first share the limits are lowered and the operator is warned, above the second the
 * method is paused. A pause ends automatically, or by `npm run admin -- resume-cards`. Payments read its status; the
 * counting is a job's, every second for the merchants whose cards were tried or declined since.
 */
import { sql, type Transaction } from "kysely";
import { declineWatch } from "#core/limits.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import { ownRefusalCodes } from "./own-refusals.ts";

export type CardStanding =
  | { readonly kind: "open" | "slowed" }
  | { readonly kind: "paused"; readonly secondsLeft: number };

/** The current card limits of a merchant. */
export async function cardStanding(
  trx: Transaction<Schema>,
  merchantId: number,
  now: number,
): Promise<CardStanding> {
  const watch = await trx
    .selectFrom("card_watches")
    .select(["slowed_until", "paused_until"])
    .where("merchant_id", "=", merchantId)
    .executeTakeFirst();
  const pausedMs = (watch?.paused_until?.getTime() ?? 0) - now;
  if (pausedMs > 0) return { kind: "paused", secondsLeft: Math.ceil(pausedMs / 1000) };
  return { kind: (watch?.slowed_until?.getTime() ?? 0) > now ? "slowed" : "open" };
}

/** Merchants whose cards were tried or declined in this process since the job's last run. */
const tried = new WeakMap<object, Set<number>>();

/**
 * Marks a merchant for the job whose card is about to be tried, or was declined: its bank may take longer than the
 * job's pause, with 3-D Secure minutes, and no other try may follow.
 */
export function noteTry(services: Pick<Services, "db">, merchantId: number): void {
  const merchants = tried.get(services.db) ?? new Set();
  tried.set(services.db, merchants.add(merchantId));
}

/**
 * Judges every merchant whose cards were tried since the last time; for a job. One that could not be judged is judged
 * the next time.
 * @returns how many were judged
 */
export async function watchDeclines(services: Pick<Services, "db" | "clock" | "log">): Promise<number> {
  const merchants = tried.get(services.db) ?? new Set();
  const waiting = [...merchants];
  for (const merchantId of waiting) {
    // Taken off first: a card that is tried meanwhile puts its merchant on again.
    merchants.delete(merchantId);
    await runInTransaction(services.db.kysely, (trx) => judge(services, trx, merchantId)).catch(
      (error: unknown) => {
        merchants.add(merchantId);
        throw error;
      },
    );
  }
  return waiting.length;
}

/**
 * Ends a merchant's pause and lowered limits, and starts counting again from now; for the operator.
 * @returns whether there was anything to end
 */
export async function resumeCards(
  db: Services["db"]["kysely"],
  merchantId: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("card_watches")
    .set({ slowed_until: null, paused_until: null, counted_from: new Date(now) })
    .where("merchant_id", "=", merchantId)
    .where((eb) => eb.or([eb("slowed_until", ">", new Date(now)), eb("paused_until", ">", new Date(now))]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Ports = Pick<Services, "clock" | "log">;

async function judge(services: Ports, trx: Transaction<Schema>, merchantId: number): Promise<void> {
  const watch = await trx
    .selectFrom("card_watches")
    .select("counted_from")
    .where("merchant_id", "=", merchantId)
    .executeTakeFirst();
  const earliest = services.clock.now() - declineWatch.lookBackMs;
  const since = new Date(Math.max(earliest, watch?.counted_from.getTime() ?? 0));
  const latest = await latestTries(trx, merchantId, since);
  if (latest.tries < declineWatch.tries || latest.orderId === null) return;
  const high = { merchantId, ...latest, orderId: latest.orderId };
  const percent = (latest.declined * 100) / latest.tries;
  if (percent > declineWatch.pauseAbovePercent) await raise(services, trx, high, "paused_until");
  else if (percent > declineWatch.slowAbovePercent) await raise(services, trx, high, "slowed_until");
}

type Latest = { readonly declined: number; readonly tries: number; readonly orderId: number | null };

/** How many of the latest tries that reached a bank were declined, and the order of one of them. */
async function latestTries(trx: Transaction<Schema>, merchantId: number, since: Date): Promise<Latest> {
  const { rows } = await sql<Latest>`
    select count(*)::int as tries, count(*) filter (where is_declined)::int as declined,
      max(order_id) filter (where is_declined) as "orderId"
    from (
      select t.order_id, a.state = 'declined'
        and (a.provider_code is null or a.provider_code <> all(${ownRefusalCodes})) as is_declined
      from payment_tries t join payment_attempts a on a.merchant_id = t.merchant_id and a.id = t.attempt_id
      where t.merchant_id = ${merchantId} and t.card_digest is not null and t.created_at > ${since}
      order by t.created_at desc limit ${declineWatch.tries}
    ) latest`.execute(trx);
  return rows[0] ?? { declined: 0, tries: 0, orderId: null };
}

/**
 * Records that the share is too high, unless a record of it is active. Reported once, by the process that is
 * first.
 */
async function raise(
  services: Ports,
  trx: Transaction<Schema>,
  high: Latest & { readonly merchantId: number; readonly orderId: number },
  column: "slowed_until" | "paused_until",
): Promise<void> {
  const { merchantId, orderId, declined, tries } = high;
  const isPause = column === "paused_until";
  const now = services.clock.now();
  const until = new Date(now + (isPause ? declineWatch.pausedMs : declineWatch.slowedMs));
  // Tries before the end of a pause are not counted again.
  const { rows } = await sql`
    insert into card_watches as w (merchant_id, ${sql.ref(column)}, counted_from)
    values (${merchantId}, ${until}, ${isPause ? until : new Date(0)})
    on conflict (merchant_id) do update set ${sql.ref(column)} = ${until},
      counted_from = greatest(w.counted_from, excluded.counted_from)
    where w.${sql.ref(column)} is null or w.${sql.ref(column)} <= ${new Date(now)}
    returning merchant_id`.execute(trx);
  if (rows.length === 0) return;
  const data = { declined, tries, until: until.toISOString() };
  const type = isPause ? "cards.paused" : "cards.slowed";
  await trx
    .insertInto("events")
    .values({
      merchant_id: merchantId,
      order_id: orderId,
      attempt_id: null,
      type,
      data: JSON.stringify(data),
    })
    .execute();
  const line = isPause ? "security.cards_paused" : "security.card_declines_high";
  services.log.error(line, { merchantId, ...data });
}
