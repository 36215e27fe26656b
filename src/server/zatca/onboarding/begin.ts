/** Opens the way of a merchant's unit to a certificate, or finds the one that is open. No network. */
import type { Kysely, Transaction } from "kysely";
import { sellerFacts } from "#core/tax/tax-party.ts";
import { phase2States } from "#core/zatca/unit-state.ts";
import type { Schema } from "#db/schema.ts";
import { missingOfRow, sellerColumns, sellerPartyOf } from "../../parties/seller-party.ts";
import type { Sealing } from "../../secrets/sealing.ts";
import { certificateRequest, requestsFor, type ZatcaEnvironment } from "../csr.ts";
import { newUnitKey, readUnitKey } from "../unit-key.ts";
import { createUnit, type UnitId, unitPurpose } from "../unit-store.ts";
import { type Application, beginApplication, dropRenewal, findApplication } from "./application-store.ts";
import { OnboardingRefusal } from "./onboarding-refusal.ts";
import { type SubjectChoices, unitSubject } from "./unit-subject.ts";

type Trx = Transaction<Schema>;

/**
 * The application of a merchant's new unit. The same one however often it is asked for, until it ends; one that was
 * made for another VAT number is begun again.
 * @param startsAnew forgets what an application had got, with its key's request written again
 * @throws OnboardingRefusal when the merchant may have no new unit
 */
export async function beginOnboarding(
  trx: Trx,
  sealing: Sealing,
  {
    merchantId,
    environment,
    choices,
    startsAnew,
  }: {
    readonly merchantId: number;
    readonly environment: ZatcaEnvironment;
    readonly choices: SubjectChoices;
    readonly startsAnew: boolean;
  },
): Promise<Application> {
  await lockMerchant(trx, merchantId);
  const units = await trx
    .selectFrom("egs_units")
    .select(["id", "environment", "state"])
    .where("merchant_id", "=", merchantId)
    .where("state", "not in", ["closed", "retired"])
    .execute();
  refuseSecond(units, environment);
  const open = units.find(({ state }) => state === "new");
  const unit = open
    ? { merchantId, unitId: open.id }
    : await createUnit(trx, sealing, { merchantId, environment });
  const found = await findApplication(trx, sealing, unit);
  const { vatNumber } = await readSeller(trx, merchantId);
  if (found && !startsAnew && requestsFor(found.request, vatNumber)) return found;
  return await apply(trx, sealing, { unit, choices, hasNewKey: false });
}

type Unit = { readonly id: number; readonly environment: ZatcaEnvironment; readonly state: string };

function refuseSecond(units: readonly Unit[], environment: ZatcaEnvironment): void {
  const stamping = units.find(({ state }) => state === "active" || state === "stopped");
  if (stamping && (stamping.environment === "production" || stamping.environment === environment))
    throw new OnboardingRefusal(
      `There is a unit for ${stamping.environment} already, and it stamps. "zatca-renew" renews its certificate.`,
      "unit_exists",
    );
  const held = units.find(({ state }) => state === "held");
  if (held?.environment === "production" && environment !== "production")
    throw new OnboardingRefusal(
      "The unit that is held is of production: another one of production takes its place (--environment production).",
    );
  const open = units.find(({ state }) => state === "new");
  if (open && open.environment !== environment)
    throw new OnboardingRefusal(
      `A unit for ${open.environment} is being made. Finish it (--environment ${open.environment}), or give it up ("zatca-give-up") and begin again.`,
    );
}

/**
 * The application for the next certificate of a merchant's unit that stamps, with a new key.
 * @throws OnboardingRefusal when no unit stamps
 */
export async function beginRenewal(
  trx: Trx,
  sealing: Sealing,
  {
    merchantId,
    choices,
    startsAnew,
  }: { readonly merchantId: number; readonly choices: SubjectChoices; readonly startsAnew: boolean },
): Promise<Application> {
  await lockMerchant(trx, merchantId);
  const row = await trx
    .selectFrom("egs_units")
    .select(["id", "state"])
    .where("merchant_id", "=", merchantId)
    .where("state", "in", phase2States)
    .executeTakeFirst();
  if (row?.state === "held")
    throw new OnboardingRefusal(
      'The unit is held. "zatca-release" releases it, "zatca-onboard" puts another in its place; "zatca-status" says more.',
      "held",
    );
  if (!row)
    throw new OnboardingRefusal('No unit stamps for this merchant. "zatca-onboard" makes one.', "no_unit");
  const unit = { merchantId, unitId: row.id };
  const found = await findApplication(trx, sealing, unit);
  if (found && found.state !== "issued" && !startsAnew) return found;
  return await apply(trx, sealing, { unit, choices, hasNewKey: true });
}

/**
 * Drops what was begun for a merchant: the unit that is being made, so that another can be, or the renewal of the one that
 * stamps, which stays as it is.
 * @returns what was dropped; null when nothing is being made
 */
export async function giveUpOnboarding(trx: Trx, merchantId: number): Promise<"unit" | "renewal" | null> {
  await lockMerchant(trx, merchantId);
  const unit = await trx
    .updateTable("egs_units")
    .set({ state: "retired" })
    .where("merchant_id", "=", merchantId)
    .where("state", "=", "new")
    .executeTakeFirst();
  if (unit.numUpdatedRows > 0n) return "unit";
  return (await dropRenewal(trx, merchantId)) ? "renewal" : null;
}

/** One command at a time for a merchant's units; payments continue. */
async function lockMerchant(trx: Trx, merchantId: number): Promise<void> {
  await trx
    .selectFrom("merchants")
    .select("id")
    .where("id", "=", merchantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

async function apply(
  trx: Trx,
  sealing: Sealing,
  of: { readonly unit: UnitId; readonly choices: SubjectChoices; readonly hasNewKey: boolean },
): Promise<Application> {
  const row = await trx
    .selectFrom("egs_units")
    .select(["serial", "environment", "sealed_key"])
    .where("merchant_id", "=", of.unit.merchantId)
    .where("id", "=", of.unit.unitId)
    .executeTakeFirstOrThrow();
  const { seller, vatNumber } = await readSeller(trx, of.unit.merchantId);
  const key = of.hasNewKey
    ? newUnitKey()
    : sealing.open(row.sealed_key, unitPurpose("sealed_key", row.serial));
  const request = certificateRequest(readUnitKey(key), unitSubject({ ...row, seller, vatNumber, ...of }));
  await beginApplication(trx, sealing, { unit: of.unit, request, key });
  const begun = await findApplication(trx, sealing, of.unit);
  if (!begun) throw new Error(`unit ${of.unit.unitId} has no application`);
  return begun;
}

/**
 * Who sells, whole.
 * @throws OnboardingRefusal when the merchant has no VAT number or something is missing
 */
export async function readSeller(db: Kysely<Schema>, merchantId: number) {
  const { vat_number: vatNumber, ...row } = await db
    .selectFrom("merchants")
    .select(["vat_number", ...sellerColumns])
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  if (vatNumber === null)
    throw new OnboardingRefusal(
      "The merchant has no VAT number, so it issues no tax invoices (set-merchant --vat-number).",
      "no_vat_number",
    );
  const missing = missingOfRow({ ...row, vat_number: vatNumber });
  if (missing.length > 0)
    throw new OnboardingRefusal(
      `The merchant lacks ${sellerFacts.filter((fact) => missing.includes(fact)).join(", ")} (set-seller).`,
      "seller_incomplete",
    );
  return { seller: sellerPartyOf(row), vatNumber };
}
