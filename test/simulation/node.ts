/** One server process of the world: the whole application on the world's clock, ids, network and connections. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import type { Clock, Http, Ids } from "#core/ports.ts";
import { createApp } from "#server/app.ts";
import { createPdfPool } from "#server/documents/pdf-pool.ts";
import { createLog } from "#server/log/log.ts";
import { createNotices } from "#server/nodes/notices.ts";
import { documentHooks } from "#server/payments/order-hooks.ts";
import { createProviderDirectory } from "#server/payments/provider-directory.ts";
import { masterKeys } from "#server/secrets/master-secret.ts";
import { createSealing } from "#server/secrets/sealing.ts";
import { createSigning } from "#server/secrets/signing.ts";
import type { Services } from "#server/services.ts";
import { readConfig } from "#server/settings/config.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import { type Connection, type LentDatabase, lendConnections } from "./lent-connections.ts";
import type { Random } from "./random.ts";
import { mailerOver, webhooksOver } from "./receivers.ts";
import type { Owner, Scheduler } from "./scheduler.ts";
import type { Timeline } from "./timeline.ts";

/** One life of a process; after a crash the next one knows nothing of it. */
export type Life = Owner & {
  /** Its application, made for the first request that comes: some lives get none, and making it takes a tenth of a seed. */
  readonly app: () => Promise<FastifyInstance>;
  readonly services: Services;
  readonly connections: LentDatabase;
  /** Resolves when it dies. */
  readonly died: Promise<null>;
  readonly die: () => void;
};

export type LifeParts = {
  readonly name: string;
  readonly timeline: Timeline;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly free: Connection[];
  readonly httpOf: (owner: Owner) => Http;
  readonly onLogLine: (line: string) => void;
};

export const simulatedConfig = readConfig({
  WASL_ENV: "test",
  WASL_WEB_URL: "http://localhost:3000",
  WASL_RATE_LIMITS: "false",
  SIM_URL: "http://localhost:3001",
  SMTP_URL: "smtp://localhost:3002",
});
const keys = masterKeys("a master secret of tests, long enough");
const sealing = createSealing(keys);
const signing = createSigning(keys);
const pdf = createPdfPool({ size: 1, log: createLog(() => {}) });
const storage = openStorage({ kind: "disk", directory: join(tmpdir(), "wasl-simulation-files") });

/** Begins a life. */
export function beginLife(parts: LifeParts): Life {
  const { promise: died, resolve } = Promise.withResolvers<null>();
  const owner: Owner = { name: parts.name, isDead: false, pausedUntil: 0, aheadMs: 0 };
  const connections = lendConnections(owner, parts.scheduler, parts.free);
  const clock = clockOf(owner, parts.timeline);
  const log = createLog(parts.onLogLine, "error");
  const http = parts.httpOf(owner);
  const db = connections.database;
  const services: Services = {
    config: simulatedConfig,
    log,
    clock,
    ids: seededIds(parts.random, clock),
    http,
    mailer: mailerOver(http),
    webhooks: webhooksOver(http),
    db,
    signing,
    sealing,
    providers: createProviderDirectory(simulatedConfig, {
      db: db.kysely,
      sealing,
      ports: { http, clock, log },
    }),
    storage,
    pdf,
    notices: createNotices({ pool: db.pool, log, self: parts.name }),
    ...documentHooks(clock, sealing),
  };
  let app: Promise<FastifyInstance> | undefined;
  const openApp = (): Promise<FastifyInstance> => {
    if (app === undefined) {
      app = createApp(services, { distDir: null }).then(async (made) => {
        await made.ready();
        return made;
      });
      parts.scheduler.hold(app);
    }
    return app;
  };
  const die = (): void => {
    owner.isDead = true;
    resolve(null);
  };
  return Object.assign(owner, { app: openApp, services, connections, died, die });
}

/** Sends a request to a process; null when it dies under it. */
export async function callNode(life: Life, request: InjectOptions): Promise<LightMyRequestResponse | null> {
  if (life.isDead) return null;
  const app = await life.app();
  return await Promise.race([app.inject(request), life.died]);
}

function clockOf(owner: Owner, timeline: Timeline): Clock {
  return {
    now: () => timeline.now() + owner.aheadMs,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const end = (): void => {
          if (owner.isDead) return;
          // A frozen process wakes late.
          if (owner.pausedUntil > timeline.now()) return void timeline.at(owner.pausedUntil, end);
          resolve();
        };
        const cancel = timeline.at(timeline.now() + ms, end);
        signal?.addEventListener(
          "abort",
          () => {
            cancel();
            resolve();
          },
          { once: true },
        );
      }),
  };
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function seededIds(random: Random, clock: Clock): Ids {
  const letters = (length: number): string =>
    Array.from(random.bytes(length), (byte) => crockford[byte % 32]).join("");
  return {
    orderNumber: () => letters(16),
    linkIdentity: () => letters(12),
    attemptId: () => clock.now().toString(36).padStart(9, "0") + letters(16).toLowerCase(),
    token: (count) => random.bytes(count).toString("base64url"),
    otp: (digits) => String(random.whole(0, 10 ** digits - 1)).padStart(digits, "0"),
  };
}
