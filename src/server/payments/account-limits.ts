/** The amounts that a merchant's methods are offered for: what the merchant states with an account, and what providers say. */
import type { Kysely, Transaction } from "kysely";
import type { ProviderAccount } from "#contract/provider-accounts.ts";
import { formatDecimal, type Minor } from "#core/money.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { limitCurrency, splitLimits } from "#methods/amount-limits.ts";
import type { MethodId } from "#methods/catalog.ts";
import type { AmountLimits } from "#methods/payment-method.ts";
import type { Sealing } from "../secrets/sealing.ts";
import {
  type AccountKey,
  type AccountServices,
  lockAccount,
  openSettings,
  type SealedAccount,
  storeAccount,
} from "./provider-accounts.ts";
import type { ProviderDirectory } from "./provider-directory.ts";

/**
 * States other limits of a merchant's own account; what else it is made of stays.
 * @param limits decimals in SAR; null is no limit
 * @throws Problem `not_found` without an account of the merchant's own, `validation_failed` for what are no limits
 */
export async function changeLimits(
  trx: Transaction<Schema>,
  services: AccountServices,
  account: AccountKey,
  limits: { readonly lowestAmount: string | null; readonly highestAmount: string | null },
): Promise<void> {
  const row = await lockAccount(trx, account);
  if (!row) throw new Problem("not_found");
  await storeAccount(trx, services, account, { ...openSettings(services.sealing, account, row), ...limits });
}

const noLimits: AmountLimits = { lowest: null, highest: null };

type Listed = Omit<ProviderAccount, "limits" | "ownLimits" | "webhookUrl" | "settings"> & {
  readonly method: MethodId;
};

type Limited = Listed & Pick<ProviderAccount, "limits" | "ownLimits">;

/** Accounts with the amounts that they are offered for. Providers may be asked: not within a transaction. */
export async function withLimits(
  {
    db,
    sealing,
    providers,
  }: {
    readonly db: Kysely<Schema>;
    readonly sealing: Sealing;
    readonly providers: Pick<ProviderDirectory, "served" | "amountLimits">;
  },
  merchantId: number,
  accounts: readonly Listed[],
): Promise<Limited[]> {
  const served = await providers.served(merchantId);
  const limits = await providers.amountLimits(merchantId, [...served], limitCurrency);
  const stored = await db
    .selectFrom("provider_accounts")
    .select(["method", "sealed_settings"])
    .where("merchant_id", "=", merchantId)
    .execute();
  return accounts.map(({ method, account, updatedAt }) => {
    const of = limits.get(method);
    const own = stored.find((row) => row.method === method);
    const stated = own ? statedLimits(sealing, { merchantId, method }, own) : null;
    return {
      method,
      account,
      limits: of ? written(of) : null,
      ownLimits: stated && written(stated),
      updatedAt,
    };
  });
}

/** Null for an account that cannot be opened any more: the others are listed all the same. */
function statedLimits(sealing: Sealing, account: AccountKey, row: SealedAccount): AmountLimits | null {
  try {
    return splitLimits(openSettings(sealing, account, row)).limits ?? noLimits;
  } catch {
    return null;
  }
}

/** As decimals. */
function written({ lowest, highest }: AmountLimits): NonNullable<ProviderAccount["limits"]> {
  const text = (amount: Minor | null) => (amount === null ? null : formatDecimal(amount, limitCurrency));
  return { lowestAmount: text(lowest), highestAmount: text(highest) };
}
