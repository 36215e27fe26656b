/** Which calls of buyers are counted, what together, and how many of them one address may make. */

import { reportPath } from "#core/address/report-path.ts";
import { limits } from "#core/limits.ts";
import { isPageForm, type PageForm, pageForms } from "#core/page-forms.ts";
import { allMethods } from "#methods/allowed.ts";
import { type Counted, type FlowFacts, flowFacts } from "#methods/flow.ts";
import type { MethodCall } from "#methods/method-server.ts";
import { methodEntry } from "#methods/registry.ts";
import type { Budget } from "./budgets.ts";

export const minuteMs = 60_000;

/** What is counted together over an hour. */
export type Hourly = {
  readonly name: string;
  readonly most: number;
  /** Calls that are counted before they are answered. */
  readonly counted?: Routes;
  /** A successful answer to these returns one use. */
  readonly givenBack?: Routes;
  /** Declines by these calls are counted, and close the calls that ask a bank. */
  readonly declined?: Routes;
  readonly closes: Routes;
};

/** Addresses of calls: an expression, or those of methods. */
type Routes = { readonly test: (route: string) => boolean };

/** The calls by which methods of such flows start a payment, or end it. A method that is added is limited as they are. */
function callsOf(isOne: (facts: FlowFacts) => boolean, step: MethodCall["step"]): Routes {
  const paths = allMethods
    .filter(({ flow }) => isOne(flowFacts[flow]))
    .flatMap(({ id }) => methodEntry(id).calls.filter((call) => call.step === step))
    .map(({ path }) => path.slice("POST ".length));
  return { test: (route) => paths.includes(route) };
}

/** The forms that are counted as this. One that is added is limited as they are. */
function formsOf(name: (typeof pageForms)[PageForm]["countedAs"]): Routes {
  return { test: (route) => isPageForm(route) && pageForms[route].countedAs === name };
}

/** By which of the limits below an address is held back, for each kind of tries. */
const limitOf: Readonly<Record<Counted, "declines" | "wallet codes">> = {
  card: "declines",
  wallet: "declines",
  code: "wallet codes",
};
const isLimitedBy =
  (name: (typeof limitOf)[Counted]) =>
  ({ countedAs }: FlowFacts): boolean =>
    countedAs !== null && limitOf[countedAs] === name;

/** Calls that have a bank judge a card, its own or a wallet's. */
const banks = callsOf(isLimitedBy("declines"), "start");
/** The return from the bank's page, which ends what one of them began. */
const bankReturn = "/rest/pay/process3dSecure";
const codeRequests = callsOf(isLimitedBy("wallet codes"), "start");

/** All that is counted by the hour. */
export const hourly: readonly Hourly[] = [
  {
    name: "declines",
    most: limits.declinesPerAddressPerHour,
    declined: { test: (route) => banks.test(route) || route === bankReturn },
    closes: banks,
  },
  {
    name: "card sessions",
    most: limits.cardSessionsPerAddressPerHour,
    counted: /^\/rest\/pay\/prepareSession$/,
    givenBack: callsOf(({ presents }) => presents === "session", "start"),
    closes: /^\/rest\/pay\/prepareSession$/,
  },
  {
    name: "e-mail codes",
    most: limits.emailCodesPerAddressPerHour,
    counted: /^\/rest\/pay\/registerClientEmail\//,
    givenBack: /^\/rest\/pay\/confirmClientEmail\//,
    closes: /^\/rest\/pay\/registerClientEmail\//,
  },
  {
    name: "wallet codes",
    most: limits.walletCodesPerAddressPerHour,
    counted: codeRequests,
    givenBack: callsOf(isLimitedBy("wallet codes"), "confirm"),
    closes: codeRequests,
  },
  {
    name: "reference mails",
    most: limits.referenceMailsPerAddressPerHour,
    counted: formsOf("reference mails"),
    closes: formsOf("reference mails"),
  },
  {
    name: "buyer requests",
    most: limits.buyerRequestsPerAddressPerHour,
    counted: formsOf("buyer requests"),
    closes: formsOf("buyer requests"),
  },
];

/** Calls by which pages ask for the status of a payment. */
const statusRoutes = /^\/rest\/pay\/checkPaymentStatus$|^\/web\/embeddedJs\//;

/** Calls of programs, which prove who they are. */
const programRoutes = /^\/rest\/pay\/notify\//;

/** How often one address may use a route in a minute; null where calls are not counted. */
export function minuteLimit(route: string, isReading: boolean): number | null {
  if (route === reportPath) return limits.reportsPerMinute;
  if (statusRoutes.test(route)) return limits.statusCallsPerMinute;
  if (!route.startsWith("/rest/pay/") || programRoutes.test(route)) return null;
  return isReading ? limits.readsPerMinute : limits.paymentsPerMinute;
}

/** Addresses that need an order number. */
export const numberedAddresses = /^\/(?:rest\/pay|pay|openApi|web)\//;

/** Order numbers that one address may guess wrong. */
export const misses: Budget = { most: limits.orderMissesPerTenMinutes, windowMs: 10 * minuteMs };
