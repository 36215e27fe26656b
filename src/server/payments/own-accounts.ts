/** The accounts that merchants stored, opened when they are first needed and believed for a while. */
import type { Kysely, Selectable } from "kysely";
import type { Log } from "#core/ports.ts";
import type { World } from "#core/world.ts";
import { openHere } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { catalog, type MethodId } from "#methods/catalog.ts";
import type { ProviderPorts } from "#methods/payment-method.ts";
import { type MethodAccount, methodEntry, TestAccountError } from "#methods/registry.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { Config } from "../settings/config.ts";
import type { CallOwner } from "./call-watch.ts";
import { openSettings } from "./provider-accounts.ts";

/** Gives the accounts of a merchant by its id, and drops what is cached of one or of all after a change. */
export function rememberOwn(
  config: Pick<Config, "environment">,
  parts: {
    readonly db: Kysely<Schema>;
    readonly sealing: Sealing;
    readonly ports: ProviderPorts & { readonly log: Log };
    readonly portsOf: (owner: CallOwner) => (method: MethodId) => ProviderPorts;
    /** What else is known of a merchant's accounts is of no use any more. */
    readonly dropped: (merchantId: number) => void;
  },
): {
  readonly ownOf: (merchantId: number) => Promise<Own>;
  readonly forget: (merchantId: number | "all") => void;
} {
  const { db, sealing, ports, portsOf, dropped } = parts;
  const ownAccounts = new Map<number, Own>();
  let timesForgotten = 0;

  const openAccount = (row: AccountRow, method: MethodId): MethodAccount | null => {
    try {
      const stored = openSettings(sealing, { merchantId: row.merchant_id, method }, row);
      const money = config.environment === "live" ? "real" : "any";
      return methodEntry(method).ofMerchant(stored, portsOf(row.merchant_id)(method), money);
    } catch (error) {
      if (!(error instanceof TestAccountError)) throw error;
      ports.log.error("account not used", { method, merchantId: row.merchant_id, why: error.message });
      return null;
    }
  };

  const readOwn = async (merchantId: number): Promise<Own> => {
    const before = timesForgotten;
    const { world, rows } = await readRows(openHere(db), merchantId);
    const earlier = ownAccounts.get(merchantId);
    const accounts = new Map<MethodId, MethodAccount | null>();
    const sealed = new Map<MethodId, Buffer>();
    for (const row of world === "test" ? [] : rows) {
      const method = catalog.find(({ id }) => id === row.method);
      if (!method) continue;
      // What has not changed is kept, with what its provider has given it: a token that is good for longer.
      const isSame = earlier?.sealed.get(method.id)?.equals(row.sealed_settings) === true;
      const known = isSame ? earlier?.accounts.get(method.id) : undefined;
      accounts.set(method.id, known ?? openAccount(row, method.id));
      sealed.set(method.id, row.sealed_settings);
    }
    const own = { readAt: ports.clock.now(), world, accounts, sealed };
    // What was read during the change may be the old state.
    if (timesForgotten !== before) return own;
    // Removed first, so that the order of the map is the order of the readings.
    ownAccounts.delete(merchantId);
    const [oldest] = ownAccounts.size >= rememberedMerchants ? ownAccounts.keys() : [];
    if (oldest !== undefined) drop(oldest);
    ownAccounts.set(merchantId, own);
    return own;
  };

  const drop = (merchantId: number): void => {
    ownAccounts.delete(merchantId);
    dropped(merchantId);
  };

  const ownOf = async (merchantId: number): Promise<Own> => {
    const known = ownAccounts.get(merchantId);
    return known && ports.clock.now() - known.readAt < believedMs ? known : await readOwn(merchantId);
  };

  return {
    ownOf,
    forget: (merchantId) => {
      timesForgotten += 1;
      if (merchantId === "all") ownAccounts.clear();
      else drop(merchantId);
    },
  };
}

/** Null: the merchant has an account that cannot be used. Its money must not go to the installation's instead. */
export type Own = {
  readonly readAt: number;
  readonly world: World;
  readonly accounts: ReadonlyMap<MethodId, MethodAccount | null>;
  /** What each was opened from. */
  readonly sealed: ReadonlyMap<MethodId, Buffer>;
};

type AccountRow = Omit<Selectable<Schema["provider_accounts"]>, "updated_at">;

/** TTL of a merchant's cached accounts, in case a notice of a change is lost. */
const believedMs = 30_000;
/** Merchants whose accounts are cached at a time: any client may send a message to any number. */
const rememberedMerchants = 1_000;

/** A merchant's world and what it stored; a number that is no merchant's is served as the installation is. */
async function readRows(
  db: Kysely<Schema>,
  merchantId: number,
): Promise<{ readonly world: World; readonly rows: readonly AccountRow[] }> {
  const rows = await db
    .selectFrom("merchants as m")
    .leftJoin("provider_accounts as a", "a.merchant_id", "m.id")
    .select(["m.world", "a.method", "a.sealed_settings"])
    .where("m.id", "=", merchantId)
    .execute();
  return {
    world: rows[0]?.world ?? "live",
    rows: rows.flatMap(({ method, sealed_settings }) =>
      method === null || sealed_settings === null
        ? []
        : [{ merchant_id: merchantId, method, sealed_settings }],
    ),
  };
}
