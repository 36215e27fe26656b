/**
 * Which provider serves a method for a merchant: on the account that the merchant stored, else on the
 * installation's own. A method with neither is not offered.
 */
import type { Kysely } from "kysely";
import type { Log } from "#core/ports.ts";
import type { Schema } from "#db/schema.ts";
import { catalog, type MethodId } from "#methods/catalog.ts";
import type { PaymentProvider, ProviderPorts } from "#methods/payment-method.ts";
import { methodEntry } from "#methods/registry.ts";
import type { Config } from "../config.ts";
import type { Sealing } from "../sealing.ts";

export type ProviderDirectory = {
  /** The provider of a method for a merchant, or null when neither has an account. */
  readonly of: (method: MethodId, merchantId: number) => Promise<PaymentProvider | null>;
  /** Methods that the installation itself has an account for. */
  readonly offered: ReadonlySet<MethodId>;
  /** Forgets what was read of a merchant's own accounts, after they were changed. */
  readonly forget: (merchantId: number) => void;
};

/** How long a merchant's accounts are believed before they are read again: other processes may change them. */
const believedMs = 30_000;

type Own = { readonly readAt: number; readonly providers: ReadonlyMap<MethodId, PaymentProvider> };

/**
 * Builds the directory.
 * @throws Error with a sentence that names a variable, when the installation's settings of a method are wrong
 */
export function createProviderDirectory(
  config: Pick<Config, "variables" | "simulatorUrl">,
  parts: {
    readonly db: Kysely<Schema>;
    readonly sealing: Sealing;
    readonly ports: ProviderPorts & { readonly log: Log };
  },
): ProviderDirectory {
  const { db, sealing, ports } = parts;
  const installation = new Map<MethodId, PaymentProvider>();
  for (const { id } of catalog) {
    const provider = methodEntry(id).ofInstallation(config.variables, config.simulatorUrl, ports);
    if (provider) installation.set(id, provider);
  }
  const ownAccounts = new Map<number, Own>();

  const readOwn = async (merchantId: number): Promise<Own> => {
    const rows = await db
      .selectFrom("provider_accounts")
      .selectAll()
      .where("merchant_id", "=", merchantId)
      .execute();
    const providers = new Map<MethodId, PaymentProvider>();
    for (const row of rows) {
      const method = catalog.find(({ id }) => id === row.method);
      if (!method) continue;
      const stored: unknown = JSON.parse(sealing.open(row.sealed_settings, `${merchantId}:${row.method}`));
      providers.set(method.id, methodEntry(method.id).ofMerchant(stored, ports));
    }
    const own = { readAt: ports.clock.now(), providers };
    ownAccounts.set(merchantId, own);
    return own;
  };

  return {
    of: async (method, merchantId) => {
      const known = ownAccounts.get(merchantId);
      const own = known && ports.clock.now() - known.readAt < believedMs ? known : await readOwn(merchantId);
      return own.providers.get(method) ?? installation.get(method) ?? null;
    },
    offered: new Set(installation.keys()),
    forget: (merchantId) => void ownAccounts.delete(merchantId),
  };
}
