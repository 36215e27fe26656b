/** What the events of a quote say of it (docs/decisions/0197): written by the statement that makes or ends it, last in it. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { QuoteState } from "#core/quote-state.ts";
import type { Schema } from "#db/schema.ts";
import { today } from "../reconciliation/riyadh-day.ts";
import type { Services } from "../services.ts";

const eventOfState = {
  open: "quote.created",
  accepted: "quote.accepted",
  declined: "quote.declined",
  withdrawn: "quote.withdrawn",
  expired: "quote.expired",
} as const satisfies Readonly<Record<QuoteState, string>>;

/**
 * Writes the event of quotes that a part of the statement gives as `q`, with all their columns. No buyer's name or address is in it.
 * @param part the statement's part
 * @param state what they are from now on
 */
export function insertQuoteEvents(part: string, state: QuoteState): RawBuilder<unknown> {
  return sql`insert into events (merchant_id, order_id, type, data)
    select q.merchant_id, q.order_id, ${eventOfState[state]}, jsonb_build_object('quoteNumber', q.quote_number,
      'number', 'Q-' || lpad(q.sequence::text, greatest(6, length(q.sequence::text)), '0'), 'state', ${state}::text,
      'currency', q.currency, 'total', q.total, 'validUntil', q.valid_until::text, 'decidedBy', q.decided_by)
    from ${sql.ref(part)} q`;
}

const batchSize = 100;

/**
 * Tells of up to a hundred quotes whose last day is over, once each; for a job. Several processes may do this at once.
 * @returns how many
 */
export async function expireQuotes({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  return await expireBefore(db.kysely, today(clock.now()), new Date(clock.now()));
}

async function expireBefore(db: Kysely<Schema>, day: string, now: Date): Promise<number> {
  const { rows } = await sql`
    with due as (
      select merchant_id, id from quotes
      where state = 'open' and expired_at is null and valid_until < ${day}::date
      order by valid_until limit ${batchSize} for update skip locked
    ), over as (
      update quotes q set expired_at = ${now} from due where q.merchant_id = due.merchant_id and q.id = due.id
      returning q.*
    )
    ${insertQuoteEvents("over", "expired")}
    returning id`.execute(db);
  return rows.length;
}
