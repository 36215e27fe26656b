/** Which payments are on their way back: the shop gives none of these back beside that. */
import { sql } from "kysely";
import { openRefundStates } from "#core/refund-status.ts";
import { literals } from "#db/literals.ts";

/** Whether money of the attempt `a` is on its way back by its provider, or surplus that is about to be. */
export const isGoingBack = sql<boolean>`(
  (a.state = 'surplus' and a.next_check_at is not null)
  or exists (select from refunds r where r.merchant_id = a.merchant_id and r.attempt_id = a.id
    and r.state in (${sql.raw(literals(openRefundStates))})))`;
