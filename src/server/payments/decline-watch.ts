/**
 * The share of a merchant's card tries that banks decline (threat 2.6). Card testers show in it whatever cards, orders
 * and addresses they use: above the first share the limits get tighter and the operator is told, above the second the
 * method is paused. A pause ends by itself, or by `npm run admin -- resume-cards`.
 */
import { sql, type Transaction } from "kysely";
import { declineWatch } from "#core/limits.ts";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import { ownRefusalCodes } from "./own-refusals.ts";

export type CardStanding =
  | { readonly kind: "open" }
  | { readonly kind: "slowed" }
  | { readonly kind: "paused"; readonly secondsLeft: number };

type Tried = { readonly merchantId: number; readonly orderId: number };
type Ports = Pick<Services, "clock" | "log">;

/**
 * How the merchant's cards stand, judged anew by the latest tries. The first process that sees a share too high
 * writes it down, with the merchant's event; every other one finds it written.
 */
export async function judgeDeclines(
  services: Ports,
  trx: Transaction<Schema>,
  tried: Tried,
): Promise<CardStanding> {
  const { merchantId } = tried;
  const now = services.clock.now();
  const watch = await trx
    .selectFrom("card_watches")
    .select(["slowed_until", "paused_until", "counted_from"])
    .where("merchant_id", "=", merchantId)
    .executeTakeFirst();
  const pausedMs = (watch?.paused_until?.getTime() ?? 0) - now;
  if (pausedMs > 0) return { kind: "paused", secondsLeft: Math.ceil(pausedMs / 1000) };
  const since = new Date(Math.max(now - declineWatch.lookBackMs, watch?.counted_from.getTime() ?? 0));
  const { declined, decided } = await latestTries(trx, merchantId, since);
  const percent = decided < declineWatch.tries ? 0 : (declined * 100) / decided;
  if (percent > declineWatch.pauseAbovePercent) {
    await raise(services, trx, { ...tried, declined, decided, column: "paused_until" });
    return { kind: "paused", secondsLeft: declineWatch.pausedMs / 1000 };
  }
  if (percent > declineWatch.slowAbovePercent) {
    await raise(services, trx, { ...tried, declined, decided, column: "slowed_until" });
    return { kind: "slowed" };
  }
  return { kind: (watch?.slowed_until?.getTime() ?? 0) > now ? "slowed" : "open" };
}

/**
 * Ends a merchant's pause and what is tighter, and counts anew from now; for the operator.
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

/** Of the latest tries that a bank has decided, how many it declined. */
async function latestTries(
  trx: Transaction<Schema>,
  merchantId: number,
  since: Date,
): Promise<{ declined: number; decided: number }> {
  const { rows } = await sql<{ declined: number; decided: number }>`
    select count(*)::int as decided, count(*) filter (where state = 'declined')::int as declined
    from (
      select a.state from payment_tries t join payment_attempts a on a.id = t.attempt_id
      where t.merchant_id = ${merchantId} and t.card_digest is not null and t.created_at > ${since}
        and (a.state in ('captured', 'authorised', 'refunded')
          or (a.state = 'declined' and (a.provider_code is null or a.provider_code <> all(${ownRefusalCodes}))))
      order by t.created_at desc limit ${declineWatch.tries}
    ) latest`.execute(trx);
  return rows[0] ?? { declined: 0, decided: 0 };
}

type High = Tried & {
  readonly declined: number;
  readonly decided: number;
  readonly column: "slowed_until" | "paused_until";
};

/** Writes down that the share is too high, unless that is written and not over. Told once, however many processes see it. */
async function raise(services: Ports, trx: Transaction<Schema>, high: High): Promise<void> {
  const { merchantId, orderId, declined, decided, column } = high;
  const isPause = column === "paused_until";
  const now = services.clock.now();
  const until = new Date(now + (isPause ? declineWatch.pausedMs : declineWatch.slowedMs));
  const { rows } = await sql`
    insert into card_watches as w (merchant_id, ${sql.ref(column)}, counted_from)
    values (${merchantId}, ${until}, ${isPause ? until : new Date(0)})
    on conflict (merchant_id) do update set ${sql.ref(column)} = ${until},
      counted_from = case when ${isPause} then excluded.counted_from else w.counted_from end
    where w.${sql.ref(column)} is null or w.${sql.ref(column)} <= ${new Date(now)}
    returning merchant_id`.execute(trx);
  if (rows.length === 0) return;
  await trx
    .insertInto("events")
    .values({
      merchant_id: merchantId,
      order_id: orderId,
      attempt_id: null,
      type: isPause ? "cards.paused" : "cards.slowed",
      data: JSON.stringify({ declined, decided, until: until.toISOString() }),
    })
    .execute();
  services.log.error(isPause ? "security.cards_paused" : "security.card_declines_high", {
    merchantId,
    declined,
    decided,
    until: until.toISOString(),
  });
}
