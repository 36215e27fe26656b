/**
 * Exports and reports of a merchant with a million payments in a year: how long they take, and how much memory the server
 * has meanwhile, beside what it had before.
 *
 *   node bench/exports.ts [orders] [a part of the address]
 */
import { createWriteStream } from "node:fs";
import { get } from "node:http";
import { pipeline } from "node:stream/promises";
import { startInstallation } from "./lib/installation.ts";
import { endOnSignals } from "./lib/interruption.ts";
import { makeManyOrders } from "./lib/many-orders.ts";
import { makeTaxDocuments } from "./lib/many-tax-documents.ts";
import { cpuMsOf, memoryMbOf } from "./lib/processes.ts";
import type { Program } from "./lib/program.ts";

const orders = Number(process.argv[2] ?? 1_000_000);
const only = process.argv[3] ?? "";
const minutesApart = 0.5;
const sampleEveryMs = 200;

type Asked = {
  readonly program: Program;
  readonly apiKey: string;
  readonly path: string;
  readonly gzip?: boolean;
};

/** Asks once, throws the answer away, and says what it took. */
async function measure({ program, apiKey, path, gzip = false }: Asked): Promise<string> {
  const headers = { authorization: `Bearer ${apiKey}`, ...(gzip && { "accept-encoding": "gzip" }) };
  const before = { cpuMs: cpuMsOf(program.pid), memoryMb: memoryMbOf(program.pid), at: performance.now() };
  const memoryMb: number[] = [];
  const sampling = setInterval(() => void memoryMb.push(memoryMbOf(program.pid)), sampleEveryMs);
  const reply = await new Promise<import("node:http").IncomingMessage>((resolve, reject) => {
    get(`${program.url}/api/v1/${path}`, { headers }, resolve).once("error", reject);
  });
  let bytes = 0;
  reply.on("data", (part: Buffer) => {
    bytes += part.length;
  });
  await pipeline(reply, createWriteStream("/dev/null"));
  clearInterval(sampling);
  const seconds = ((performance.now() - before.at) / 1000).toFixed(2);
  const cpu = ((cpuMsOf(program.pid) - before.cpuMs) / 1000).toFixed(2);
  const rows = reply.headers["x-total-count"] ?? "-";
  return [
    path.replace(/\?.*/, gzip ? " (gzip)" : "").padEnd(28),
    `status ${reply.statusCode}, ${rows} rows, ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s`,
    `server CPU ${cpu} s, memory before ${before.memoryMb.toFixed(0)} MB, most of each quarter ${quarters(memoryMb)} MB`,
  ].join("  ");
}

/** The most in each quarter of the time: what grows with the rows is seen from the first to the last. */
function quarters(samples: readonly number[]): string {
  const size = Math.ceil(samples.length / 4);
  return [0, 1, 2, 3]
    .map((quarter) => Math.max(0, ...samples.slice(quarter * size, (quarter + 1) * size)).toFixed(0))
    .join(", ");
}

endOnSignals();
await using installation = await startInstallation();
const madeAt = performance.now();
await makeManyOrders(installation, orders, minutesApart);
await makeTaxDocuments(installation);
console.log(`${orders} orders made in ${Math.round((performance.now() - madeAt) / 1000)} s`);
const program = await installation.startOurs();
await using programs = new AsyncDisposableStack();
programs.defer(program.stop);
const day = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const all = `from=${day(365)}&to=${day(0)}`;
const month = `from=${day(60)}&to=${day(30)}`;
const { apiKey } = installation;
const paths = [
  `reports/vat?${month}`,
  `reports/vat?${all}`,
  `reports/sales?${month}&by=day`,
  `reports/sales?${all}&by=month`,
  `tax-documents?vatBox=exports&issuedSince=2000-01-01T00:00:00Z`,
  `tax-documents?vatBox=standardRated&kind=credit_note`,
  `exports/payments?${month}`,
  `exports/payments?${all}`,
  `exports/payments?${all}&format=xlsx`,
  `exports/invoices?${all}`,
  `exports/tax-documents?${all}&format=xlsx`,
  `exports/fees?${all}`,
  `exports/clients?${all}`,
];
for (const path of paths.filter((each) => each.includes(only)))
  console.log(await measure({ program, apiKey, path }));
console.log(await measure({ program, apiKey, path: `exports/payments?${all}`, gzip: true }));
