/** Starts and stops the server: database, migrations, app, jobs. It starts no simulators. */
import { join } from "node:path";
import type { Clock, Ids, Log } from "#core/ports.ts";
import { lockDataDirectory } from "#db/data-directory-lock.ts";
import { migrate } from "#db/migrate.ts";
import { type Database, openDatabase } from "#db/open.ts";
import { createApp } from "./app.ts";
import { createPdfPool } from "./documents/pdf-pool.ts";
import { createHttpClient } from "./http/http-client.ts";
import { sheddingLimits } from "./http/load-shedding.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { joinNodes } from "./nodes/node.ts";
import { createNotices, type NoticeBoard } from "./nodes/notices.ts";
import { describeNode, readNodeId } from "./nodes/register.ts";
import { createMailer } from "./notifications/mailer.ts";
import type { PageMode } from "./pages/development.ts";
import { bookUnbooked, isBookingFailing } from "./payments/book-outcome.ts";
import { wakeAttempts } from "./payments/due-attempts.ts";
import { documentHooks } from "./payments/order-hooks.ts";
import { createProviderDirectory } from "./payments/provider-directory.ts";
import { systemClock, systemIds } from "./ports.ts";
import { resumeJobs, wakeQueue } from "./queue/work-queue.ts";
import { jobHandlers } from "./schedule/job-handlers.ts";
import { adoptOrphans, startJobs } from "./schedule/jobs.ts";
import { readMasterKeys } from "./secrets/master-secret.ts";
import { createSealing } from "./secrets/sealing.ts";
import { claimSecrets } from "./secrets/secret-keys.ts";
import { createSigning } from "./secrets/signing.ts";
import type { Services } from "./services.ts";
import type { Config } from "./settings/config.ts";
import { refuseRoot } from "./settings/refuse-root.ts";
import { version } from "./settings/version.ts";
import { openStorage } from "./storage/open-storage.ts";
import { createWebhookClient, sendsToPublicAlone } from "./webhooks/webhook-client.ts";

export type RunningServer = {
  readonly services: Services;
  /** Where it listens, without a trailing slash. */
  readonly url: string;
  /** Takes no new requests, finishes the running ones and the jobs, then stops the database. */
  readonly stop: () => Promise<void>;
};

export type StartOptions = {
  readonly log: Log;
  readonly distDir: string | null;
  /** "production" when left out. */
  readonly mode?: PageMode;
  /** Called with a sentence when the database ends under us: the program cannot continue. */
  readonly onFatal: (why: string) => void;
  /** Ends the start, which then rejects with the signal's reason, and leaves nothing running. */
  readonly signal?: AbortSignal;
  /** Whether what the program brings up after the server is up, too: it is not ready before. */
  readonly isUp?: () => boolean;
  readonly clock?: Clock;
  readonly ids?: Ids;
};

const migrationsDir = join(import.meta.dirname, "../db/migrations");

/**
 * Starts everything in order.
 * @throws Error with a sentence for the person at the terminal
 */
export async function startServer(config: Config, options: StartOptions): Promise<RunningServer> {
  const { log, clock = systemClock, ids = systemIds } = options;
  refuseRoot(config, process.getuid?.());
  const db = await openOwnDatabase(config, options);
  try {
    options.signal?.throwIfAborted();
    await migrate(db.pool, migrationsDir, log);
    options.signal?.throwIfAborted();
    const keys = await readMasterKeys(config);
    await claimSecrets(db.kysely, keys, "server");
    const nodeId = await readNodeId(config.dataDir);
    const notices = createNotices({ pool: db.pool, log, self: nodeId });
    const client = createHttpClient({ log });
    const metrics = await openMetrics(config, { db, log, clock }, () => isBookingFailing(services));
    const http = metrics?.measured("other", client.http) ?? client.http;
    const webhooks = createWebhookClient({ isPublicOnly: sendsToPublicAlone(config.environment) });
    const sealing = createSealing(keys);
    const pdf = createPdfPool({ size: config.pdfWorkers, log });
    const providers = createProviderDirectory(config, {
      db: db.kysely,
      sealing,
      ports: { http: client.http, clock, log },
      httpOf: metrics && ((method) => metrics.measured(method, client.http)),
    });
    const services: Services = {
      config,
      log,
      metrics,
      clock,
      ids,
      http,
      mailer: createMailer(config),
      webhooks,
      db,
      signing: createSigning(keys),
      sealing,
      providers,
      notices,
      storage: openStorage(config.storage),
      pdf,
      ...documentHooks(clock, sealing),
    };
    // The embedded database is locked to this process: whatever is in flight was left by one that died.
    if (config.databaseUrl === null) await adoptOrphans(services);
    await resumeJobs(services, jobHandlers, nodeId);
    const app = await createApp(services, {
      distDir: options.distDir,
      mode: options.mode,
      isUp: options.isUp,
      shedding: { ...sheddingLimits, countShed: metrics?.countShed },
    });
    const leave = await joinOthers(services, { id: nodeId, notices });
    const url = await app.listen({ host: config.host, port: config.port }).catch(async (error: unknown) => {
      await leave();
      throw error;
    });
    const stopJobs = startJobs(services);
    const stop = async (): Promise<void> => {
      await app.close();
      await stopJobs();
      await bookUnbooked(services);
      await leave();
      await client.close();
      await webhooks.close();
      await pdf.close();
      await db.close();
    };
    return { services, url, stop };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** The metrics, where they have a port. Their library is loaded for them alone. */
async function openMetrics(
  config: Config,
  { db, log, clock }: Pick<Services, "db" | "log" | "clock">,
  isBookingFailing: () => boolean,
): Promise<Metrics | undefined> {
  if (config.metrics === null) return undefined;
  const { createMetrics } = await import("./metrics/metrics.ts");
  const { environment } = config;
  return createMetrics({ version, environment, pool: db.pool, log, now: clock.now, isBookingFailing });
}

/** A server of a shared database is one of several from the start; the built-in one belongs to this process alone. */
async function joinOthers(
  services: Services,
  own: { readonly id: string; readonly notices: NoticeBoard },
): Promise<() => Promise<void>> {
  const { config, db, log, providers } = services;
  if (config.databaseListenUrl === null) return async () => {};
  own.notices.on("account", (merchantId) => providers.forget(Number(merchantId)));
  return await joinNodes(describeNode(config, own.id), {
    db,
    listenUrl: config.databaseListenUrl.reveal(),
    log,
    notices: own.notices,
    onMissed: () => {
      providers.forget("all");
      wakeAttempts(services);
      wakeQueue(services);
    },
  });
}

/** The database, with the data directory locked to this process until it is closed, whichever database it is. */
async function openOwnDatabase(config: Config, { log, onFatal, signal }: StartOptions): Promise<Database> {
  const open = (): Promise<Database> =>
    openDatabase({
      databaseUrl: config.databaseUrl?.reveal(),
      dataDir: config.dataDir,
      log,
      poolSize: config.databasePoolSize,
      onServerExit: onFatal,
      signal,
      walArchive: config.walArchive ?? undefined,
    });
  // The built-in database takes the lock itself: commands of the operator may start it, too.
  if (config.databaseUrl === null) return await open();
  const lock = lockDataDirectory(config.dataDir);
  try {
    const db = await open();
    return { ...db, close: () => db.close().finally(lock.release) };
  } catch (error) {
    lock.release();
    throw error;
  }
}
