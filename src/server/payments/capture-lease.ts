/**
 * Who may collect approved money. The job and every page that asks reach the same step, in several processes: one
 * statement lets one of them send it, as with refunds (docs/decisions/0023). Tabby recognises a collection by our
 * reference and Tamara refuses a second one, but we do not rely on that.
 */
import type { Outcome } from "#core/outcome.ts";
import * as timing from "#core/timing.ts";
import type { Services } from "../services.ts";
import type { AttemptRow } from "./attempt-store.ts";

/**
 * Takes the lease of one collection, immediately before it is sent.
 * @returns when it ends; null while another process's may be on its way, or when there is nothing left to collect
 */
export async function takeCaptureLease(
  services: Services,
  attempt: Pick<AttemptRow, "merchant_id" | "id">,
): Promise<Date | null> {
  const now = services.clock.now();
  const until = new Date(now + timing.captureLeaseMs);
  const { numUpdatedRows } = await services.db.kysely
    .updateTable("payment_attempts")
    .set({ capture_until: until })
    .where("merchant_id", "=", attempt.merchant_id)
    .where("id", "=", attempt.id)
    .where("state", "=", "authorised")
    .where((eb) => eb.or([eb("capture_until", "is", null), eb("capture_until", "<=", new Date(now))]))

    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n ? until : null;
}

/** Allows the next request to collect again, unless this one has no answer: then it may still be carried out. */
export async function endCaptureLease(
  services: Services,
  attempt: Pick<AttemptRow, "merchant_id" | "id">,
  { until, outcome }: { readonly until: Date; readonly outcome: Outcome },
): Promise<void> {
  if (outcome.kind === "unknown" || outcome.kind === "captured") return;
  await services.db.kysely
    .updateTable("payment_attempts")
    .set({ capture_until: null })
    .where("merchant_id", "=", attempt.merchant_id)
    .where("id", "=", attempt.id)
    .where("capture_until", "=", until)
    .execute();
}
