/**
 * Webhooks beside payments. First the load of the pay bench without an endpoint, with one that gets what the guide for a first
 * shop asks for, and with one that gets everything, in turn: how long events take to a local receiver, and what payments lose.
 * Then the events of another shop, issued at a steady rate, before and while 10,000 deliveries wait for an endpoint that never
 * answers. Ends with 1 when a goal of issue 15 is missed.
 *
 *   node bench/webhooks.ts [rounds, 5] [seconds of a sample, 5] [payments or delay, both]
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { EventType } from "#core/event-types.ts";
import { createWasl, type Wasl } from "#sdk/index.mjs";
import { createApiKey, createMerchant } from "#server/merchant-api/api-keys.ts";
import { type ReceivedWebhook, startWebhookReceiver, type WebhookReceiver } from "#test/webhook-receiver.ts";
import { closedLoop, median, quantile } from "./lib/closed-loop.ts";
import { type Stages, showStages, stagesOf } from "./lib/event-stages.ts";
import { type Installation, startInstallation } from "./lib/installation.ts";
import { endOnSignals } from "./lib/interruption.ts";
import { type OperationKind, paying } from "./lib/operations.ts";
import { cpuMsOf, waitUntilQuiet, watchForeign } from "./lib/processes.ts";
import type { Program } from "./lib/program.ts";

const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 5);
const only = process.argv[4] ?? "";
const mostLatencyMs = 1_000;
const mostLoss = 0.05;
const mostDelayMs = 1_000;
const deadDeliveries = 10_000;
/** Invoices of the other shop, so far apart. */
const steady = { invoices: 150, everyMs: 50 };
const warmUpPayments = 300;
const patienceMs = 10_000;
const arrivalTimeoutMs = 60_000;

/** Which events an endpoint gets while payments are made; null: there is none. */
const subscriptions = {
  none: null,
  "invoice.paid": ["invoice.paid"],
  "all types": [],
} as const satisfies Readonly<Record<string, readonly EventType[] | null>>;

type Subscription = keyof typeof subscriptions;

const names = Object.keys(subscriptions) as Subscription[];

type Sample = {
  readonly perSecond: number;
  /** Processor time of program and database for a payment and the deliveries that it causes. */
  readonly cpuMs: number;
  readonly latenciesMs: readonly number[];
  readonly stages: Stages;
  readonly foreignShare: number;
};

/** From the moment that an event states to its first arrival, in milliseconds, in rising order. */
function latenciesOf(received: readonly ReceivedWebhook[]): readonly number[] {
  const first = new Map<string, number>();
  for (const { headers, body, at } of received) {
    const id = headers["webhook-id"] ?? "";
    if (!first.has(id)) first.set(id, at - Date.parse(JSON.parse(body).timestamp));
  }
  return [...first.values()].toSorted((a, b) => a - b);
}

type Measuring = {
  readonly installation: Installation;
  readonly ours: Program;
  readonly pay: OperationKind;
  readonly wasl: Wasl;
  readonly receiver: WebhookReceiver;
  readonly endpointId: string;
};

/** Payments without a pause while the endpoint gets these events; ends when all of them have arrived. */
async function takeSample(measuring: Measuring, name: Subscription, count: number): Promise<Sample> {
  const { installation, ours, pay, wasl, receiver, endpointId } = measuring;
  const types = subscriptions[name];
  const work = await pay.prepare("ours", count);
  // What issuing has written is given on before the endpoint is there.
  await untilPlaced(installation);
  const path = { endpointId };
  const body = types === null ? { isEnabled: false } : { isEnabled: true, types: [...types] };
  await wasl.call("PATCH /api/v1/webhook-endpoints/{endpointId}", { path, body });
  await waitUntilQuiet(patienceMs);
  const before = { place: await lastPosition(installation), received: receiver.received.length };
  const cpuNow = (): number => cpuMsOf(ours.pid) + cpuMsOf(installation.databasePid);
  const cpuBefore = cpuNow();
  const foreign = watchForeign(process.pid);
  const loop = await closedLoop({
    origin: ours.url,
    connections: pay.connections,
    durationMs: seconds * 1_000,
    next: work.next,
  });
  const foreignShare = foreign();
  await untilPlaced(installation);
  const expected = types === null ? 0 : await countEvents(installation, before.place, types);
  await untilArrived(receiver, before.received + expected);
  const cpuMs = (cpuNow() - cpuBefore) / loop.operations;
  await work.verify();
  const arrived = receiver.received.slice(before.received);
  const latenciesMs = latenciesOf(arrived);
  if (latenciesMs.length !== expected)
    throw new Error(`${expected} events happened and ${latenciesMs.length} arrived`);
  await untilWritten(installation);
  const stages = await stagesOf(installation, arrived);
  return { perSecond: loop.perSecond, cpuMs, latenciesMs, stages, foreignShare };
}

async function lastPosition({ db }: Installation): Promise<number> {
  const { rows } = await db.pool.query("select coalesce(max(position), 0) as last from events");
  return Number(rows[0].last);
}

async function countEvents({ db }: Installation, after: number, types: readonly string[]): Promise<number> {
  const { rows } = await db.pool.query(
    "select count(*) from events where position > $1 and (cardinality($2::text[]) = 0 or type = any($2))",
    [after, types],
  );
  return Number(rows[0].count);
}

/** Waits until every event that merchants read has its position, and with it its deliveries. */
async function untilPlaced({ db }: Installation): Promise<void> {
  const left = "select 1 from events where position is null and public_id is not null limit 1";
  while ((await db.pool.query(left)).rows.length > 0) await sleep(20);
}

/** Waits until every delivery that was made is written down. */
async function untilWritten({ db }: Installation): Promise<void> {
  const left = "select 1 from webhook_deliveries where state = 'due' limit 1";
  while ((await db.pool.query(left)).rows.length > 0) await sleep(20);
}

/** Waits without taking the machine's time. */
async function untilArrived({ received }: WebhookReceiver, count: number): Promise<void> {
  const deadline = performance.now() + arrivalTimeoutMs;
  while (received.length < count) {
    if (performance.now() > deadline) throw new Error(`${received.length} of ${count} events arrived`);
    await sleep(20);
  }
}

/** Payments with and without webhooks in turn. */
async function measurePayments(measuring: Measuring): Promise<boolean> {
  const samples: Record<Subscription, Sample[]> = { none: [], "invoice.paid": [], "all types": [] };
  let enough = warmUpPayments;
  for (const name of names) enough = needed(await takeSample(measuring, name, enough));
  // As the database would do it a minute later.
  await measuring.installation.db.pool.query("analyze");
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const sample = await takeSample(measuring, name, enough);
      enough = Math.max(needed(sample), enough);
      samples[name].push(sample);
    }
  const middle = (name: Subscription, read: (sample: Sample) => number): number =>
    median(samples[name].map(read));
  const alone = middle("none", ({ perSecond }) => perSecond);
  let isGood = true;
  for (const name of names) {
    const perSecond = middle(name, (one) => one.perSecond);
    const latencies = samples[name].flatMap(({ latenciesMs }) => latenciesMs).toSorted((a, b) => a - b);
    const [p50 = Number.NaN, p99 = Number.NaN] = [0.5, 0.99].map((rank) => quantile(latencies, rank));
    const loss = 1 - perSecond / alone;
    const isMet = name === "none" || (p99 <= mostLatencyMs && loss <= mostLoss);
    isGood &&= isMet;
    console.log(
      `${name.padEnd(14)} ${perSecond.toFixed(1)} payments a second (${(-100 * loss).toFixed(1)} %), ` +
        `processor ${middle(name, ({ cpuMs }) => cpuMs).toFixed(2)} ms each, ${latencies.length} events` +
        `${latencies.length > 0 ? ` after p50 ${p50} ms, p99 ${p99} ms` : ""}, ` +
        `CPU used by others ${middle(name, ({ foreignShare }) => foreignShare).toFixed(2)}${isMet ? "" : "  missed"}`,
    );
    if (latencies.length > 0) console.log(`  of it ${showStages(samples[name].map(({ stages }) => stages))}`);
  }
  return isGood;
}

/** More invoices than a sample can use up. */
function needed({ perSecond }: Sample): number {
  return Math.ceil(perSecond * seconds * 1.6) + 32;
}

/** Issues invoices at a steady rate; gives how long their events took to the shop's receiver. */
async function steadyLatencies(wasl: Wasl, receiver: WebhookReceiver): Promise<readonly number[]> {
  const before = receiver.received.length;
  const lines = [{ title: "تمر سكري", quantity: 1, unitPrice: "85.00", vatRate: "15" }];
  for (let issued = 0; issued < steady.invoices; issued += 1) {
    await wasl.call("POST /api/v1/invoices", { body: { lines } });
    await sleep(steady.everyMs);
  }
  await untilArrived(receiver, before + steady.invoices);
  return latenciesOf(receiver.received.slice(before));
}

/** What waits for a dead endpoint of one shop, and what it does to the deliveries of another. */
async function measureDelay({ installation, ours, wasl, endpointId }: Measuring): Promise<boolean> {
  const { kysely } = installation.db;
  const { id: merchantId } = await createMerchant(kysely, {
    username: "other",
    shopName: "متجر آخر",
    email: "shop@other.example",
    phone: "+966112345670",
  });
  const key = await createApiKey(kysely, { merchantId, name: "bench", environment: "stage" });
  const other = createWasl({ url: ours.url, key });
  await using receiver = await startWebhookReceiver();
  await other.call("POST /api/v1/webhook-endpoints", {
    body: { url: receiver.url, types: ["invoice.created"] },
  });
  await steadyLatencies(other, receiver);
  const before = await steadyLatencies(other, receiver);
  await using dead = await startWebhookReceiver();
  dead.answerWith(() => {});
  const path = { endpointId };
  await wasl.call("PATCH /api/v1/webhook-endpoints/{endpointId}", {
    path,
    body: { url: dead.url, isEnabled: true, types: [] },
  });
  await installation.db.pool.query(
    `insert into events (merchant_id, type, data)
    select $1, 'message.sent', '{"kind": "email_code", "channel": "email", "outcome": "sent"}' from generate_series(1, $2::int)`,
    [installation.merchantId, deadDeliveries],
  );
  // From the moment in which they were written: until they are placed, they come before what the other shop writes now.
  const meanwhile = await steadyLatencies(other, receiver);
  const [p99Before = Number.NaN, p99 = Number.NaN] = [before, meanwhile].map((all) => quantile(all, 0.99));
  const isGood = p99 - p99Before < mostDelayMs;
  console.log(
    `another shop's events: p50 ${quantile(before, 0.5)} ms, p99 ${p99Before} ms; while ${deadDeliveries} wait for a dead ` +
      `endpoint (${dead.received.length} tried): p50 ${quantile(meanwhile, 0.5)} ms, p99 ${p99} ms${isGood ? "" : "  missed"}`,
  );
  return isGood;
}

endOnSignals();
await using installation = await startInstallation();
await using programs = new AsyncDisposableStack();
const ours = await installation.startOurs();
programs.defer(ours.stop);
await using receiver = await startWebhookReceiver();
const wasl = createWasl({ url: ours.url, key: installation.apiKey });
const endpoint = await wasl.call("POST /api/v1/webhook-endpoints", { body: { url: receiver.url } });
const measuring: Measuring = {
  installation,
  ours,
  pay: paying({ installation, pair: { ours, bare: ours } }),
  wasl,
  receiver,
  endpointId: String(endpoint.id),
};
const parts = { payments: measurePayments, delay: measureDelay };
process.exitCode = 0;
for (const [name, measure] of Object.entries(parts))
  if (name.includes(only) && !(await measure(measuring))) process.exitCode = 1;
