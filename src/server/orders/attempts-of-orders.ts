/** What its attempts say of an order, for statements about many orders: the facts of `core`, as SQL. */
import { type RawBuilder, sql } from "kysely";
import {
  type AttemptStateFacts,
  attemptStates,
  attemptSteps,
  blocksOthers,
  factsOf,
} from "#core/attempt-status.ts";

/** Whether an order `o` has an attempt whose facts are these, where it is now. */
function hasAttempt(isMeant: (facts: AttemptStateFacts) => boolean): RawBuilder<boolean> {
  const meant = attemptStates.flatMap((state) =>
    attemptSteps.filter((step) => isMeant(factsOf({ state, step }))).map((step) => `('${state}', '${step}')`),
  );
  return sql<boolean>`exists (select from payment_attempts a where a.merchant_id = o.merchant_id
    and a.order_id = o.id and (a.state, a.step) in (${sql.raw(meant.join(", "))}))`;
}

/** A payment of the order `o` is under way, in doubt or there: until that has ended, it does not end unpaid. */
export const isBeingPaid = hasAttempt(({ blocksStart }) => blocksStart);

/** The order `o` takes no other payment: one is under way or in doubt, or money is owed to its buyer. */
export const takesNoPayment = hasAttempt(blocksOthers);
