/**
 * How often one address may use the buyer calls. Mobile carriers, offices and schools put many buyers behind one
 * address, so each limit is far above what one person does, and successful uses are returned: an address is
 * stopped for what fails from it. What is counted over an hour or as a miss counts over all servers (shared-limits.ts), by
 * the minute each counts for itself. Calls for orders of test worlds have counters of their own (docs/decisions/0155). What holds
 * for an order, a card or a mobile is in tries.ts.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { hourMs } from "#core/hourly-limit.ts";
import type { Log } from "#core/ports.ts";
import { Problem } from "#core/problem.ts";
import type { Services } from "../services.ts";
import type { Config } from "../settings/config.ts";
import { addressGroup } from "./address-group.ts";
import { type Budget, type Budgets, createBudgets } from "./budgets.ts";
import { type Hourly, hourly, minuteLimit, minuteMs, misses, numberedAddresses } from "./counted-calls.ts";
import { createWorldFinder } from "./counted-world.ts";
import { createSharedLimits, type SharedLimits, type Use } from "./shared-limits.ts";

/** Calls by which a one-time code was sent again: one try, which counts once. */
const sentAgain = new WeakSet<FastifyRequest>();

/** Counts a call for its address as the one that it repeats. How often a code is sent again is counted by its mobile. */
export function noteSentAgain(request: FastifyRequest): void {
  sentAgain.add(request);
}

/** Whom each call is counted for, once its order is known. */
const callers = new WeakMap<FastifyRequest, string>();

/** Whom a call is counted for: its address, in the world of its order or link. */
export function countedCaller(request: FastifyRequest): string {
  return callers.get(request) ?? addressGroup(request.ip);
}

/** Mounts the limits. Before any route, behind what knows the address. */
export function mountBuyerLimits(
  app: FastifyInstance,
  services: Pick<Services, "config" | "clock" | "log" | "db" | "signing" | "notices">,
): void {
  const { config, clock, log } = services;
  const budgets = createBudgets(clock.now);
  const shared = createSharedLimits(services);
  const worldOf = createWorldFinder(services);
  const isExempt = ownMachineRule(config);
  const warnOfProxy = proxyWarning(config, log, clock.now);
  // What was refused before, such as the calls of another site's page, closes no address.
  const entered = new WeakSet<FastifyRequest>();
  app.addHook("onRequest", async (request) => {
    warnOfProxy(request);
    const address = addressGroup(request.ip);
    const isCounted = !isExempt(address);
    refuse(isCounted && needsNumber(request) ? shared.wait(["misses", address]) : null);
    refuse(waitAfterUnread(budgets, address, request));
    entered.add(request);
  });
  // Which order a call is for is in its body, too. It is judged afterwards: what is malformed counts all the same.
  app.addHook("preValidation", async (request) => {
    if (minuteBudget("", request) === null) return;
    const address = addressGroup(request.ip);
    const caller = (await worldOf(request)) === "test" ? `${address} in test` : address;
    callers.set(request, caller);
    refuse(countInMinute(budgets, caller, request));
    if (!isExempt(address)) refuse(await countInHour(shared, caller, request));
  });
  // Before the answer is sent: a client that immediately fails again has been counted.
  app.addHook("onSend", async (request, reply) => {
    const address = addressGroup(request.ip);
    const caller = callers.get(request);
    if (caller === undefined && entered.has(request)) countInMinute(budgets, unread(address), request);
    if (isExempt(address)) return;
    try {
      // A client that guesses order numbers waits after a number of misses.
      if (reply.statusCode === 404 && needsNumber(request)) await shared.take(["misses", address], misses);
      if (caller !== undefined) await settleHour(shared, caller, request, reply.statusCode);
    } catch (error) {
      log.error("limit not counted", { requestId: request.id, error });
    }
  });
}

/** Calls whose body cannot be read are of no world: they are counted for themselves. */
const unread = (address: string): string => `${address} unread`;

/** Seconds to wait for an address that has sent too many of those; it is refused before the next one is read. */
function waitAfterUnread(budgets: Budgets, address: string, request: FastifyRequest): number | null {
  const counted = minuteBudget(unread(address), request);
  if (counted === null) return null;
  const { left, resetSeconds } = budgets.rest(counted.key, counted.budget);
  return left > 0 ? null : resetSeconds;
}

function needsNumber({ url }: FastifyRequest): boolean {
  return numberedAddresses.test(url);
}

function countInMinute(budgets: Budgets, caller: string, request: FastifyRequest): number | null {
  const counted = minuteBudget(caller, request);
  return counted && budgets.take(counted.key, counted.budget);
}

/** What a call is counted in; null where calls are not counted. */
function minuteBudget(
  caller: string,
  request: FastifyRequest,
): { readonly key: string; readonly budget: Budget } | null {
  const route = request.routeOptions.url ?? "";
  const most = minuteLimit(route, isRead(request));
  return most === null
    ? null
    : { key: `${caller} ${request.method} ${route}`, budget: { most, windowMs: minuteMs } };
}

async function countInHour(
  shared: SharedLimits,
  caller: string,
  request: FastifyRequest,
): Promise<number | null> {
  if (isRead(request)) return null;
  const route = request.routeOptions.url ?? "";
  for (const kind of hourly.filter(({ closes }) => closes.test(route))) {
    const use: Use = [kind.name, caller];
    const seconds = kind.counted?.test(route) ? await shared.take(use, budgetOf(kind)) : shared.wait(use);
    if (seconds !== null) return seconds;
  }
  return null;
}

/** The outcome of a call: a decline counts, a successful answer returns the uses that led to it. */
async function settleHour(
  shared: SharedLimits,
  caller: string,
  request: FastifyRequest,
  status: number,
): Promise<void> {
  if (isRead(request)) return;
  const route = request.routeOptions.url ?? "";
  for (const kind of hourly) {
    const use: Use = [kind.name, caller];
    if (status === 402 && kind.declined?.test(route)) await shared.take(use, budgetOf(kind));
    const isFree = kind.givenBack?.test(route) || (kind.counted?.test(route) && sentAgain.has(request));
    if (status === 200 && isFree) await shared.giveBack(use);
  }
}

function budgetOf({ most }: Hourly): Budget {
  return { most, windowMs: hourMs };
}

function isRead({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Whether an address stands for no one buyer. Where nothing is real, the machine's own is a person who tries the
 * program out; anywhere else it is counted like all others.
 */
function ownMachineRule({ environment }: Pick<Config, "environment">): (caller: string) => boolean {
  const isTrial = environment === "local" || environment === "test";
  const loopback = addressGroup("::1");
  return (caller) => isTrial && (caller.startsWith("127.") || caller === loopback);
}

/** An undeclared proxy makes one address of all buyers: a warning goes to the operator's log, once an hour. */
function proxyWarning(
  config: Pick<Config, "trustedProxies">,
  log: Log,
  now: () => number,
): (request: FastifyRequest) => void {
  let nextAt = 0;
  return ({ headers }) => {
    if (config.trustedProxies > 0 || now() < nextAt) return;
    if (headers["x-forwarded-for"] === undefined && headers["forwarded"] === undefined) return;
    nextAt = now() + hourMs;
    log.warn("security.undeclared_proxy", {
      message:
        "requests come through a proxy, but WASL_TRUSTED_PROXIES is 0: all buyers count as one address",
    });
  };
}

function refuse(retryAfterSeconds: number | null): void {
  if (retryAfterSeconds !== null) throw new Problem("rate_limited", { retryAfterSeconds });
}
