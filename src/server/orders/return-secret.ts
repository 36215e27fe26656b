/**
 * The secret that a merchant and we share, by which a shop knows that a buyer's way back was written by us
 * (docs/return-address.md). Made when it is first needed, kept sealed, and replaced by the merchant's own word: for a
 * day the earlier one signs beside its successor, so that a shop can change over without losing a buyer.
 */
import { randomBytes } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import * as timing from "#core/timing.ts";
import type { ColumnsOf } from "#db/columns.ts";
import type { Schema } from "#db/schema.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { Services } from "../services.ts";

type Db = Kysely<Schema> | Transaction<Schema>;
type Parts = Pick<Services, "sealing" | "clock">;

export type ReturnSecret = {
  /** `wrs_` and 43 characters; all of it, as text, is the key. */
  readonly secret: string;
  readonly since: Date;
};

/** The sealed secrets as an order is loaded with them. */
export type SealedReturnSecrets = ColumnsOf<
  "merchants",
  "id" | "sealed_return_secret" | "sealed_earlier_return_secret" | "return_secret_since",
  "merchant_"
>;

/** Makes a merchant's secret unless there is one. */
export async function ensureReturnSecret(parts: Parts, db: Db, merchantId: number): Promise<void> {
  await db
    .updateTable("merchants")
    .set({
      sealed_return_secret: newSecret(parts.sealing, merchantId),
      return_secret_since: new Date(parts.clock.now()),
    })
    .where("id", "=", merchantId)
    .where("sealed_return_secret", "is", null)
    .execute();
}

/** A merchant's secret; made when there was none. */
export async function readReturnSecret(parts: Parts, db: Db, merchantId: number): Promise<ReturnSecret> {
  await ensureReturnSecret(parts, db, merchantId);
  const row = await db
    .selectFrom("merchants")
    .select(["sealed_return_secret", "return_secret_since"])
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  if (row.sealed_return_secret === null || row.return_secret_since === null)
    throw new Error(`merchant ${merchantId} has no return secret`);
  return {
    secret: parts.sealing.open(row.sealed_return_secret, purposeOf(merchantId)),
    since: row.return_secret_since,
  };
}

/**
 * Replaces a merchant's secret.
 * @param replaces since when the secret that is to go has been in force; another one is left as it is, so that the
 *   same request sent twice replaces once
 * @returns the secret that is in force now
 */
export async function replaceReturnSecret(
  parts: Parts,
  db: Db,
  { merchantId, replaces }: { readonly merchantId: number; readonly replaces: Date },
): Promise<ReturnSecret> {
  await db
    .updateTable("merchants")
    .set((eb) => ({
      sealed_return_secret: newSecret(parts.sealing, merchantId),
      sealed_earlier_return_secret: eb.ref("sealed_return_secret"),
      return_secret_since: new Date(parts.clock.now()),
    }))
    .where("id", "=", merchantId)
    .where("return_secret_since", "=", replaces)
    .execute();
  return await readReturnSecret(parts, db, merchantId);
}

/** The secrets that sign now, the newest first; none when the merchant has none, or they were sealed by another key. */
export function returnSecretsOf(
  { sealing, now }: { readonly sealing: Sealing; readonly now: number },
  row: SealedReturnSecrets,
): string[] {
  const since = row.merchant_return_secret_since?.getTime() ?? 0;
  const earlier =
    now < since + timing.returnSecretOverlapMs ? row.merchant_sealed_earlier_return_secret : null;
  try {
    return [row.merchant_sealed_return_secret, earlier]
      .filter((sealed) => sealed !== null)
      .map((sealed) => sealing.open(sealed, purposeOf(row.merchant_id)));
  } catch {
    // The buyer comes back to the shop all the same; a shop does not believe an address without a signature.
    return [];
  }
}

function newSecret(sealing: Sealing, merchantId: number): Buffer {
  return sealing.seal(`wrs_${randomBytes(32).toString("base64url")}`, purposeOf(merchantId));
}

function purposeOf(merchantId: number): string {
  return `return-secret:${merchantId}`;
}
