/**
 * Which provider serves a method for a merchant: on the account that the merchant stored, else on the
 * installation's own. A method with neither is not offered. A merchant that is a test world is served by the simulators
 * alone, on their published accounts (docs/decisions/0106).
 */
import type { Kysely } from "kysely";
import type { MethodSettings } from "#contract/pages.ts";
import type { Http, Log } from "#core/ports.ts";
import type { Schema } from "#db/schema.ts";
import { catalog, type MethodId } from "#methods/catalog.ts";
import type { AmountLimits, PaymentProvider, ProviderPorts } from "#methods/payment-method.ts";
import { type MethodAccount, methodEntry } from "#methods/registry.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { Config } from "../settings/config.ts";
import { mayHaveLimits, rememberLimits } from "./amount-limits.ts";
import { type CallOwner, type CallStanding, keepWatches } from "./call-watch.ts";
import { type Own, rememberOwn } from "./own-accounts.ts";

export type ProviderDirectory = {
  /** The provider of a method for a merchant, or null when neither has an account. */
  readonly of: (method: MethodId, merchantId: number) => Promise<PaymentProvider | null>;
  /** What pages may know of a merchant's methods, by method id. */
  readonly publicSettings: (merchantId: number) => Promise<MethodSettings>;
  /** Methods that a merchant's buyers can pay by: with an account of the merchant's or of the installation's. */
  readonly served: (merchantId: number) => Promise<ReadonlySet<MethodId>>;
  /** The provider of a method on the installation's own account, or null when it has none. */
  readonly ofInstallation: (method: MethodId) => PaymentProvider | null;
  /** Every account that there is, the installation's first. Nothing is decrypted for it. */
  readonly accounts: () => Promise<readonly AccountEntry[]>;
  /**
   * The lowest and highest amounts of those of some methods that have any for a merchant. A provider may be asked: not
   * for use within a transaction.
   */
  readonly amountLimits: (
    merchantId: number,
    methods: readonly MethodId[],
    currency: string,
  ) => Promise<ReadonlyMap<MethodId, AmountLimits>>;
  /** Methods of a merchant whose provider does not answer now, or is slow to; nothing is asked for it. */
  readonly troubled: (merchantId: number) => Promise<ReadonlyMap<MethodId, Exclude<CallStanding, "fine">>>;
  /** Methods that the installation itself has an account for. */
  readonly offered: ReadonlySet<MethodId>;
  /** Drops the cache of a merchant's own accounts, after they were or may have been changed. */
  readonly forget: (merchantId: number | "all") => void;
};

type DirectoryConfig = Pick<Config, "environment" | "variables" | "simulatorUrl" | "testSimulatorUrl">;

/** One account at a provider, as a list has it. */
export type AccountEntry = {
  readonly method: MethodId;
  /** Null for the installation's own. */
  readonly merchantId: number | null;
  /** Changes whenever the account's settings change. Not for storing as it is. */
  readonly fingerprint: string;
};

type Accounts = ReadonlyMap<MethodId, MethodAccount>;

type Served = readonly (readonly [MethodId, MethodAccount])[];

/**
 * Builds the directory.
 * @throws Error with a sentence that names a variable, when the installation's settings of a method are wrong
 */
export function createProviderDirectory(
  config: DirectoryConfig,
  parts: {
    readonly db: Kysely<Schema>;
    readonly sealing: Sealing;
    readonly ports: ProviderPorts & { readonly log: Log };
    /** The network of a method, where each is measured on its own; that of the ports when left out. */
    readonly httpOf?: ((method: MethodId) => Http) | undefined;
  },
): ProviderDirectory {
  const { db, sealing, ports, httpOf = () => ports.http } = parts;
  const watches = keepWatches({ httpOf, clock: ports.clock });
  const portsOf =
    (owner: CallOwner) =>
    (method: MethodId): ProviderPorts => ({ ...ports, http: watches.http(owner, method) });
  const installation = openAccounts(
    { variables: config.variables, simulatorUrl: config.simulatorUrl },
    portsOf("installation"),
  );
  // The settings of real accounts are not given to it: they reach no test world.
  const simulated = openSimulated(config, portsOf("simulators"));
  const sharedBy = ({ world }: Own): Accounts => (world === "test" ? simulated() : installation);
  const limitsOf = rememberLimits(ports);
  const { ownOf, forget } = rememberOwn(config, { db, sealing, ports, portsOf, dropped: watches.forget });

  // Loading an order asks for it: put together once for as long as the merchant's own are believed.
  const servedByOwn = new WeakMap<Own, Served>();
  const servedOf = async (merchantId: number): Promise<Served> => {
    const own = await ownOf(merchantId);
    const known = servedByOwn.get(own);
    if (known) return known;
    const all = [...new Map([...sharedBy(own), ...own.accounts])];
    const served: Served = all.flatMap(([id, account]) => (account ? [[id, account] as const] : []));
    servedByOwn.set(own, served);
    return served;
  };

  return {
    of: async (method, merchantId) => {
      const own = await ownOf(merchantId);
      const account = own.accounts.has(method) ? own.accounts.get(method) : sharedBy(own).get(method);
      return account?.provider ?? null;
    },
    publicSettings: async (merchantId) =>
      Object.fromEntries((await servedOf(merchantId)).map(([id, account]) => [id, account.publicSettings])),
    served: async (merchantId) => new Set((await servedOf(merchantId)).map(([id]) => id)),
    amountLimits: async (merchantId, methods, currency) => {
      // Most accounts have none: an order that is loaded waits for those alone that may.
      const accounts = (await servedOf(merchantId)).filter(
        ([id, account]) => mayHaveLimits(account) && methods.includes(id),
      );
      const limits = await Promise.all(
        accounts.map(async ([id, account]) => [id, await limitsOf(account, currency)] as const),
      );
      return new Map(limits.flatMap(([id, of]) => (of === null ? [] : [[id, of] as const])));
    },
    troubled: async (merchantId) => {
      const own = await ownOf(merchantId);
      const shared = own.world === "test" ? "simulators" : "installation";
      return watches.troubled(({ id }) => (own.accounts.has(id) ? merchantId : shared));
    },
    ofInstallation: (method) => installation.get(method)?.provider ?? null,
    accounts: () => listEntries(db, installation),
    offered: new Set(installation.keys()),
    forget,
  };
}

async function listEntries(db: Kysely<Schema>, installation: Accounts): Promise<readonly AccountEntry[]> {
  const stored = await db
    .selectFrom("provider_accounts")
    .select(["method", "merchant_id", "updated_at"])
    .orderBy("merchant_id")
    .execute();
  return [
    ...Array.from(installation, ([method, { fingerprint }]) => ({ method, merchantId: null, fingerprint })),
    ...stored.flatMap((row) => {
      const method = catalog.find(({ id }) => id === row.method)?.id;
      const fingerprint = row.updated_at.toISOString();
      return method ? [{ method, merchantId: row.merchant_id, fingerprint }] : [];
    }),
  ];
}

/** The accounts that the environment names, each opened once. */
function openAccounts(
  { variables, simulatorUrl }: Pick<Config, "variables" | "simulatorUrl">,
  portsOf: (method: MethodId) => ProviderPorts,
): Accounts {
  const accounts = new Map<MethodId, MethodAccount>();
  for (const { id } of catalog) {
    const account = methodEntry(id).ofInstallation(variables, simulatorUrl, portsOf(id));
    if (account) accounts.set(id, account);
  }
  return accounts;
}

/** The simulators' own accounts, opened when the first test world asks; none where no simulators serve test worlds. */
function openSimulated(
  { testSimulatorUrl }: DirectoryConfig,
  portsOf: (method: MethodId) => ProviderPorts,
): () => Accounts {
  let accounts: Accounts | null = null;
  return () => {
    accounts ??=
      testSimulatorUrl === null
        ? new Map()
        : openAccounts({ variables: { WASL_ENV: "test" }, simulatorUrl: testSimulatorUrl }, portsOf);
    return accounts;
  };
}
