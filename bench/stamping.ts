/**
 * What phase 2 of e-invoicing adds to a payment: the transaction that settles an order of a merchant whose unit stamps, beside
 * the same of a merchant without one, in turn, on one database with fsync on. And whether reading an order takes a statement
 * more. Ends with 1 when stamping adds more than 5 ms (median), or reading anything.
 *
 *   node bench/stamping.ts [payments of each]
 */
import { connectDatabase, type Database } from "#db/open.ts";
import { lockOrder } from "#server/orders/order-moves.ts";
import { loadOrder } from "#server/orders/order-store.ts";
import { issueTaxInvoice } from "#server/tax-documents/numbering.ts";
import { insertOrder, payOrder, testSealing as sealing, type TestOrder } from "#test/document-fixtures.ts";
import { startPhase2 } from "#test/e-invoice-authority.ts";
import { startInstallation } from "./lib/installation.ts";
import { endOnSignals } from "./lib/interruption.ts";
import { cpuMsOf } from "./lib/processes.ts";
import { startStatementCounter } from "./lib/statement-counter.ts";

const payments = Number(process.argv[2] ?? 500);
const warmUp = 50;
const perSample = 25;
const mostAddedMs = 5;
const sides = ["plain", "stamped"] as const;
type Side = (typeof sides)[number];

/** Pays an order and issues its invoice in one transaction, as settling does. */
async function settle({ kysely }: Database, order: TestOrder): Promise<void> {
  const at = new Date();
  await kysely.transaction().execute(async (trx) => {
    await lockOrder(trx, order.id);
    await payOrder(trx, order, { at });
    await issueTaxInvoice(trx, { orderId: order.id, at, sealing });
  });
}

/** Milliseconds that a share of the times stays below. */
function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
}

endOnSignals();
await using installation = await startInstallation();
const other = await installation.addDatabase("stamped");
// One database for both would let the one side's rows slow the other's down.
await startPhase2(other.db.kysely, sealing, other.merchantId);
const shops = { plain: installation, stamped: other };

const times: Record<Side, number[]> = { plain: [], stamped: [] };
const cpuMs: Record<Side, number[]> = { plain: [], stamped: [] };
const cpuNow = (): number => cpuMsOf(process.pid) + cpuMsOf(installation.databasePid);

/** So many payments of one side, one after another, with the processor time of program and database. */
async function takeSample(side: Side, isKept: boolean): Promise<void> {
  const { db, merchantId } = shops[side];
  const orders: TestOrder[] = [];
  while (orders.length < perSample) orders.push(await insertOrder(db.kysely, merchantId));
  const cpuBefore = cpuNow();
  for (const order of orders) {
    const startedAt = performance.now();
    await settle(db, order);
    if (isKept) times[side].push(performance.now() - startedAt);
  }
  if (isKept) cpuMs[side].push((cpuNow() - cpuBefore) / perSample);
}

for (let turn = 0; turn * perSample < warmUp + payments; turn += 1)
  for (const side of turn % 2 === 0 ? sides : sides.toReversed())
    await takeSample(side, turn * perSample >= warmUp);

const statements: Record<Side, { settling: number; reading: number }> = {
  plain: { settling: 0, reading: 0 },
  stamped: { settling: 0, reading: 0 },
};
for (const side of sides) {
  const { databaseUrl, merchantId, db } = shops[side];
  await using counter = await startStatementCounter(databaseUrl);
  const log = { info: () => {}, warn: console.warn, error: console.error };
  const counted = await connectDatabase({ databaseUrl: counter.databaseUrl, log, poolSize: 1 });
  const order = await insertOrder(db.kysely, merchantId);
  await settle(counted, await insertOrder(db.kysely, merchantId));
  counter.take();
  await settle(counted, order);
  statements[side].settling = counter.take().length;
  await loadOrder(counted.pool, order.orderNumber);
  statements[side].reading = counter.take().length;
  await counted.close();
}

for (const side of sides) {
  const [p50, p95] = [0.5, 0.95].map((share) => quantile(times[side], share).toFixed(2));
  const { settling, reading } = statements[side];
  console.log(
    `${side.padEnd(8)} settling p50 ${p50} ms, p95 ${p95} ms, processor ${quantile(cpuMs[side], 0.5).toFixed(2)} ms, ` +
      `${settling} statements; reading ${reading} statements`,
  );
}
const added = quantile(times.stamped, 0.5) - quantile(times.plain, 0.5);
const isGood = added <= mostAddedMs && statements.stamped.reading === statements.plain.reading;
console.log(`stamping adds ${added.toFixed(2)} ms (at most ${mostAddedMs}): ${isGood ? "met" : "missed"}`);
process.exitCode = isGood ? 0 : 1;
