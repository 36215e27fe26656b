/**
 * How often one address may use the buyer calls. Mobile carriers put many buyers behind one address, so each limit is
 * far above what one person does; what holds for an order, a mobile or a mailbox is counted in the database.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { hourMs } from "#core/hourly-limit.ts";
import { limits } from "#core/limits.ts";
import { Problem } from "#core/problem.ts";
import { type Budget, type Budgets, callerOf, createBudgets } from "./budgets.ts";

const minuteMs = 60_000;

/** Kinds of calls that are counted together over an hour, by their routes. */
const hourly: readonly { readonly name: string; readonly routes: RegExp; readonly most: number }[] = [
  {
    name: "card attempts",
    routes: /^\/rest\/pay\/open(?:Amex)?Gateway$/,
    most: limits.cardAttemptsPerAddressPerHour,
  },
  {
    name: "card sessions",
    routes: /^\/rest\/pay\/prepareSession$/,
    most: limits.cardSessionsPerAddressPerHour,
  },
  {
    name: "e-mail codes",
    routes: /^\/rest\/pay\/registerClientEmail\//,
    most: limits.emailCodesPerAddressPerHour,
  },
  {
    name: "wallet codes",
    routes: /^\/rest\/pay\/\w+\/sendOtp$/,
    most: limits.walletCodesPerAddressPerHour,
  },
];

/** Calls by which pages ask how a payment stands. */
const statusRoutes = /^\/rest\/pay\/checkPaymentStatus$|^\/web\/embeddedJs\//;

/** Calls of programs, which prove who they are. */
const programRoutes = /^\/rest\/pay\/notify\//;

/** Addresses that need an order number. */
const numberedAddresses = /^\/(?:rest\/pay|pay|openApi|web)\//;

const misses: Budget = { most: limits.orderMissesPerTenMinutes, windowMs: 10 * minuteMs };

/** Mounts the limits. Before any route, behind what knows the address. */
export function mountBuyerLimits(app: FastifyInstance, now: () => number): void {
  const budgets = createBudgets(now);
  app.addHook("onRequest", async (request) => {
    const caller = callerOf(request.ip);
    refuse(countsMisses(request, caller) ? budgets.wait(`${caller} misses`, misses) : null);
    refuse(countCall(budgets, caller, request));
  });
  // Whoever guesses order numbers waits after a number of misses.
  app.addHook("onResponse", async (request, reply) => {
    const caller = callerOf(request.ip);
    if (reply.statusCode === 404 && countsMisses(request, caller)) budgets.take(`${caller} misses`, misses);
  });
}

function countsMisses({ url }: FastifyRequest, caller: string): boolean {
  return numberedAddresses.test(url) && !isOwnMachine(caller);
}

function countCall(budgets: Budgets, caller: string, request: FastifyRequest): number | null {
  const { method } = request;
  const route = request.routeOptions.url ?? "";
  const isRead = method === "GET" || method === "HEAD";
  const perMinute = minuteLimit(route, isRead);
  if (perMinute === null) return null;
  const seconds = budgets.take(`${caller} ${method} ${route}`, { most: perMinute, windowMs: minuteMs });
  const kind = isRead ? undefined : hourly.find(({ routes }) => routes.test(route));
  if (seconds !== null || !kind || isOwnMachine(caller)) return seconds;
  return budgets.take(`${caller} ${kind.name}`, { most: kind.most, windowMs: hourMs });
}

/**
 * The machine's own address is a proxy in front that nobody told us of, or somebody who tries the program out: it
 * stands for no one buyer, and the shop must not close for all of them after the first twenty.
 */
function isOwnMachine(caller: string): boolean {
  return caller.startsWith("127.") || caller === callerOf("::1");
}

/** How often one address may use a route in a minute; null where nobody counts. */
function minuteLimit(route: string, isRead: boolean): number | null {
  if (statusRoutes.test(route)) return limits.statusCallsPerMinute;
  if (!route.startsWith("/rest/pay/") || programRoutes.test(route)) return null;
  return isRead ? limits.readsPerMinute : limits.paymentsPerMinute;
}

function refuse(retryAfterSeconds: number | null): void {
  if (retryAfterSeconds !== null) throw new Problem("rate_limited", { retryAfterSeconds });
}
