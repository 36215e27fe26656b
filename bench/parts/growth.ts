/**
 * A merchant with a million orders beside one with a thousand: loading an order, lists, searches and filters. Two
 * databases of one PostgreSQL, a server on each; they take turns, and what counts is the ratio of their medians.
 */
import { readLinkIdentity } from "#core/crockford.ts";
import { closedLoop, median, type Operation } from "../lib/closed-loop.ts";
import { requestBytes } from "../lib/http-connection.ts";
import { type Installation, type MerchantDatabase, startInstallation } from "../lib/installation.ts";
import { makeManyOrders } from "../lib/many-orders.ts";
import { type BenchOptions, type Figures, type PartResult, show } from "../lib/part.ts";
import { cpuMsOf, waitUntilQuiet } from "../lib/processes.ts";
import type { Program } from "../lib/program.ts";

const sizes = { thousand: 1_000, million: 1_000_000 } as const;
type Size = keyof typeof sizes;
const sizeNames = ["thousand", "million"] as const satisfies readonly Size[];

/** Different requests of one kind: enough that neither side answers from one page of memory. */
const variants = 200;
const connections = 4;
const warmUpOperations = 300;
const patienceMs = 5_000;

type Shop = { readonly program: Program; readonly requests: Readonly<Record<Kind, readonly Buffer[]>> };

const kinds = ["load", "list", "latePage", "number", "mobile", "status", "paid", "changed", "link"] as const;
type Kind = (typeof kinds)[number];

/** Runs the part. */
export async function run({ rounds, seconds }: BenchOptions): Promise<PartResult> {
  await using installation = await startInstallation();
  await using stack = new AsyncDisposableStack();
  const open = async (size: Size): Promise<Shop> => {
    const database = size === "thousand" ? installation : await installation.addDatabase(size);
    await makeManyOrders(database, sizes[size]);
    const program = await installation.startOurs(database.databaseUrl);
    stack.defer(program.stop);
    return { program, requests: await requestsOf(database, program.url) };
  };
  const madeAt = performance.now();
  const shops = { thousand: await open("thousand"), million: await open("million") };
  const notes = [`orders made in ${Math.round((performance.now() - madeAt) / 1000)} s`];
  const figures: Record<string, number> = {};
  for (const kind of kinds) {
    const samples: Readonly<Record<Size, Sample[]>> = { thousand: [], million: [] };
    for (const size of sizeNames)
      await takeSample(installation, shops[size], kind, { operations: warmUpOperations });
    for (let round = 0; round < rounds; round += 1)
      for (const size of sizeNames)
        samples[size].push(await takeSample(installation, shops[size], kind, { seconds: seconds / 3 }));
    for (const size of sizeNames) {
      figures[`growth.${size}.${kind}CpuMs`] = median(samples[size].map(({ cpuMs }) => cpuMs));
      figures[`growth.${size}.${kind}P50Ms`] = median(samples[size].map(({ p50Ms }) => p50Ms));
    }
  }
  return { figures, tables: [toTable(figures)], notes };
}

type Sample = { readonly cpuMs: number; readonly p50Ms: number };

/** Asks for so many operations, or for so many seconds. */
async function takeSample(
  { databasePid }: Installation,
  { program, requests }: Shop,
  kind: Kind,
  length: { readonly operations: number } | { readonly seconds: number },
): Promise<Sample> {
  const operations = requests[kind].map(toOperation);
  const most = "operations" in length ? length.operations : Number.POSITIVE_INFINITY;
  let index = 0;
  await waitUntilQuiet(patienceMs);
  const before = cpuMsOf(program.pid) + cpuMsOf(databasePid);
  const loop = await closedLoop({
    origin: program.url,
    connections,
    durationMs: "seconds" in length ? length.seconds * 1000 : Number.POSITIVE_INFINITY,
    next: () => {
      index += 1;
      return index > most ? null : (operations[index % operations.length] ?? null);
    },
  });
  const used = cpuMsOf(program.pid) + cpuMsOf(databasePid) - before;
  return { cpuMs: used / loop.operations, p50Ms: loop.p50Ms };
}

function toOperation(request: Buffer): Operation {
  return async (connection) => {
    const { status, body } = await connection.send(request);
    if (status !== 200) throw new Error(`answered ${status}: ${body.toString()}`);
  };
}

type Place = {
  readonly id: string;
  readonly number: string;
  readonly external: string;
  readonly at: string;
  readonly mobile: string;
};

/** Requests about orders that are spread over the whole time of the shop. */
async function requestsOf({ db, merchantId, apiKey }: MerchantDatabase, url: string) {
  const { rows: places } = await db.pool.query<Place>(
    `select o.id, order_number as number, external_order_number as external, c.mobile,
      to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from orders o join clients c on c.id = o.client_id
    where o.merchant_id = $1 and (o.id - (select min(id) from orders)) % $2 = 0 order by o.id limit $3`,
    [merchantId, Math.floor((await countOf(db.pool, merchantId)) / variants), variants],
  );
  const { rows: links } = await db.pool.query<{ identity: string }>(
    "select link_identity as identity from product_links where merchant_id = $1",
    [merchantId],
  );
  const list = (query: string): Buffer =>
    requestBytes("GET", `${url}/api/v1/invoices?limit=20${query}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
  const each = (query: (place: Place) => string): Buffer[] => places.map((place) => list(query(place)));
  return {
    load: places.map(({ number }) => requestBytes("GET", `${url}/rest/pay/order/${number}`)),
    list: [list("")],
    latePage: each(({ at, id }) => `&cursor=created.${at}.${id}`),
    number: each(({ external }) => `&externalOrderNumber=${external}`),
    mobile: each(({ mobile }) => `&mobile=${encodeURIComponent(mobile)}`),
    status: each(({ at, id }) => `&status=PENDING,CANCELLED&cursor=created.${at}.${id}`),
    paid: each(({ at, id }) => `&paidSince=2000-01-01T00:00:00Z&cursor=paid.${at}.${id}`),
    changed: each(({ at }) => `&updatedSince=${at}`),
    link: links.map(({ identity }) => list(`&link=${readLinkIdentity(identity)}`)),
  } satisfies Record<Kind, readonly Buffer[]>;
}

async function countOf(pool: MerchantDatabase["db"]["pool"], merchantId: number): Promise<number> {
  const { rows } = await pool.query("select count(*) from orders where merchant_id = $1", [merchantId]);
  return Number(rows[0].count);
}

function toTable(figures: Figures) {
  const row = (kind: Kind): readonly string[] => {
    const of = (size: Size, unit: string): number => figures[`growth.${size}.${kind}${unit}`] ?? Number.NaN;
    const [small, large] = [of("thousand", "CpuMs"), of("million", "CpuMs")];
    return [
      kind,
      show(small),
      show(large),
      show(large / small),
      show(of("thousand", "P50Ms")),
      show(of("million", "P50Ms")),
    ];
  };
  return {
    head: ["CPU of program and database, ms", "thousand", "million", "ratio", "p50, ms", "p50 of a million"],
    rows: kinds.map(row),
  };
}
