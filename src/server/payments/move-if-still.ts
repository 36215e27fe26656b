/** Moves of an attempt that are right only as long as it is where it was seen: it may have moved on meanwhile. */
import { runInTransaction } from "#db/open.ts";
import { lockOrderOf } from "../orders/order-moves.ts";
import type { Services } from "../services.ts";
import { type AttemptRow, findAttempt, moveAttempt } from "./attempt-store.ts";

/**
 * Moves it under its order's lock, so that no fence can be passed at the same moment; one of which the condition does not
 * hold any more stays as it is.
 * @returns the attempt as it is afterwards
 */
export async function moveIfStill(
  services: Pick<Services, "db">,
  attemptId: string,
  isStill: (attempt: AttemptRow) => boolean,
  move: Parameters<typeof moveAttempt>[3],
): Promise<AttemptRow> {
  return await runInTransaction(services.db.kysely, async (trx) => {
    const order = await lockOrderOf(trx, attemptId);
    const attempt = await findAttempt(trx, attemptId, { lock: true });
    if (!attempt) throw new Error(`no attempt ${attemptId}`);
    if (!isStill(attempt)) return attempt;
    return (await moveAttempt(trx, attempt, order.merchant_id, move)) ?? attempt;
  });
}
