/** What happens to an approval that was found too late to be taken: its provider still has it, and is asked to cancel it. */
import { factsOf } from "#core/attempt-status.ts";
import { runInTransaction } from "#db/open.ts";
import { lockOrderOf } from "../orders/order-moves.ts";
import type { Services } from "../services.ts";
import { type AttemptRow, findAttempt, moveAttempt } from "./attempt-store.ts";

/**
 * Takes an attempt out of the way, under its order's lock, so that no fence can be passed any more; the job asks for `cancel` then, as of every
 * attempt that was superseded, until the provider has answered. One that has moved on meanwhile stays as it is.
 */
export async function giveUpApproval(services: Services, attemptId: string): Promise<AttemptRow> {
  const now = new Date(services.clock.now());
  return await runInTransaction(services.db.kysely, async (trx) => {
    const order = await lockOrderOf(trx, attemptId);
    const attempt = await findAttempt(trx, attemptId, { lock: true });
    if (!attempt) throw new Error(`no attempt ${attemptId}`);
    if (!factsOf(attempt).maySupersede) return attempt;
    const set = { next_check_at: now, check_count: 0 };
    const move = { to: "superseded", cause: "approved_too_late", set } as const;
    return (await moveAttempt(trx, attempt, order.merchant_id, move)) ?? attempt;
  });
}
