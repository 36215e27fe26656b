/** A merchant's versions of its terms of sale, and the one that is meant where none is stated (docs/decisions/0133). */
import { type Kysely, sql, type Transaction } from "kysely";
import type { Agreement } from "#contract/agreements.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import type { Terms } from "../orders/order-to-issue.ts";
import { termsOf } from "../orders/terms.ts";
import type { ApiMerchant } from "./api-merchant.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

/** Of PostgreSQL's integer. */
export const highestVersion = 2_147_483_647;

/** A merchant's versions, with how often each was accepted; counted from one index, which has accepted ones alone. */
export function selectAgreements(db: Db, merchantId: number) {
  return db
    .selectFrom("agreements as a")
    .innerJoin("merchants as m", "m.id", "a.merchant_id")
    .select(["a.version", "a.version as id", "a.title as agreement_title", "a.body as agreement_body"])
    .select([
      "a.title_en as agreement_title_en",
      "a.body_en as agreement_body_en",
      "a.sha256",
      "a.created_at",
    ])
    .select(sql<boolean>`a.version is not distinct from m.standard_agreement`.as("is_standard"))
    .select((eb) =>
      eb
        .selectFrom("orders as o")
        .select(sql<number>`count(*)`.as("accepted"))
        .whereRef("o.merchant_id", "=", "a.merchant_id")
        .whereRef("o.agreement_id", "=", "a.id")
        .where("o.agreement_accepted_at", "is not", null)
        .as("accepted"),
    )
    .where("a.merchant_id", "=", merchantId);
}

type AgreementRow = Awaited<ReturnType<ReturnType<typeof selectAgreements>["executeTakeFirstOrThrow"]>>;

/**
 * One version.
 * @throws Problem `not_found`
 */
export async function findAgreement(db: Db, merchantId: number, version: number): Promise<Agreement> {
  if (version > highestVersion) throw new Problem("not_found");
  const row = await selectAgreements(db, merchantId).where("a.version", "=", version).executeTakeFirst();
  if (!row) throw new Problem("not_found");
  return toAgreement(row);
}

/** The model of a version's row. */
export function toAgreement(row: AgreementRow): Agreement {
  const terms = termsOf(row);
  if (terms === null) throw new Error("a version without texts");
  return {
    version: row.version,
    ...terms,
    sha256: row.sha256,
    createdAt: row.created_at.toISOString(),
    isStandard: row.is_standard,
    acceptedInvoices: row.accepted ?? 0,
  };
}

/**
 * Chooses the version of what states no terms from now on; what was issued keeps its own.
 * @param version null: none
 * @throws Problem `not_found`
 */
export async function setStandardAgreement(
  trx: Transaction<Schema>,
  merchantId: number,
  version: number | null,
): Promise<void> {
  if (version !== null && !(await findVersion(trx, merchantId, version))) throw new Problem("not_found");
  await trx
    .updateTable("merchants")
    .set({ standard_agreement: version })
    .where("id", "=", merchantId)
    .execute();
}

/** The terms of a merchant that are meant where none are stated, or null. */
export async function standardTerms(
  db: Db,
  { id, standardAgreement }: Pick<ApiMerchant, "id" | "standardAgreement">,
): Promise<Terms | null> {
  if (standardAgreement === null) return null;
  const row = await findVersion(db, id, standardAgreement);
  return row ? termsOf(row) : null;
}

async function findVersion(db: Db, merchantId: number, version: number) {
  if (version < 1 || version > highestVersion) return undefined;
  return await db
    .selectFrom("agreements")
    .select(["title as agreement_title", "body as agreement_body"])
    .select(["title_en as agreement_title_en", "body_en as agreement_body_en"])
    .where("merchant_id", "=", merchantId)
    .where("version", "=", version)
    .executeTakeFirst();
}
