/**
 * What Prometheus reads of this process (docs/decisions/0104). No label names a merchant, a buyer or an order: methods,
 * states, routes by their pattern and kinds of jobs are all there is. Loaded only where the metrics have a port.
 */
import type { Pool } from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { jobKinds } from "#core/job-kinds.ts";
import type { Http, HttpResult, Log } from "#core/ports.ts";
import { type DatabaseFigures, readDatabaseFigures } from "./database-figures.ts";

export type Metrics = {
  /** An answer of a provider has moved a payment to this state. */
  readonly countPayment: (method: string, state: string) => void;
  /** A request was answered. The route is its pattern, as in `/rest/pay/order/:orderNumber`. */
  readonly observeRequest: (request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly durationMs: number;
  }) => void;
  /** A request that would have begun something was refused, since this process had too much to do. */
  readonly countShed: (reason: string) => void;
  /** The same network, whose calls are measured under a name: a payment method, or `other`. */
  readonly measured: (provider: string, http: Http) => Http;
  /**
   * All metrics in Prometheus' text format, those of the database as it is now.
   * @returns rejects never: without a database `wasl_database_up` is 0 and what it would say is missing
   */
  readonly text: () => Promise<string>;
};

export type MetricsOptions = {
  readonly version: string;
  readonly environment: string;
  readonly pool: Pool;
  readonly log: Log;
  readonly now: () => number;
  /** Whether this process holds an outcome of a payment that it cannot write down. */
  readonly isBookingFailing: () => boolean;
};

/** Upper ends of the histograms, in seconds; a provider may take a minute. */
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const providerSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60];
/** Waiting for a connection counts as well; Prometheus gives up after ten seconds. */
const databaseTimeoutMs = 4_000;

/** Makes the metrics of a process, with those of Node.js itself (`process_…`, `nodejs_…`). */
export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "wasl_http_request_duration_seconds",
    help: "Requests that were answered, by route pattern and class of status",
    labelNames: ["method", "route", "status"],
    buckets: requestSeconds,
    registers,
  });
  const providers = new Histogram({
    name: "wasl_provider_request_duration_seconds",
    help: "Requests to payment providers (other: tax authority, messages), by class of answer, not_sent or no_answer",
    labelNames: ["provider", "outcome"],
    buckets: providerSeconds,
    registers,
  });
  const payments = new Counter({
    name: "wasl_payments_total",
    help: "Payments that a provider's answer moved, by method and new state",
    labelNames: ["method", "state"],
    registers,
  });
  const shed = new Counter({
    name: "wasl_requests_shed_total",
    help: "Requests refused with 503 under too much load, by what was short: connections (to the database) or event_loop",
    labelNames: ["reason"],
    registers,
  });
  // There from the start, so that a first one is an increase.
  for (const reason of ["connections", "event_loop"]) shed.inc({ reason }, 0);
  gaugesOfProcess(registers, options);
  const showDatabase = gaugesOfDatabase(registers);
  const read = databaseReader(options);
  return {
    countPayment: (method, state) => payments.inc({ method, state }),
    countShed: (reason) => shed.inc({ reason }),
    observeRequest: ({ method, route, status, durationMs }) =>
      requests.observe({ method, route, status: statusClass(status) }, durationMs / 1000),
    measured: (provider, http) => async (request) => {
      const startedAt = performance.now();
      const result = await http(request);
      providers.observe({ provider, outcome: outcomeOf(result) }, (performance.now() - startedAt) / 1000);
      return result;
    },
    text: async () => {
      showDatabase(await read());
      return await registry.metrics();
    },
  };
}

function statusClass(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}

function outcomeOf(result: HttpResult): string {
  return result.kind === "answer" ? statusClass(result.status) : result.kind;
}

/** What is known without asking: this program, its pool of connections, its unwritten outcomes. */
function gaugesOfProcess(
  registers: Registry[],
  { version, environment, pool, isBookingFailing }: MetricsOptions,
): void {
  new Gauge({
    name: "wasl_info",
    help: "1, with the version and the environment of this process",
    labelNames: ["version", "environment"],
    registers,
  }).set({ version, environment }, 1);
  new Gauge({
    name: "wasl_outcomes_unwritten",
    help: "1 while this process holds an outcome of a payment that the database does not take, else 0",
    registers,
    collect() {
      this.set(isBookingFailing() ? 1 : 0);
    },
  });
  new Gauge({
    name: "wasl_database_connections",
    help: "Connections of this process by state; waiting: requests that wait for one",
    labelNames: ["state"],
    registers,
    collect() {
      this.set({ state: "busy" }, pool.totalCount - pool.idleCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
  new Gauge({
    name: "wasl_database_connections_most",
    help: "Connections that this process may have (DATABASE_POOL_SIZE)",
    registers,
  }).set(pool.options.max);
}

/** Makes the gauges of what the database says; the function shows new figures, or that there are none. */
function gaugesOfDatabase(registers: Registry[]): (figures: DatabaseFigures | null) => void {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers });
  const isUp = gauge("wasl_database_up", "1 when the database answered, else 0");
  const all = {
    due: gauge("wasl_jobs_due", "Jobs that are due, without those of lanes that rest", "kind"),
    late: gauge("wasl_jobs_late_seconds", "How long the first of them has been due", "kind"),
    failed: gauge("wasl_jobs_failed", "Jobs that were given up in the last 30 days", "kind"),
    resting: gauge(
      "wasl_job_lanes_resting",
      "Lanes whose receiver fails and is left alone for a while",
      "kind",
    ),
    open: gauge("wasl_payments_open", "Payments whose end is not known yet", "method", "state"),
    oldest: gauge("wasl_payments_open_oldest_seconds", "Age of the oldest of them", "method", "state"),
    checksLate: gauge(
      "wasl_payment_checks_late_seconds",
      "Delay of the question about a payment that is due first",
    ),
    documents: gauge(
      "wasl_tax_documents_waiting",
      "Documents that the authority has not taken",
      "environment",
    ),
    deadline: gauge("wasl_tax_deadline_seconds", "Time to the first deadline of a report", "environment"),
    stopped: gauge(
      "wasl_tax_units_stopped",
      "Stamping units that do not send: stopped or held",
      "environment",
    ),
  };
  return (figures) => {
    isUp.set(figures ? 1 : 0);
    for (const each of Object.values(all)) each.reset();
    if (!figures) return;
    // A queue without work, or without a failure yet, is a line at zero and not a gap: rules compare with what was.
    for (const each of [all.due, all.late, all.failed, all.resting])
      for (const kind of jobKinds) each.set({ kind }, 0);
    for (const { kind, due, late } of figures.queue) {
      all.due.set({ kind }, due);
      all.late.set({ kind }, late);
    }
    for (const { kind, count } of figures.failedJobs) all.failed.set({ kind }, count);
    for (const { kind, count } of figures.restingLanes) all.resting.set({ kind }, count);
    for (const { method, state, count, oldest } of figures.openPayments) {
      all.open.set({ method, state }, count);
      all.oldest.set({ method, state }, oldest);
    }
    all.checksLate.set(figures.checksLate);
    for (const { environment, waiting, toDeadline } of figures.taxDocuments) {
      all.documents.set({ environment }, waiting);
      if (toDeadline !== null) all.deadline.set({ environment }, toDeadline);
    }
    for (const { environment, count } of figures.stoppedTaxUnits) all.stopped.set({ environment }, count);
  };
}

/** Reads the figures, once for all who ask at the same time; null when the database does not give them in time. */
function databaseReader({ pool, log, now }: MetricsOptions): () => Promise<DatabaseFigures | null> {
  let underWay: Promise<DatabaseFigures | null> | null = null;
  let wasRead = true;
  const ask = async (): Promise<DatabaseFigures | null> => {
    const figures = await Promise.race([readDatabaseFigures(pool, now()), silence()]).catch(
      (error: unknown) => {
        // Once: whether the database is there is asked, and logged, by readiness.
        if (wasRead) log.warn("metrics without the database", { error });
        return null;
      },
    );
    wasRead = figures !== null;
    underWay = null;
    return figures;
  };
  return async () => {
    underWay ??= ask();
    return await underWay;
  };
}

function silence(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), databaseTimeoutMs).unref();
  });
}
