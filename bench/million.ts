/**
 * What the console's screens ask of a merchant with a million invoices, beside the same of one with a thousand: the ratio of
 * what each call costs undisturbed. Ends with status 1 when one is more than twice as slow.
 *
 *   node bench/million.ts [invoices, 1000000] [a part of the call's name]
 */
import { quantile } from "./lib/closed-loop.ts";
import { type MerchantDatabase, startInstallation } from "./lib/installation.ts";
import { makeManyOrders } from "./lib/many-orders.ts";
import { makeTaxDocuments } from "./lib/many-tax-documents.ts";

const few = 1_000;
const many = Number(process.argv[2] ?? 1_000_000);
const only = process.argv[3] ?? "";
const mostRatio = 2;
const warmUps = 4;
const rounds = 15;
/** Of the sorted times: what other work of the machine delayed is no matter of size. */
const rank = 0.2;
/** Both shops take the same in a day: one is older. The younger one is as old as the longest period that a screen shows. */
const minutesApart = 60;

type Call = { readonly name: string; readonly path: string; readonly body?: object };

type Shop = { readonly url: string; readonly apiKey: string; readonly calls: readonly Call[] };

const day = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** A half of the invoices waits to be paid: a part of them is due, and a part of that overdue. */
const dueDates = `update orders set due_date = (created_at + interval '30 days')::date
  where merchant_id = $1 and id % 5 = 0 and status in ('CREATED', 'PENDING')`;

async function open(
  database: MerchantDatabase,
  count: number,
  start: (databaseUrl: string) => Promise<{ readonly url: string }>,
): Promise<Shop> {
  await makeManyOrders(database, count, minutesApart);
  await makeTaxDocuments(database, [dueDates]);
  const { url } = await start(database.databaseUrl);
  return { url, apiKey: database.apiKey, calls: await callsOf(database) };
}

/** Of an invoice in the middle of the shop's time. */
async function callsOf({ db, merchantId }: MerchantDatabase): Promise<readonly Call[]> {
  const { rows } = await db.pool.query(
    `select o.order_number as number, o.external_order_number as external, c.id as client, c.mobile, c.name
    from orders o join clients c on c.id = o.client_id where o.merchant_id = $1 and o.status = 'PAID'
    order by o.created_at desc offset 100 limit 1`,
    [merchantId],
  );
  const { number, external, client, mobile, name } = rows[0];
  const list = (query: string): Call => ({
    name: `list ${query}`,
    path: `invoices?limit=25${query && `&${query}`}`,
  });
  const search = (what: string, query: string): Call => ({
    name: `search ${what}`,
    path: "search",
    body: { query },
  });
  const read = (path: string): Call => ({
    name: path.replaceAll(String(client), "N").replace(number, "N"),
    path,
  });
  const month = `from=${day(40)}&to=${day(10)}`;
  return [
    list(""),
    list("status=CREATED,PENDING"),
    list("overdue=true"),
    list("status=PAID,PAID_LINK,COMPLETED_INVOICE,COMPLETED_ORDER"),
    list("status=REFUNDED"),
    list("status=CANCELLED"),
    list(`createdSince=${day(20)}T00:00:00Z&createdBefore=${day(10)}T00:00:00Z`),
    list(`status=CANCELLED&createdSince=${day(20)}T00:00:00Z&createdBefore=${day(10)}T00:00:00Z`),
    list(`overdue=true&dueSince=${day(20)}&dueBefore=${day(1)}`),
    list(`client=${client}`),
    list(`externalOrderNumber=${external}`),
    list("total=115.00"),
    list("total=99.99"),
    list("totalFrom=100&totalTo=200"),
    list(`mobile=${encodeURIComponent(mobile)}`),
    list(`search=${encodeURIComponent(name)}`),
    search("number", number),
    search("external number", external),
    search("name", name),
    search("beginning of a name", "cli"),
    search("amount", "115.00"),
    search("amount of none", "99.99"),
    search("whole mobile", mobile),
    search("last digits of a mobile", mobile.slice(-6)),
    search("four digits", mobile.slice(-4)),
    read("home"),
    read(`reports/sales?from=${day(13)}&to=${day(0)}&by=day`),
    read(`reports/close?day=${day(1)}`),
    read("reports/due"),
    read(`reports/fees?${month}`),
    read(`reports/vat?${month}`),
    read(`reports/reconciliation?${month}`),
    read("payments?limit=25"),
    ...["declined", "captured", "refunded", "unknown", "surplus"].map((state) =>
      read(`payments?limit=25&state=${state}`),
    ),
    read(`payments?limit=100&order=${number}`),
    read("refunds?limit=25"),
    read("refunds?limit=25&state=declined"),
    read("tax-documents?limit=25"),
    read("tax-documents?limit=25&vatBox=exports"),
    read("clients?limit=25"),
    read(`clients/${client}`),
    read(`clients/${client}/statement?from=${day(365)}&to=${day(0)}`),
    read(`invoices/${number}`),
    read(`exports/invoices?${month}&format=xlsx`),
    read(`exports/invoices?${month}&status=CANCELLED`),
    read(`exports/payments?${month}`),
    read(`exports/tax-documents?${month}`),
  ];
}

async function ask({ url, apiKey }: Shop, { path, body }: Call): Promise<number> {
  const headers = { authorization: `Bearer ${apiKey}`, ...(body && { "content-type": "application/json" }) };
  const begun = performance.now();
  const reply = await fetch(`${url}/api/v1/${path}`, {
    headers,
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${text}`);
  return performance.now() - begun;
}

await using installation = await startInstallation();
await using programs = new AsyncDisposableStack();
const start = async (databaseUrl: string) => {
  const program = await installation.startOurs(databaseUrl);
  programs.defer(program.stop);
  return program;
};
const begun = performance.now();
const young = await open(installation, few, start);
const old = await open(await installation.addDatabase("many"), many, start);
console.log(`${few} and ${many} invoices made in ${Math.round((performance.now() - begun) / 1000)} s`);
let slow = 0;
for (const [index, call] of young.calls.entries()) {
  const counterpart = old.calls[index];
  if (counterpart === undefined || !call.name.includes(only)) continue;
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const pair = [await ask(young, call), await ask(old, counterpart)] as const;
    if (round >= warmUps) pair.forEach((ms, which) => void times[which]?.push(ms));
  }
  const [fewMs = 0, manyMs = 0] = times.map((all) =>
    quantile(
      all.toSorted((a, b) => a - b),
      rank,
    ),
  );
  const ratio = manyMs / fewMs;
  if (ratio > mostRatio) slow += 1;
  const mark = ratio > mostRatio ? "  over" : "";
  console.log(
    `${fewMs.toFixed(1).padStart(8)} ${manyMs.toFixed(1).padStart(9)} ${ratio.toFixed(2).padStart(7)}  ${call.name}${mark}`,
  );
}
console.log(`${slow} calls over ${mostRatio}`);
if (slow > 0) process.exitCode = 1;
