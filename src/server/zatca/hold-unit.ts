/**
 * Holding stamping units (decision 0110). A unit whose database was restored may have stamped more than that database knows,
 * and would give a counter twice. Held, it neither stamps nor sends; the tax documents of its merchant take no numbers and
 * wait; payments continue. It is released by the word of an operator, or another unit takes its place.
 */
import { CompiledQuery, type Transaction } from "kysely";
import { stampingStates } from "#core/zatca/unit-state.ts";
import { literals } from "#db/literals.ts";
import type { Schema } from "#db/schema.ts";
import { hurryOwedNotesOf } from "../documents/owed-notes.ts";
import { requestsFor, type ZatcaEnvironment } from "./csr.ts";
import { OnboardingRefusal } from "./onboarding/onboarding-refusal.ts";
import { hurryTaxUnit, queueWaitingUnits } from "./tax-unit-queue.ts";
import { moveUnit, type UnitId } from "./unit-store.ts";

type Trx = Transaction<Schema>;

export type HeldUnit = {
  readonly merchantId: number;
  readonly serial: string;
  readonly environment: ZatcaEnvironment;
};

/** Each with its event, by one statement; `$1` is the merchant or null for all, `$2` the reason. */
const holdSql = `
with held as (
  update egs_units set state = 'held'
  where state in (${literals(stampingStates)}) and ($1::bigint is null or merchant_id = $1)
  returning merchant_id, serial, environment
), told as (
  insert into events (merchant_id, order_id, type, data)
  select merchant_id, null, 'tax_unit.held',
    jsonb_build_object('serial', serial, 'environment', environment, 'reason', $2::text) from held
)
select merchant_id as "merchantId", serial, environment from held order by 1`;

/**
 * What a restore does: holds every unit that stamps, and gives up those that were being made, whose certificate may have
 * come, and been used, since the backup.
 * @param client in the transaction that brings the rows, or before any server is started
 * @returns those that are held
 */
export async function holdRestoredUnits(client: {
  readonly query: (text: string, values?: unknown[]) => Promise<{ readonly rows: unknown[] }>;
}): Promise<readonly HeldUnit[]> {
  await client.query("update egs_units set state = 'retired' where state = 'new'");
  const { rows } = await client.query(holdSql, [null, "restored"]);
  return rows as HeldUnit[];
}

/**
 * Holds a merchant's unit by the operator's word.
 * @returns null when it has none that stamps
 */
export async function holdUnit(trx: Trx, merchantId: number): Promise<HeldUnit | null> {
  const { rows } = await trx.executeQuery<HeldUnit>(CompiledQuery.raw(holdSql, [merchantId, "by_operator"]));
  return rows[0] ?? null;
}

/** A held unit, with the end of its chain as this database knows it. */
export type HeldChain = UnitId & {
  readonly serial: string;
  readonly environment: ZatcaEnvironment;
  /** Documents in it. */
  readonly stamped: number;
  readonly last: { readonly number: string; readonly issuedAt: Date } | null;
};

/** The held unit of a merchant, locked; null when it has none. */
export async function findHeldUnit(trx: Trx, merchantId: number): Promise<HeldChain | null> {
  const unit = await trx
    .selectFrom("egs_units")
    .select(["id", "serial", "environment", "icv"])
    .where("merchant_id", "=", merchantId)
    .where("state", "=", "held")
    .forUpdate()
    .executeTakeFirst();
  if (!unit) return null;
  const last = await trx
    .selectFrom("tax_envelopes as e")
    .innerJoin("tax_documents as d", (join) =>
      join.onRef("d.merchant_id", "=", "e.merchant_id").onRef("d.id", "=", "e.document_id"),
    )
    .select(["d.number", "d.issued_at as issuedAt"])
    .where("e.merchant_id", "=", merchantId)
    .where("e.unit_id", "=", unit.id)
    .where("e.icv", "=", unit.icv)
    .executeTakeFirst();
  const { id: unitId, icv: stamped, serial, environment } = unit;
  return { merchantId, unitId, serial, environment, stamped, last: last ?? null };
}

/**
 * Lets a held unit continue with its chain: nothing was stamped with it that this database does not know. What waits is issued
 * and sent at once.
 * @throws OnboardingRefusal while another unit is being made in its place, and when the merchant has another VAT number now
 */
export async function releaseUnit(trx: Trx, unit: UnitId, now: Date): Promise<void> {
  const next = await trx
    .selectFrom("egs_units")
    .select("id")
    .where("merchant_id", "=", unit.merchantId)
    .where("state", "=", "new")
    .executeTakeFirst();
  if (next)
    throw new OnboardingRefusal(
      'Another unit is being made in its place. Finish it, or give it up ("zatca-give-up") and release this one then.',
    );
  await refuseOtherNumber(trx, unit);
  await moveUnit(trx, unit, "active");
  await queueWaitingUnits(trx, now);
  await hurryTaxUnit(trx, unit, now);
  await hurryOwedNotesOf(trx, unit.merchantId, now);
}

/** The authority rejects what is stamped with the certificate of another number. */
async function refuseOtherNumber(trx: Trx, { merchantId, unitId }: UnitId): Promise<void> {
  const found = await trx
    .selectFrom("egs_applications as a")
    .innerJoin("merchants as m", "m.id", "a.merchant_id")
    .select(["a.request", "m.vat_number"])
    .where("a.merchant_id", "=", merchantId)
    .where("a.unit_id", "=", unitId)
    .executeTakeFirst();
  if (found && !requestsFor(found.request, found.vat_number ?? "none"))
    throw new OnboardingRefusal(
      `The merchant's VAT number is ${found.vat_number ?? "gone"}, and the unit's certificate is of another one: "zatca-onboard" makes a unit for it.`,
    );
}

/** Closes the held unit of a merchant, as another one takes its place; what it had stamped is sent with it. */
export async function closeHeldUnit(trx: Trx, merchantId: number, now: Date): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("egs_units")
    .set({ state: "closed" })
    .where("merchant_id", "=", merchantId)
    .where("state", "=", "held")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await queueWaitingUnits(trx, now);
  await hurryOwedNotesOf(trx, merchantId, now);
}
