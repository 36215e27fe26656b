/**
 * Merchants and their API keys. A key is shown once, when it is made; afterwards only its SHA-256 hash exists. Keys
 * have 256 random bits, so a fast hash is enough: there is nothing to guess.
 */
import { createHash, randomBytes } from "node:crypto";
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { type ApiKeyScope, apiKeyScopes } from "#core/api-key-scopes.ts";
import type { Schema } from "#db/schema.ts";
import type { SellerRow } from "../parties/seller-party.ts";
import type { EnvironmentName } from "../settings/variables.ts";
import { environmentOf } from "../settings/world.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

export type MerchantToCreate = {
  /** Lower case letters, digits and hyphens, 2 to 40 characters; unique. */
  readonly username: string;
  readonly shopName: string;
  readonly email: string;
  readonly phone: string;
  readonly vatNumber?: string | null;
  /** As tax invoices name it; nothing of it when left out. */
  readonly seller?: Partial<SellerRow> | null;
  /** Hosts that callbackUrl and cancelUrl may point at (decision K2). */
  readonly redirectHosts?: readonly string[];
  readonly frameOrigins?: readonly string[];
  /** 0 to 5000 (decision M4). */
  readonly commissionRateBps?: number;
  /** When it may sell; null: once the operator approves it (docs/decisions/0140). Now when left out. */
  readonly approvedAt?: Date | null;
  /** The person who opens it, and which of their openings it is; an operator makes it when left out. */
  readonly opening?: { readonly personId: number; readonly key: string };
};

/** Makes a merchant. The database refuses a username that is taken and values out of range. */
export async function createMerchant(db: Db, merchant: MerchantToCreate): Promise<{ id: number }> {
  return await db
    .insertInto("merchants")
    .values({
      username: merchant.username,
      shop_name: merchant.shopName,
      email: merchant.email,
      phone: merchant.phone,
      vat_number: merchant.vatNumber ?? null,
      ...merchant.seller,
      redirect_hosts: [...(merchant.redirectHosts ?? [])],
      frame_origins: [...(merchant.frameOrigins ?? [])],
      commission_rate_bps: merchant.commissionRateBps ?? 0,
      ...(merchant.approvedAt !== undefined && { approved_at: merchant.approvedAt }),
      opened_by: merchant.opening?.personId ?? null,
      opening_key: merchant.opening?.key ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/**
 * How every key of an environment begins; a key of one never opens another, not even on a copy of its database. Keys of a
 * test world are those of the environment `test` (`environmentOf`).
 */
export function apiKeyPrefix(environment: EnvironmentName): string {
  return `wasl_${environment}_`;
}

/** What lists show of a key: its beginning, by which no one finds the rest. */
export function shownPartOf(key: string, environment: EnvironmentName): string {
  return key.slice(0, apiKeyPrefix(environment).length + 6);
}

export type ApiKeyRow = Omit<Selectable<Schema["api_keys"]>, "key_hash" | "merchant_id">;

type KeyToMake = {
  readonly merchantId: number;
  /** What the merchant calls it. */
  readonly name: string;
  /** The installation's; the merchant's world makes of it how the key begins. */
  readonly environment: EnvironmentName;
  /** Every scope when left out. */
  readonly scopes?: readonly ApiKeyScope[];
  readonly expiresAt?: Date | null;
};

/**
 * Makes a key for a merchant.
 * @returns its row, and its text: `wasl_<environment>_`, or `wasl_test_` of a test world, and 43 characters; this is the only time that it can be read
 */
export async function makeApiKey(db: Db, key: KeyToMake): Promise<{ row: ApiKeyRow; text: string }> {
  const merchant = await db
    .selectFrom("merchants")
    .select("world")
    .where("id", "=", key.merchantId)
    .executeTakeFirstOrThrow();
  const environment = environmentOf(key.environment, merchant);
  const prefix = apiKeyPrefix(environment);
  const text = prefix + randomBytes(32).toString("base64url");
  const row = await db
    .insertInto("api_keys")
    .values({
      merchant_id: key.merchantId,
      name: key.name,
      prefix: shownPartOf(text, environment),
      key_hash: hashApiKey(text),
      // In the order of the table, each once.
      scopes: apiKeyScopes.filter((scope) => (key.scopes ?? apiKeyScopes).includes(scope)),
      expires_at: key.expiresAt ?? null,
    })
    .returning(rowColumns)
    .executeTakeFirstOrThrow();
  return { row, text };
}

/** The same for callers that need the text alone. */
export async function createApiKey(db: Db, key: KeyToMake): Promise<string> {
  return (await makeApiKey(db, key)).text;
}

const rowColumns = [
  "id",
  "name",
  "prefix",
  "scopes",
  "created_at",
  "expires_at",
  "last_used_at",
  "last_used_address",
  "revoked_at",
] as const;

/** All keys of a merchant, newest first, revoked ones as well. */
export async function listApiKeys(db: Db, merchantId: number): Promise<ApiKeyRow[]> {
  return await db
    .selectFrom("api_keys")
    .select(rowColumns)
    .where("merchant_id", "=", merchantId)
    .orderBy("id", "desc")
    .execute();
}

/** A key of a merchant, or null. */
export async function findApiKey(
  db: Db,
  key: { readonly merchantId: number; readonly id: number },
): Promise<ApiKeyRow | null> {
  const row = await db
    .selectFrom("api_keys")
    .select(rowColumns)
    .where("merchant_id", "=", key.merchantId)
    .where("id", "=", key.id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Makes a key with the name and the scopes of another one, which is taken for a while longer and then ends.
 * @param when `now` in milliseconds since the epoch; an end that was set before stays when it is earlier; `expiresAt` is
 *   the new key's end, none when left out
 */
export async function exchangeApiKey(
  trx: Transaction<Schema>,
  old: Pick<ApiKeyRow, "id" | "name" | "scopes">,
  when: {
    readonly environment: EnvironmentName;
    readonly now: number;
    readonly overlapMs: number;
    readonly expiresAt?: Date | null;
  },
): Promise<{ row: ApiKeyRow; text: string }> {
  const end = new Date(when.now + when.overlapMs);
  const { merchant_id: merchantId } = await trx
    .updateTable("api_keys")
    .set((eb) => ({ expires_at: eb.fn<Date>("least", ["expires_at", eb.val(end)]) }))
    .where("id", "=", old.id)
    .returning("merchant_id")
    .executeTakeFirstOrThrow();
  const { name, scopes } = old;
  const { environment, expiresAt = null } = when;
  return await makeApiKey(trx, { merchantId, name, scopes, environment, expiresAt });
}

/**
 * Revokes a key at once.
 * @param key by its prefix, and by its id where two have the same one
 * @returns whether the merchant had such a key in force
 */
export async function revokeApiKey(
  db: Db,
  key: { readonly merchantId: number; readonly prefix: string; readonly id?: number },
): Promise<boolean> {
  let keys = db
    .updateTable("api_keys")
    .set({ revoked_at: sql<Date>`now()` })
    .where("merchant_id", "=", key.merchantId)
    .where("prefix", "=", key.prefix)
    .where("revoked_at", "is", null);
  if (key.id !== undefined) keys = keys.where("id", "=", key.id);
  const { numUpdatedRows } = await keys.executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What the database keeps of a key. */
export function hashApiKey(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
