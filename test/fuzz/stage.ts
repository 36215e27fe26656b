/** The system that is fuzzed: a server process with a data directory of its own, the simulators, two shops, a person. */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readDatabaseAddress } from "#db/database-address.ts";
import type { Database } from "#db/open.ts";
import { createApiKey, createMerchant } from "#server/merchant-api/api-keys.ts";
import { createSimulatorClock } from "#sim/clock.ts";
import { createSimulatorIds } from "#sim/ids.ts";
import { startMailCatcher } from "#sim/mail-catcher.ts";
import { startSimulators } from "#sim/server.ts";
import { notificationUrlAt } from "#sim/simulators.ts";
import { postWebhook } from "#sim/webhooks.ts";
import { makeMerchant, type TestApp } from "../app-harness.ts";
import { freePort } from "../free-port.ts";
import { installDatabase } from "../installed-directory.ts";
import { openRemoteShop } from "../kill-loop/remote-shop.ts";
import { completeSeller } from "../sellers.ts";
import { type ServerProcess, startEmbeddedProcess } from "../server-process.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import type { LogWatch } from "./log-watch.ts";
import { type Genuine, genuine } from "./provider-messages.ts";
import { makePeople } from "./recipes/people.ts";

export type Stage = AsyncDisposable & {
  readonly server: ServerProcess;
  readonly simulatorUrl: string;
  readonly db: Database;
  /** The shop of the stories. */
  readonly shop: TestApp;
  /** A shop whose settings, accounts and keys may become anything. */
  readonly wild: { readonly merchantId: number; readonly apiKey: string };
  readonly merchantId: number;
  /** The newest genuine messages of providers, by address. */
  readonly messages: Map<string, Genuine>;
  /** Memory that the process holds, bytes. */
  readonly readMemory: () => Promise<number>;
};

/** Starts everything; the log's lines go to `watch`. */
export async function openStage(watch: LogWatch): Promise<Stage> {
  await using parts = new AsyncDisposableStack();
  const directory = parts.use(temporaryDirectory());
  const messages = new Map<string, Genuine>();
  const mail = await startMailCatcher({ port: 0, host: "127.0.0.1" });
  parts.defer(mail.close);
  const port = await freePort();
  // Providers send their messages there.
  const serverUrl = `http://127.0.0.1:${port}`;
  const simulators = await startSimulators({
    port: 0,
    host: "127.0.0.1",
    notificationUrl: notificationUrlAt(serverUrl),
    ports: {
      clock: createSimulatorClock(),
      ids: createSimulatorIds(),
      postWebhook: async (message) => {
        messages.set(new URL(message.url).pathname, genuine(message));
        return await postWebhook(message);
      },
    },
  });
  parts.defer(simulators.close);
  const dataDir = join(directory.path, "data");
  await mkdir(dataDir, { mode: 0o711 });
  await installDatabase(dataDir);
  const program = { file: join(import.meta.dirname, "server.ts"), onLine: watch.onLine };
  const env = { SMTP_URL: mail.url, PORT: String(port), WASL_API_URL: serverUrl };
  const server = await startEmbeddedProcess({ dataDir, simulatorUrl: simulators.url, env, program });
  parts.defer(async () => void (await server.drain()));
  const databaseUrl = await readDatabaseAddress(dataDir);
  if (databaseUrl === null) throw new Error("the server did not say where its database listens");
  const remote = parts.use(
    await openRemoteShop({ url: () => server.url, databaseUrl, simulatorUrl: simulators.url, apiKey: "" }),
  );
  const { db } = remote;
  const { apiKey, merchantId } = await makeMerchant(db.kysely, "test");
  const wild = await makeWildShop(db);
  await makePeople(db, merchantId);
  const opened = parts.move();
  return {
    server,
    simulatorUrl: simulators.url,
    db,
    shop: { ...remote.shop, apiKey },
    merchantId,
    wild,
    messages,
    readMemory: async () => await residentBytes(server.pid),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function makeWildShop(db: Database): Promise<Stage["wild"]> {
  const { id: merchantId } = await createMerchant(db.kysely, {
    username: "wild",
    shopName: "متجر آخر",
    email: "wild@example.com",
    phone: "+966112345679",
    vatNumber: "310122393500003",
    seller: completeSeller,
  });
  return {
    merchantId,
    apiKey: await createApiKey(db.kysely, { merchantId, name: "test", environment: "test" }),
  };
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}
