/**
 * Exports and reports of a merchant with a million payments in a year: how long they take, and how much memory the server
 * has meanwhile, beside what it had before.
 *
 *   node bench/exports.ts [orders] [a part of the address]
 */
import { createWriteStream } from "node:fs";
import { get } from "node:http";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { type MerchantDatabase, startInstallation } from "./lib/installation.ts";
import { makeManyOrders } from "./lib/many-orders.ts";
import { cpuMsOf, memoryMbOf } from "./lib/processes.ts";
import type { Program } from "./lib/program.ts";

const orders = Number(process.argv[2] ?? 1_000_000);
const only = process.argv[3] ?? "";
const minutesApart = 0.5;
const sampleEveryMs = 50;

/** Every paid order has a tax invoice, and one in a hundred a credit note and a refund. */
const documents = [
  `insert into tax_documents (merchant_id, order_id, kind, form, sequence, number, issued_at, currency, taxable, vat, total, vat_sar, qr, content)
  select $1, o.id, 'tax_invoice', 'simplified', row_number() over (order by o.paid_at), 'INV-' || o.id, o.paid_at, 'SAR', 10000, 1500, 11500, 1500,
    repeat('q', 200), jsonb_build_object('version', 2, 'riyals', null, 'facts', jsonb_build_object('seller', repeat('s', 900), 'lines',
      jsonb_build_array(jsonb_build_object('category', 'S', 'vatBps', 1500, 'exemption', null, 'taxable', 10000, 'vat', 1500))))
  from orders o where o.merchant_id = $1 and o.paid_at is not null`,
  `insert into refunds (merchant_id, id, order_id, attempt_id, amount, currency, state, created_at, updated_at)
  select $1, 'refund' || lpad(o.id::text, 8, '0'), o.id, 'attempt' || o.id, 1150, 'SAR', 'refunded', o.paid_at, o.paid_at
  from orders o where o.merchant_id = $1 and o.paid_at is not null and o.id % 100 = 1`,
  `insert into tax_documents (merchant_id, order_id, kind, form, sequence, number, issued_at, currency, taxable, vat, total, vat_sar, qr, content,
    original_id, refund_key)
  select $1, d.order_id, 'credit_note', 'simplified', row_number() over (order by d.id), 'CN-' || d.order_id, d.issued_at, 'SAR', 1000, 150, 1150, 150,
    d.qr, jsonb_set(d.content, '{facts,lines}', '[{"category":"S","vatBps":1500,"exemption":null,"taxable":1000,"vat":150}]'), d.id, r.id
  from tax_documents d join refunds r on r.order_id = d.order_id where d.merchant_id = $1`,
  `insert into tax_document_vat select v.* from tax_documents d cross join lateral vat_of_tax_document(d) v where d.merchant_id = $1`,
];

async function makeDocuments({ superuserUrl, merchantId }: MerchantDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query("begin");
  await client.query("set local session_replication_role = replica");
  for (const statement of documents) await client.query(statement, [merchantId]);
  await client.query("commit");
  await client.query("vacuum analyze");
  await client.end();
}

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
  let most = 0;
  const sampling = setInterval(() => {
    most = Math.max(most, memoryMbOf(program.pid));
  }, sampleEveryMs);
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
    `server CPU ${cpu} s, memory before ${before.memoryMb.toFixed(0)} MB, most ${most.toFixed(0)} MB`,
  ].join("  ");
}

await using installation = await startInstallation();
const madeAt = performance.now();
await makeManyOrders(installation, orders, minutesApart);
await makeDocuments(installation);
console.log(`${orders} orders made in ${Math.round((performance.now() - madeAt) / 1000)} s`);
const program = await installation.startOurs();
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
