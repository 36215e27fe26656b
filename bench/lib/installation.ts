/**
 * What a run measures on: one PostgreSQL with fsync on, the provider simulators, this project's server and the bare
 * routes, each a process of its own, and a merchant with an API key. Everything is in a temporary folder.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Log } from "#core/ports.ts";
import { startEmbedded } from "#db/embedded.ts";
import { migrate } from "#db/migrate.ts";
import { connectDatabase, type Database } from "#db/open.ts";
import { defaultProfiles } from "#gateways/mpgs/simulator/profiles.ts";
import { createApiKey, createMerchant } from "#server/merchant-api/api-keys.ts";
import { completeSeller } from "#test/sellers.ts";
import { inAnyCase } from "./interruption.ts";
import { type Program, startProgram } from "./program.ts";

const migrationsDir = join(import.meta.dirname, "../../src/db/migrations");
const log: Log = { info: () => {}, warn: console.warn, error: console.error };

/** A migrated database with one merchant. */
export type MerchantDatabase = {
  readonly db: Database;
  readonly databaseUrl: string;
  /** The same database as its superuser. */
  readonly superuserUrl: string;
  readonly merchantId: number;
  readonly apiKey: string;
};

export type Installation = AsyncDisposable &
  MerchantDatabase & {
    /** Process of the database server; its children are the connections. */
    readonly databasePid: number;
    readonly simulatorUrl: string;
    readonly simulatorPid: number;
    /** Makes one more database of the same server, with a merchant of its own. */
    readonly addDatabase: (name: string) => Promise<MerchantDatabase>;
    /** Starts this project's server, with further settings; by default on the installation's database. */
    readonly startOurs: (
      databaseUrl?: string,
      settings?: Readonly<Record<string, string>>,
    ) => Promise<Program>;
    /** Starts the bare routes. */
    readonly startBare: (databaseUrl?: string) => Promise<Program>;
  };

/** Starts database and simulators and makes the merchant. */
export async function startInstallation(): Promise<Installation> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "wasl-bench-"));
  stack.defer(inAnyCase(() => rm(folder, { recursive: true, force: true })));
  // PostgreSQL does not run as root: its own user must find the way to its data.
  await chmod(folder, 0o711);
  const dataDir = join(folder, "data");
  const starting = startEmbedded({ dataDir, log });
  stack.defer(inAnyCase(async () => await (await starting.catch(() => null))?.stop()));
  const server = await starting;
  const { databaseUrl } = server;
  const database = await openDatabase(server, stack);
  const simulators = await startSimulators(folder);
  stack.defer(simulators.stop);
  const running = stack.move();
  return {
    ...database,
    databasePid: Number(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]),
    simulatorUrl: simulators.url,
    simulatorPid: simulators.pid,
    addDatabase: async (name) => {
      await makeDatabase(server.superuserUrl, name);
      return await openDatabase({ ...server, databaseUrl: inDatabase(databaseUrl, name) }, running);
    },
    startOurs: (url = databaseUrl, settings = {}) =>
      startOurs({ folder, databaseUrl: url, simulatorUrl: simulators.url, settings }),
    startBare: (url = databaseUrl) =>
      startProgram({
        name: "bare",
        args: ["bench/limits/server.ts"],
        env: ({ url: ownUrl, port }) => ({
          NODE_ENV: "production",
          PORT: port,
          OWN_URL: ownUrl,
          DATABASE_URL: url,
          GATEWAY_URL: `${simulators.url}/mpgs`,
          MERCHANT_ID: String(database.merchantId),
        }),
        readyPath: "/healthz",
        logDir: folder,
      }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Migrates a database, makes its merchant, and closes it at the end. */
async function openDatabase(
  { databaseUrl, superuserUrl }: Pick<MerchantDatabase, "databaseUrl" | "superuserUrl">,
  stack: AsyncDisposableStack,
): Promise<MerchantDatabase> {
  const db = await connectDatabase({ databaseUrl, log });
  stack.defer(db.close);
  await migrate(db.pool, migrationsDir, log);
  const own = inDatabase(superuserUrl, new URL(databaseUrl).pathname.slice(1));
  return { db, databaseUrl, superuserUrl: own, ...(await seedMerchant(db)) };
}

/** The address of another database of the same server. */
function inDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function makeDatabase(superuserUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(`create database ${name} owner wasl`).finally(() => client.end());
}

/** Every start on one database needs the same. */
const secret = randomUUID();

/** As an operator would run it, against real providers: only their addresses are the simulators'. */
function startOurs(on: {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly simulatorUrl: string;
  readonly settings: Readonly<Record<string, string>>;
}): Promise<Program> {
  const [cards, amex] = defaultProfiles;
  if (!cards || !amex) throw new Error("the simulator has two profiles");
  return startProgram({
    name: "wasl",
    args: ["src/cli/wasl.mjs", "start"],
    env: ({ url, port }) => ({
      WASL_ENV: "stage",
      HOST: "127.0.0.1",
      PORT: port,
      WASL_WEB_URL: url,
      DATA_DIR: join(on.folder, `wasl-${port}`),
      DATABASE_URL: on.databaseUrl,
      WASL_SECRET_KEY: secret,
      WASL_RATE_LIMITS: "false",
      MPGS_BASE_URL: `${on.simulatorUrl}/mpgs`,
      MPGS_MERCHANT_ID: cards.merchantId,
      MPGS_PASSWORD: cards.password,
      MPGS_WEBHOOK_SECRET: cards.webhookSecret,
      MPGS_AMEX_MERCHANT_ID: amex.merchantId,
      MPGS_AMEX_PASSWORD: amex.password,
      MPGS_AMEX_WEBHOOK_SECRET: amex.webhookSecret,
      ...on.settings,
    }),
    readyPath: "/healthz",
    logDir: on.folder,
  });
}

function startSimulators(folder: string): Promise<Program> {
  return startProgram({
    name: "simulators",
    args: ["src/sim/main.ts"],
    env: ({ port }) => ({ SIM_PORT: port, SIM_HOST: "127.0.0.1" }),
    readyPath: "/_control/journal",
    logDir: folder,
  });
}

async function seedMerchant(db: Database): Promise<{ merchantId: number; apiKey: string }> {
  const { id: merchantId } = await createMerchant(db.kysely, {
    username: "nakheel",
    shopName: "متجر النخيل",
    email: "shop@nakheel.example",
    phone: "+966112345678",
    vatNumber: "310122393500003",
    seller: completeSeller,
  });
  await db.kysely
    .insertInto("merchant_contacts")
    .values({
      merchant_id: merchantId,
      city: "الرياض",
      address1: "طريق الملك فهد، حي العليا",
      email: "care@nakheel.example",
      phone: "+966112345679",
    })
    .execute();
  const settings = { primaryColor: "#0f6b5c", secondaryColor: "#8c60e2", showLogo: "merchant" };
  await db.kysely
    .insertInto("themes")
    .values({ merchant_id: merchantId, settings: JSON.stringify(settings) })
    .execute();
  const apiKey = await createApiKey(db.kysely, { merchantId, name: "bench", environment: "stage" });
  return { merchantId, apiKey };
}
