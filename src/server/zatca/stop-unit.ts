/** Stopping a unit: it stamps on, and what it stamps waits. One that another has replaced ends. */
import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import { insertStopEvent, type StopReason } from "./submission-events.ts";
import type { ClaimedDocument } from "./submission-store.ts";
import { moveUnit } from "./unit-store.ts";

/**
 * Stops the unit with which a document was sent, and tells of it. Nothing where it does not send any more, or was given
 * another certificate meanwhile: then the answer was about the one before. Nor where a closed unit has many rejected: nothing
 * new comes to it.
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
  const next = now.state === "closed" ? "retired" : "stopped";
  const isStopped = now.state === "active" || (now.state === "closed" && reason === "certificate_refused");
  if (!isStopped || !now.sealed_credentials?.equals(unit.sealedCredentials)) return;
  await moveUnit(trx, { merchantId, unitId }, next);
  await insertStopEvent(services, trx, { merchantId, unitId, ...unit }, reason);
}
