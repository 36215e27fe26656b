/**
 * Merchants and their API keys. A key is shown once, when it is made; afterwards only its SHA-256 hash exists. Keys
 * have 256 random bits, so a fast hash is enough: there is nothing to guess.
 */
import { createHash, randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.ts";
import type { EnvironmentName } from "../config.ts";

export type MerchantToCreate = {
  /** Lower case letters, digits and hyphens, 2 to 40 characters; unique. */
  readonly username: string;
  readonly shopName: string;
  readonly email: string;
  readonly phone: string;
  readonly vatNumber?: string | null;
  /** Hosts that callbackUrl and cancelUrl may point at (decision K2). */
  readonly redirectHosts?: readonly string[];
  readonly frameOrigins?: readonly string[];
  /** 0 to 5000 (decision M4). */
  readonly commissionRateBps?: number;
};

/** Makes a merchant. The database refuses a username that is taken and values out of range. */
export async function createMerchant(
  db: Kysely<Schema>,
  merchant: MerchantToCreate,
): Promise<{ id: number }> {
  return await db
    .insertInto("merchants")
    .values({
      username: merchant.username,
      shop_name: merchant.shopName,
      email: merchant.email,
      phone: merchant.phone,
      vat_number: merchant.vatNumber ?? null,
      redirect_hosts: [...(merchant.redirectHosts ?? [])],
      frame_origins: [...(merchant.frameOrigins ?? [])],
      commission_rate_bps: merchant.commissionRateBps ?? 0,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** How every key of an environment begins; a key of one never opens another, not even on a copy of its database. */
export function apiKeyPrefix(environment: EnvironmentName): string {
  return `wasl_${environment}_`;
}

/**
 * Makes a key for a merchant.
 * @param name what the merchant calls it
 * @returns the key, `wasl_<environment>_` and 43 characters; this is the only time that it can be read
 */
export async function createApiKey(
  db: Kysely<Schema>,
  key: { readonly merchantId: number; readonly name: string; readonly environment: EnvironmentName },
): Promise<string> {
  const prefix = apiKeyPrefix(key.environment);
  const text = prefix + randomBytes(32).toString("base64url");
  await db
    .insertInto("api_keys")
    .values({
      merchant_id: key.merchantId,
      name: key.name,
      prefix: text.slice(0, prefix.length + 6),
      key_hash: hashApiKey(text),
    })
    .execute();
  return text;
}

/**
 * Revokes a key at once.
 * @returns whether the merchant had such a key in force
 */
export async function revokeApiKey(
  db: Kysely<Schema>,
  key: { readonly merchantId: number; readonly prefix: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("api_keys")
    .set({ revoked_at: sql<Date>`now()` })
    .where("merchant_id", "=", key.merchantId)
    .where("prefix", "=", key.prefix)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What the database keeps of a key. */
export function hashApiKey(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
