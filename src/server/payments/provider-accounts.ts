/** Merchants' own accounts at providers: tried before they are stored, and sealed for one merchant and method alone. */
import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { ProviderAccount } from "#contract/provider-accounts.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { catalog, type MethodId } from "#methods/catalog.ts";
import type { ProviderPorts } from "#methods/payment-method.ts";
import { methodEntry, TestAccountError } from "#methods/registry.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { Config } from "../settings/config.ts";
import { isSameAccount, refuseInUse, valueAt } from "./account-in-use.ts";

export type AccountServices = {
  readonly config: Pick<Config, "environment">;
  readonly sealing: Sealing;
  readonly ports: ProviderPorts;
};

export type AccountKey = { readonly merchantId: number; readonly method: MethodId };

/** The method of a word, or null. */
export function readMethod(text: string): MethodId | null {
  return catalog.find(({ id }) => id === text)?.id ?? null;
}

/**
 * Stores or replaces a merchant's own account.
 * @param settings as the method has them; what is left out has the method's default
 * @param options `mayBeInUse`: also while something is open on the account that it takes the place of
 * @throws Problem `validation_failed` that names the wrong settings and shows none, `in_test_world`, `account_in_use` for another account
 *   while payments or refunds are open; nothing was stored then
 */
export async function storeAccount(
  trx: Transaction<Schema>,
  { config, sealing, ports }: AccountServices,
  { merchantId, method }: AccountKey,
  settings: unknown,
  options: { readonly mayBeInUse?: boolean } = {},
): Promise<void> {
  await refuseInTestWorld(trx, merchantId);
  requireSettings(method, settings, { ports, isLive: config.environment === "live" });
  const key = { merchantId, method };
  const row = await lockAccount(trx, key);
  if (!options.mayBeInUse && !isStored(sealing, key, { row, settings })) await refuseInUse(trx, key);
  const sealed = sealing.seal(JSON.stringify(settings), `${merchantId}:${method}`);
  await trx
    .insertInto("provider_accounts")
    .values({ merchant_id: merchantId, method, sealed_settings: sealed })
    .onConflict((conflict) =>
      conflict
        .columns(["merchant_id", "method"])
        .doUpdateSet({ sealed_settings: sealed, updated_at: sql<Date>`now()` }),
    )
    .execute();
}

export type SealedAccount = { readonly sealed_settings: Buffer };

/** A merchant's own account, locked until the transaction ends; undefined where there is none. */
export async function lockAccount(
  trx: Transaction<Schema>,
  { merchantId, method }: AccountKey,
): Promise<SealedAccount | undefined> {
  return await trx
    .selectFrom("provider_accounts")
    .select("sealed_settings")
    .where("merchant_id", "=", merchantId)
    .where("method", "=", method)
    .forUpdate()
    .executeTakeFirst();
}

/** @throws Error for settings that were sealed with another secret */
export function openSettings(
  sealing: Sealing,
  { merchantId, method }: AccountKey,
  { sealed_settings }: SealedAccount,
): object {
  return JSON.parse(sealing.open(sealed_settings, `${merchantId}:${method}`)) as object;
}

/** Whether settings are of the account that is stored; not where that cannot be opened any more. */
function isStored(
  sealing: Sealing,
  key: AccountKey,
  { row, settings }: { readonly row: SealedAccount | undefined; readonly settings: unknown },
): boolean {
  if (!row) return false;
  try {
    return isSameAccount(key.method, openSettings(sealing, key, row), settings);
  } catch {
    return false;
  }
}

/**
 * A test world has no account of its own (docs/decisions/0106); the database refuses one, too.
 * @throws Problem `in_test_world`
 */
export async function refuseInTestWorld(
  db: Kysely<Schema> | Transaction<Schema>,
  merchantId: number,
): Promise<void> {
  const merchant = await db
    .selectFrom("merchants")
    .select("world")
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  if (merchant.world === "test") throw new Problem("in_test_world");
}

function requireSettings(
  method: MethodId,
  settings: unknown,
  { ports, isLive }: { readonly ports: ProviderPorts; readonly isLive: boolean },
): void {
  try {
    methodEntry(method).ofMerchant(settings, ports, isLive ? "real" : "any");
  } catch (error) {
    if (error instanceof TestAccountError)
      throw new Problem("validation_failed", {
        fields: [{ path: "", code: "test_account", message: error.message }],
      });
    if (!(error instanceof z.ZodError)) throw error;
    const fields = error.issues.map(({ path, code, message, ...issue }) => {
      const [unknown] = "keys" in issue ? issue.keys : [];
      const place = [...path, ...(unknown === undefined ? [] : [unknown])].join(".").slice(0, 100);
      if (unknown !== undefined) return { path: place, code, message: "there is no such setting" };
      const isMissing = code === "invalid_type" && valueAt(settings, path) === undefined;
      return { path: place, code, message: isMissing ? "is missing" : message };
    });
    throw new Problem("validation_failed", { fields: fields.slice(0, 20) });
  }
}

/**
 * Removes a merchant's own account; its payments go to the installation's from then on.
 * @returns false when there was none
 * @throws Problem `account_in_use` while payments or refunds are open on it: they could not be asked about any more
 */
export async function removeAccount(
  trx: Transaction<Schema>,
  { merchantId, method }: AccountKey,
): Promise<boolean> {
  await refuseInUse(trx, { merchantId, method });
  const { numDeletedRows } = await trx
    .deleteFrom("provider_accounts")
    .where("merchant_id", "=", merchantId)
    .where("method", "=", method)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

type WhoseAccount = Pick<ProviderAccount, "method" | "account" | "updatedAt"> & { readonly method: MethodId };

/**
 * Whose account every method is paid through for a merchant.
 * @param providers which methods the merchant's buyers can pay by: of a test world those of the simulators
 */
export async function listAccounts(
  db: Kysely<Schema> | Transaction<Schema>,
  merchantId: number,
  providers: { readonly served: (merchantId: number) => Promise<ReadonlySet<MethodId>> },
): Promise<WhoseAccount[]> {
  const served = await providers.served(merchantId);
  const stored = await db
    .selectFrom("provider_accounts")
    .select(["method", "updated_at"])
    .where("merchant_id", "=", merchantId)
    .execute();
  return catalog.map(({ id }) => {
    const own = stored.find(({ method }) => method === id);
    const account = own ? (served.has(id) ? "own" : "unusable") : served.has(id) ? "installation" : null;
    return { method: id, account, updatedAt: own?.updated_at.toISOString() ?? null };
  });
}
