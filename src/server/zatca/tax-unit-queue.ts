/**
 * The job that sends for a unit: one row while something is to be sent, so that one process sends, in the order of the
 * chain. Who stamps adds it while it holds the unit; who sends takes it away while it holds the unit and nothing is left.
 */
import { sql, type Transaction } from "kysely";
import type { JobKind } from "#core/job-kinds.ts";
import { sendingStates } from "#core/zatca/unit-state.ts";
import type { Schema } from "#db/schema.ts";
import type { Job } from "../queue/job-store.ts";
import type { UnitId } from "./unit-store.ts";

type Trx = Transaction<Schema>;

/** Kind of the job; its lane is this, a colon and the unit. */
export const taxUnitKind = "tax_unit" as const satisfies JobKind;

/** What ends at the authority: it is not sent again. */
export const openSubmission = sql<boolean>`s.state not in ('accepted', 'rejected')`;

/** The row of `jobs` that sends for a unit, as values of an insert. */
export function taxUnitJob({ merchantId, unitId }: UnitId, at: Date) {
  return {
    merchant_id: merchantId,
    kind: taxUnitKind,
    lane: `${taxUnitKind}:${unitId}`,
    payload: JSON.stringify({ unitId }),
    run_at: at,
    created_at: at,
  };
}

/**
 * Gives every unit that sends and has something to send its job: after a unit was started again, and for what was
 * left by whatever went wrong.
 */
export async function queueWaitingUnits(trx: Trx, now: Date): Promise<void> {
  const units = await trx
    .selectFrom("tax_submissions as s")
    .innerJoin("egs_units as u", (join) =>
      join.onRef("u.merchant_id", "=", "s.merchant_id").onRef("u.id", "=", "s.unit_id"),
    )
    .select(["s.merchant_id", "s.unit_id"])
    .distinct()
    .where(openSubmission)
    .where("u.state", "in", sendingStates)
    .where(sql<boolean>`not exists (select from jobs j where j.merchant_id = s.merchant_id
      and j.kind = ${taxUnitKind} and j.lane = ${`${taxUnitKind}:`} || s.unit_id)`)
    .execute();
  for (const { merchant_id: merchantId, unit_id: unitId } of units)
    await trx
      .insertInto("jobs")
      .values(taxUnitJob({ merchantId, unitId }, now))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Has a unit send now, whatever its pause; nothing where it is sending or has nothing to send. */
export async function hurryTaxUnit(trx: Trx, { merchantId, unitId }: UnitId, now: Date): Promise<void> {
  await trx
    .updateTable("jobs")
    .set({ run_at: now })
    .where("merchant_id", "=", merchantId)
    .where("kind", "=", taxUnitKind)
    .where("lane", "=", `${taxUnitKind}:${unitId}`)
    .where("lease", "is", null)
    .execute();
}

/**
 * Ends a unit's job when nothing is left that it could send.
 * @returns false when something has come meanwhile
 */
export async function endIdleJob(trx: Trx, { merchantId, unitId }: UnitId, job: Job): Promise<boolean> {
  const unit = await trx
    .selectFrom("egs_units")
    .select("state")
    .where("merchant_id", "=", merchantId)
    .where("id", "=", unitId)
    .forUpdate()
    .executeTakeFirst();
  const left = await trx
    .selectFrom("tax_submissions as s")
    .select("s.document_id")
    .where("s.merchant_id", "=", merchantId)
    .where("s.unit_id", "=", unitId)
    .where(openSubmission)
    .limit(1)
    .executeTakeFirst();
  if (left && sendingStates.some((state) => state === unit?.state)) return false;
  await trx
    .deleteFrom("jobs")
    .where("merchant_id", "=", merchantId)
    .where("id", "=", job.id)
    .where("lease", "=", job.lease)
    .execute();
  return true;
}
