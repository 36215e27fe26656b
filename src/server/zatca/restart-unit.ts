/** Sending again what waits, by the operator's word. */
import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.ts";
import { hurryTaxUnit, queueWaitingUnits } from "./tax-unit-queue.ts";
import { moveUnit } from "./unit-store.ts";

/**
 * Has a merchant's unit send now; one that was stopped becomes active again.
 * @returns what the unit was; null when the merchant has none that stamps
 */
export async function restartUnit(
  trx: Transaction<Schema>,
  merchantId: number,
  now: Date,
): Promise<"active" | "stopped" | null> {
  const unit = await trx
    .selectFrom("egs_units")
    .select(["id", "state"])
    .where("merchant_id", "=", merchantId)
    .where("state", "in", ["active", "stopped"])
    .forUpdate()
    .executeTakeFirst();
  if (!unit) return null;
  const id = { merchantId, unitId: unit.id };
  const isStopped = unit.state === "stopped";
  if (isStopped) await moveUnit(trx, id, "active");
  await queueWaitingUnits(trx, now);
  await hurryTaxUnit(trx, id, now);
  return isStopped ? "stopped" : "active";
}
