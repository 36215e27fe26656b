/** Where an attempt of an unpaid order may be, from the tables of `core`: a state that is added comes by itself. */
import type { Pool } from "pg";
import {
  type AttemptState,
  type AttemptStep,
  attemptStates,
  attemptSteps,
  factsOf,
} from "#core/attempt-status.ts";

export type Standing = { readonly state: AttemptState; readonly step: AttemptStep };

/** Each with its facts. What settles has paid its order, and what was given back had done so. */
export const standingsOfUnpaid = attemptStates
  .flatMap((state) => attemptSteps.map((step) => ({ state, step, ...factsOf({ state, step }) })))
  .filter(({ settles, tookMoney, isOwed }) => !settles && (!tookMoney || isOwed));

let lastId = 0;

/**
 * Gives an order an attempt there, as if it had come there.
 * @returns the attempt's id
 */
export async function insertAttemptAt(
  pool: Pool,
  orderNumber: string,
  { state, step }: Standing,
): Promise<string> {
  lastId += 1;
  const id = `standing${String(lastId).padStart(4, "0")}`;
  await pool.query(
    `insert into payment_attempts (id, order_id, method, provider, state, step, amount, currency, return_token)
      select $2, id, 'card', 'mpgs-cards', $3, $4, total, currency, $2 from orders where order_number = $1`,
    [orderNumber, id, state, step],
  );
  return id;
}
