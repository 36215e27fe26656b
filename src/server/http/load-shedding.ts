/**
 * What is refused when this process has more to do than it can: requests that begin something. Pages and other reads continue, and so does
 * every step of a payment that has begun: returns from a bank, codes, status calls, messages of
 * providers (docs/decisions/0124).
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance } from "fastify";
import { Problem } from "#core/problem.ts";
import type { Services } from "../services.ts";
import { createAdmission } from "./admission.ts";

export type SheddingReason = "connections" | "event_loop";

export type SheddingLimits = {
  /** How many requests may wait for a database connection, per connection of the pool. */
  readonly mostWaitingPerConnection: number;
  /** By how much the event loop may be late, on average over `sampleMs`. */
  readonly mostLoopDelayMs: number;
  readonly sampleMs: number;
  /** With fewer requests in progress a late event loop is caused by other processes of this machine, and refusing would not help. */
  readonly leastInHand: number;
};

/** Measured: docs/reliability.md, "Overload". */
export const sheddingLimits: SheddingLimits = {
  mostWaitingPerConnection: 6,
  mostLoopDelayMs: 150,
  sampleMs: 1_000,
  leastInHand: 32,
};

export type Shedding = SheddingLimits & {
  /** Counts what was refused. */
  readonly countShed?: ((reason: SheddingReason) => void) | undefined;
};

/** Clients retry after 2 to 5 seconds, with jitter. */
const retryAfter = { leastSeconds: 2, choices: 4 } as const;
const logEveryMs = 10_000;
const resolutionMs = 20;

/** Calls of buyers that begin something; everything else of theirs continues with what was begun, or reads. */
const beginnings: ReadonlySet<string> = new Set([
  "/rest/pay/product/",
  "/rest/pay/prepareSession",
  "/rest/pay/registerClientEmail/:orderNumber",
  "/api/addInvoice",
  "/mcp",
]);

/** How the methods' own routes begin a payment. What a buyer has approved already (processPayment) continues. */
const methodBegins = /^\/rest\/pay\/\w+\/(?:sendOtp|authorize|validateMerchant\/:orderNumber)$/;

/**
 * Whether a request begins something, as far as its method and route say.
 * @param route the pattern; undefined where nothing is
 */
export function beginsSomething(method: string, route: string | undefined): boolean {
  if (route === undefined || method === "GET" || method === "HEAD" || method === "OPTIONS") return false;
  return route.startsWith("/api/v1/") || beginnings.has(route) || methodBegins.test(route);
}

/** Mounts it; nothing without limits. Before hooks that ask the database: a refused request costs no more than its headers. */
export function mountLoadShedding(
  app: FastifyInstance,
  { db: { pool }, log, clock }: Pick<Services, "db" | "log" | "clock">,
  shedding: Shedding | undefined,
): void {
  if (!shedding) return;
  const loop = watchLoop(shedding);
  app.addHook("onClose", async () => loop.stop());
  const mostWaiting = shedding.mostWaitingPerConnection * pool.options.max;
  let inHand = 0;
  const admit = createAdmission(() => performance.now());
  const reasonNow = (): SheddingReason | null => {
    if (pool.waitingCount > mostWaiting) return "connections";
    if (inHand < shedding.leastInHand) return null;
    return admit(loop.delayMs() > shedding.mostLoopDelayMs) ? null : "event_loop";
  };
  let refused = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  app.addHook("onRequest", async ({ method, routeOptions }, reply) => {
    inHand += 1;
    reply.raw.once("close", () => {
      inHand -= 1;
    });
    if (!beginsSomething(method, routeOptions.url)) return;
    const reason = reasonNow();
    if (reason === null) return;
    shedding.countShed?.(reason);
    refused += 1;
    if (clock.now() - loggedAt >= logEveryMs) {
      loggedAt = clock.now();
      log.warn("load_shed", {
        reason,
        refused,
        waiting: pool.waitingCount,
        loopDelayMs: Math.round(loop.delayMs()),
      });
      refused = 0;
    }
    const retryAfterSeconds = retryAfter.leastSeconds + Math.floor(Math.random() * retryAfter.choices);
    throw new Problem("service_unavailable", { retryAfterSeconds });
  });
}

/** How late the event loop was on average of the last sample. */
function watchLoop({ sampleMs }: SheddingLimits): {
  readonly delayMs: () => number;
  readonly stop: () => void;
} {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let delayMs = 0;
  const timer = setInterval(() => {
    // Nothing was measured since: the loop was blocked until now, and the last measurement still applies.
    if (histogram.count === 0) return;
    delayMs = Math.max(0, histogram.mean / 1e6 - resolutionMs);
    histogram.reset();
  }, sampleMs);
  timer.unref();
  return {
    delayMs: () => delayMs,
    stop: () => {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
