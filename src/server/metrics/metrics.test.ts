/** What Prometheus reads is what happened, names no merchant and no buyer, and has all that the files in deploy/ ask for. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import pg from "pg";
import { createApp } from "#server/app.ts";
import { createLog } from "#server/log/log.ts";
import { createProviderDirectory } from "#server/payments/provider-directory.ts";
import { enqueue } from "#server/queue/job-store.ts";
import type { Services } from "#server/services.ts";
import { issueInvoice, payByCard, setFault, startTestApp, type TestApp } from "#test/app-harness.ts";
import { startPhase2 } from "#test/e-invoice-authority.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { type MetricsServer, serveMetrics } from "./metrics-server.ts";

/** Where the files are that read the metrics. */
const deploy = join(import.meta.dirname, "../../../deploy");

let shop: TestApp & { readonly metrics: Metrics };
let server: MetricsServer;
let isBookingFailing = false;
const options = { version: "9.9.9", environment: "test", isBookingFailing: () => isBookingFailing };

before(async () => {
  shop = await startMeasuredApp();
  server = await serveMetrics({ host: "127.0.0.1", port: 0 }, shop.metrics.text);
  const pay = async (fault: object | null, card: Parameters<typeof payByCard>[2] = {}): Promise<void> => {
    const orderNumber = await issueInvoice(shop);
    if (fault) await setFault(shop, { operation: "PAY", ...fault });
    await payByCard(shop, orderNumber, card);
  };
  await startPhase2(shop.db.kysely, shop.services.sealing, shop.merchantId);
  await pay(null);
  await pay(null);
  await pay(null, { expiry: "05/39" });
  await pay({ fault: "drop_after_commit" });
  await shop.db.kysely.updateTable("egs_units").set({ state: "stopped" }).execute();
  await leaveWork();
  shop.clock.advance(1_200_000);
});
after(async () => {
  await server?.close();
  await shop?.[Symbol.asyncDispose]();
});

/** A Wasl with metrics, as `startServer` puts it together. */
async function startMeasuredApp(): Promise<TestApp & { readonly metrics: Metrics }> {
  const plain = await startTestApp();
  const { config, log, clock, db, sealing, http } = plain.services;
  const metrics = createMetrics({
    ...options,
    pool: db.pool,
    log,
    now: clock.now,
  });
  const services: Services = {
    ...plain.services,
    metrics,
    providers: createProviderDirectory(config, {
      db: db.kysely,
      sealing,
      ports: { http, clock, log },
      httpOf: (method) => metrics.measured(method, http),
    }),
  };
  return { ...plain, services, metrics, app: await createApp(services, { distDir: null }) };
}

/** Jobs that are due, one that was given up, and one whose lane rests. */
async function leaveWork(): Promise<void> {
  const { db, clock, merchantId } = shop;
  const at = new Date(clock.now());
  await db.kysely.deleteFrom("jobs").execute();
  for (const lane of ["webhook:1", "webhook:1", "webhook:2", "webhook:3"] as const)
    await enqueue(db.kysely, { merchantId, kind: "webhook", lane, payload: {}, at });
  await db.kysely
    .updateTable("jobs")
    .set({ state: "failed", run_at: null })
    .where("lane", "=", "webhook:3")
    .execute();
  const closedUntil = new Date(at.getTime() + 24 * 60 * 60_000);
  await db.kysely
    .insertInto("job_lanes")
    .values({ lane: "webhook:2", failures: 5, closed_until: closedUntil })
    .execute();
}

type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

async function scrape(): Promise<Sample[]> {
  const reply = await fetch(server.url);
  assert.equal(reply.status, 200);
  assert.match(reply.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
  return samplesOf(await reply.text());
}

function samplesOf(text: string): Sample[] {
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = "", labels, value]) => ({
    name,
    labels: labelsOf(labels ?? ""),
    value: Number(value),
  }));
}

function labelsOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
}

/** The value of the only sample of a name with these labels. */
function sampleOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const found = samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  assert.equal(found.length, 1, `${name} ${JSON.stringify(labels)}: ${found.length} samples`);
  return found[0]?.value ?? Number.NaN;
}

test("payments are counted by method and by the state that the provider's answer gave them", async () => {
  const samples = await scrape();
  assert.equal(sampleOf(samples, "wasl_payments_total", { method: "card", state: "captured" }), 2);
  assert.equal(sampleOf(samples, "wasl_payments_total", { method: "card", state: "declined" }), 1);
  assert.equal(sampleOf(samples, "wasl_payments_total", { method: "card", state: "unknown" }), 1);
});

test("a payment in doubt is shown with its age, and how late the question about it is", async () => {
  const samples = await scrape();
  const labels = { method: "card", state: "unknown" };
  assert.equal(sampleOf(samples, "wasl_payments_open", labels), 1);
  const oldest = sampleOf(samples, "wasl_payments_open_oldest_seconds", labels);
  assert.ok(oldest >= 1_200 && oldest < 1_800, `${oldest}`);
  const late = sampleOf(samples, "wasl_payment_checks_late_seconds");
  assert.ok(late > 600 && late <= oldest, `${late}`);
});

test("requests to a provider are measured under its method, one without an answer as such", async () => {
  const samples = await scrape();
  const name = "wasl_provider_request_duration_seconds_count";
  assert.ok(sampleOf(samples, name, { provider: "card", outcome: "2xx" }) > 3);
  assert.equal(sampleOf(samples, name, { provider: "card", outcome: "no_answer" }), 1);
});

test("requests are measured by the pattern of their route and the class of their status", async () => {
  const name = "wasl_http_request_duration_seconds_count";
  const labels = { method: "GET", route: "/rest/pay/order/:orderNumber", status: "4xx" };
  await shop.app.inject("/rest/pay/order/0000000000000000");
  assert.equal(sampleOf(await scrape(), name, labels), 1);
  await shop.app.inject("/nowhere");
  assert.equal(sampleOf(await scrape(), name, { route: "none" }), 1);
});

test("due jobs count without those that were given up or whose lane rests, and a queue without work is at zero", async () => {
  const samples = await scrape();
  assert.equal(sampleOf(samples, "wasl_jobs_due", { kind: "webhook" }), 2);
  const late = sampleOf(samples, "wasl_jobs_late_seconds", { kind: "webhook" });
  assert.ok(late >= 1_200 && late < 1_800, `${late}`);
  assert.equal(sampleOf(samples, "wasl_jobs_failed", { kind: "webhook" }), 1);
  assert.equal(sampleOf(samples, "wasl_job_lanes_resting", { kind: "webhook" }), 1);
  // Zeros, not gaps: a rule that compares with a quarter of an hour ago needs what was there.
  for (const name of [
    "wasl_jobs_due",
    "wasl_jobs_late_seconds",
    "wasl_jobs_failed",
    "wasl_job_lanes_resting",
  ])
    assert.equal(sampleOf(samples, name, { kind: "tax_unit" }), 0, name);
});

test("documents that the tax authority has not taken are shown with the time that is left, units that stopped by number", async () => {
  const labels = { environment: "sandbox" };
  const samples = await scrape();
  assert.equal(sampleOf(samples, "wasl_tax_documents_waiting", labels), 2);
  const left = sampleOf(samples, "wasl_tax_deadline_seconds", labels);
  assert.ok(left > 22 * 3600 && left < 24 * 3600, `${left}`);
  assert.equal(sampleOf(samples, "wasl_tax_units_stopped", labels), 1);
});

test("an outcome that cannot be written down is shown at once", async () => {
  assert.equal(sampleOf(await scrape(), "wasl_outcomes_unwritten"), 0);
  isBookingFailing = true;
  assert.equal(sampleOf(await scrape(), "wasl_outcomes_unwritten"), 1);
  isBookingFailing = false;
});

test("labels are methods, states, routes and kinds: no merchant, buyer or order", async () => {
  const names = new Set<string>();
  for (const { name, labels } of await scrape())
    if (name.startsWith("wasl_")) for (const label of Object.keys(labels)) names.add(label);
  const known = [
    "environment",
    "kind",
    "le",
    "method",
    "outcome",
    "provider",
    "reason",
    "route",
    "state",
    "status",
    "version",
  ];
  assert.deepEqual([...names].sort(), known);
  assert.doesNotMatch(await shop.metrics.text(), /nakheel|551234567|0000000000000000|nowhere/);
});

test("every metric and label that the alerts and the dashboard name is served, and every metric of ours is shown", async () => {
  const samples = await scrape();
  const texts = ["alerts.yml", "grafana-dashboard.json"].map((file) =>
    readFileSync(join(deploy, file), "utf8"),
  );
  const used = texts.flatMap((text) => [
    ...text.matchAll(/\b((?:wasl|nodejs|process)_[a-z0-9_]+)(?:\{([^}]*)\})?/g),
  ]);
  assert.ok(used.length > 30, "the files name metrics");
  const wrong = used.filter(([, name = "", selector = ""]) => {
    const labels = [...selector.matchAll(/(\w+)=/g)].map(([, label = ""]) => label);
    return !samples.some((sample) => sample.name === name && labels.every((label) => label in sample.labels));
  });
  assert.deepEqual(
    wrong.map(([text]) => text),
    [],
  );
  const base = (name: string): string => name.replace(/_(?:bucket|sum|count)$/, "");
  const shown = new Set(used.map(([, name = ""]) => base(name)));
  const unused = samples
    .map(({ name }) => base(name))
    .filter((name) => name.startsWith("wasl_") && !shown.has(name));
  assert.deepEqual([...new Set(unused)], []);
});

test("the port has the metrics and nothing else", async () => {
  for (const [path, init] of [
    ["/", {}],
    ["/metrics?x", {}],
    ["/metrics", { method: "POST" }],
    ["/healthz", {}],
  ] as const)
    assert.equal((await fetch(new URL(path, server.url), init)).status, 404, path);
  assert.equal(
    (await shop.app.inject("/metrics")).statusCode,
    404,
    "nor does the port of the pages have them",
  );
});

test("without a database the metrics of the process are read all the same, and say so", async () => {
  const lines: string[] = [];
  const pool = new pg.Pool({ connectionString: "postgres://wasl@127.0.0.1:1/wasl" });
  const { text } = createMetrics({
    ...options,
    pool,
    log: createLog((line) => lines.push(line)),
    now: Date.now,
  });
  for (let visit = 0; visit < 2; visit += 1) {
    const samples = samplesOf(await text());
    assert.equal(sampleOf(samples, "wasl_database_up"), 0);
    assert.equal(samples.filter(({ name }) => name === "wasl_jobs_due").length, 0);
    assert.ok(sampleOf(samples, "process_resident_memory_bytes") > 0);
  }
  assert.equal(lines.length, 1, "logged once, not at every visit");
  await pool.end();
});
