/** What one payment adds to the sums of its merchant, as parts of statements about the attempt `a` of the order `o`. */
import { sql } from "kysely";
import { attemptStateFacts, attemptStates } from "#core/attempt-status.ts";
import type { Minor } from "#core/money.ts";

const states = attemptStates.filter(
  (state) => attemptStateFacts[state].settles || attemptStateFacts[state].tookMoney,
);

/** Whether the attempt `a` has paid its order, also where that was given back since. Surplus has not. */
export const isPayment = sql<boolean>`(a.settled_at is not null and a.state in (${sql.join(states)}))`;

/** What the attempt `a` has brought: its amount, or the other sum that arrived. */
export const takenAmount = sql<Minor>`coalesce(a.received_amount, a.amount)`;

/**
 * The part of the service fees of the order `o` that the payment `a` has paid: of one payment all of them. Of several each
 * pays what the payments until then come to, less what those before it paid, so that they sum to the fees of the order.
 */
export const feeOfPayment = sql<Minor>`(case
  when o.service_fees = 0 then 0
  when a.amount = o.total then o.service_fees
  else (
    select round(o.service_fees * (sum(p.amount)) / o.total)
      - round(o.service_fees * (sum(p.amount) - a.amount) / o.total)
    from payment_attempts p
    where p.merchant_id = a.merchant_id and p.order_id = a.order_id and p.settled_at is not null
      and (p.settled_at, p.id) <= (a.settled_at, a.id))
  end)::bigint`;
