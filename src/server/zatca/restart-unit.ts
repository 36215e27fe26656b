/** Sending again what waits, by the operator's word. */
import type { Transaction } from "kysely";
import { phase2States } from "#core/zatca/unit-state.ts";
import type { Schema } from "#db/schema.ts";
import { hurryTaxUnit, queueWaitingUnits } from "./tax-unit-queue.ts";
import { moveUnit } from "./unit-store.ts";

/**
 * Has a merchant's unit send now; one that was stopped becomes active again, one that is held stays so.
 * @returns what the unit was; null when the merchant is not in phase 2
 */
export async function restartUnit(
  trx: Transaction<Schema>,
  merchantId: number,
  now: Date,
): Promise<"active" | "stopped" | "held" | null> {
  const unit = await trx
    .selectFrom("egs_units")
    .select(["id", "state"])
    .where("merchant_id", "=", merchantId)
    .where("state", "in", phase2States)
    .forUpdate()
    .executeTakeFirst();
  if (!unit) return null;
  if (unit.state === "held") return "held";
  const id = { merchantId, unitId: unit.id };
  const isStopped = unit.state === "stopped";
  if (isStopped) await moveUnit(trx, id, "active");
  await queueWaitingUnits(trx, now);
  await hurryTaxUnit(trx, id, now);
  return isStopped ? "stopped" : "active";
}
