/**
 * Who may send a refund. A refund is sent by the holder of its lease only: the merchant's call and the
 * job take the same one. The lease is longer than any of its calls, and the statement that allows the call that moves
 * money compares it again. Each is one statement, so two processes cannot both get it.
 */
import { type RawBuilder, sql } from "kysely";
import { openRefundStates } from "#core/refund-status.ts";
import * as timing from "#core/timing.ts";
import type { Services } from "../services.ts";
import { type AccountLane, joinAccount } from "./account-lanes.ts";
import type { RefundRow } from "./book-refund.ts";

/** A refund whose lease is ours, as it was when we took it. */
export type LeasedRefund = RefundRow & { readonly lease_token: string };

/** Takes the lease of one refund; null when another process holds it, or the refund has ended. */
export async function takeRefundLease(
  services: Services,
  refund: Pick<RefundRow, "merchant_id" | "id">,
): Promise<LeasedRefund | null> {
  return await lease(services, sql<boolean>`merchant_id = ${refund.merchant_id} and id = ${refund.id}`);
}

/** Takes the lease of the refund that has been due for longest through an account; null when none is due. */
export async function takeDueRefund(services: Services, account: AccountLane): Promise<LeasedRefund | null> {
  const now = new Date(services.clock.now());
  return await lease(
    services,
    sql<boolean>`(merchant_id, id) = (select r.merchant_id, r.id
      from refunds r join payment_attempts a on a.merchant_id = r.merchant_id and a.id = r.attempt_id ${joinAccount}
      where r.next_check_at <= ${now} and a.provider = ${account.provider}
        and own.merchant_id is not distinct from ${account.owner}
        and (r.lease_until is null or r.lease_until <= ${now})
      order by r.next_check_at limit 1 for update of r skip locked)`,
  );
}

/** If its holder crashes, the refund is due again when the lease expires. */
async function lease(services: Services, wanted: RawBuilder<boolean>): Promise<LeasedRefund | null> {
  const now = services.clock.now();
  const until = new Date(now + timing.refundLeaseMs);
  const token = services.ids.token(12);
  const row = await services.db.kysely
    .updateTable("refunds")
    .set({ lease_token: token, lease_until: until, next_check_at: until })
    .where(wanted)
    .where("state", "in", openRefundStates)
    .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<=", new Date(now))]))
    .returningAll()
    .executeTakeFirst();
  return row ? { ...row, lease_token: token } : null;
}

/**
 * Renews the lease for the call that moves money, and writes down that it is made. Where the provider does not
 * recognise a refund that is sent twice, one that it was sent and did not answer keeps every other back for a while.
 * @returns false when nothing may be sent: the lease is another process's, the refund has ended, or it is too early
 */
export async function mayBeSent(
  services: Services,
  refund: LeasedRefund,
  isRepeatable: boolean,
): Promise<boolean> {
  const now = services.clock.now();
  const until = new Date(now + timing.refundLeaseMs);
  const { numUpdatedRows } = await services.db.kysely
    .updateTable("refunds")
    .set({ lease_until: until, next_check_at: until, sent_at: new Date(now) })
    .where("merchant_id", "=", refund.merchant_id)
    .where("id", "=", refund.id)
    .where("lease_token", "=", refund.lease_token)
    .where("state", "in", openRefundStates)
    .$if(!isRepeatable, (query) =>
      query.where((eb) =>
        eb.or([eb("sent_at", "is", null), eb("sent_at", "<=", new Date(now - timing.refundResendAfterMs))]),
      ),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
