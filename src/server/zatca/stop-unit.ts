/** Stopping a unit: it stamps on, and what it stamps waits. */
import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import type { ClaimedDocument } from "./submission-store.ts";
import { type StopReason, tellOfStop } from "./tell-of-submission.ts";
import { moveUnit } from "./unit-store.ts";

/**
 * Stops the unit with which a document was sent, and tells of it. Nothing where it is not active any more, or was
 * given another certificate meanwhile: then the answer was about the one before.
 */
export async function stopUnit(
  services: Pick<Services, "log">,
  trx: Transaction<Schema>,
  { merchantId, unitId, unit }: ClaimedDocument,
  reason: StopReason,
): Promise<void> {
  const now = await trx
    .selectFrom("egs_units")
    .select(["state", "sealed_credentials"])
    .where("merchant_id", "=", merchantId)
    .where("id", "=", unitId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (now.state !== "active" || !now.sealed_credentials?.equals(unit.sealedCredentials)) return;
  await moveUnit(trx, { merchantId, unitId }, "stopped");
  await tellOfStop(services, trx, { merchantId, unitId, ...unit }, reason);
}
