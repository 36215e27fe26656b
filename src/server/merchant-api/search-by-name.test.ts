/**
 * A search by a name looks at the newest invoices first, and asks the index of names for the rest: what it finds, in which order and on which
 * page, is what a plain look at every invoice finds, whatever else is asked for.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type MerchantApi, startMerchantApi } from "#test/merchant-api.ts";
import { readInvoiceFilter } from "./invoice-filter.ts";
import { listInvoices } from "./invoice-list.ts";

let api: MerchantApi;
let merchants: readonly number[];

/** From a name that many have to one of few, in the spellings of people; some are another's beginning. */
const names = ["محمد العتيبي", "مُحمد", "Mohammed", "mohammed ali", "أحمد", "Nour % _", "نو", "زائد"];

/** Orders of two shops whose clients have the same names; three orders share an instant. */
const fill = `
  with c as (
    insert into clients (merchant_id, name, mobile, country_code)
    select $1, case when n % 7 = 6 then null else ($2::text[])[1 + floor(8 * power(n * 37 % 101 / 101.0, 3))::int] ||
      case when n % 3 = 0 then ' ' || n else '' end end, '+96655' || lpad(n::text, 7, '0'), 'SA' from generate_series(1, 400) n
    returning id
  ), numbered as (select id, row_number() over (order by id) - 1 as at from c)
  insert into orders (order_number, merchant_id, client_id, source, status, external_order_number, currency, sub_total, discount, vat,
    vat_bps, total, allowed_methods, metadata, created_at, cancelled_at)
  select upper(lpad(to_hex($1::bigint * 100000 + n), 16, '0')), $1, numbered.id, 'api',
    (array['CREATED', 'CREATED', 'PENDING', 'CANCELLED'])[1 + n % 4], case when n % 50 = 0 then 'أحمد' else 'NK-' || n end, 'SAR',
    1000 * (1 + n % 9), 0, 0, 0, 1000 * (1 + n % 9), array['mada'], case when n % 5 = 0 then '{"shop": "riyadh"}'::jsonb else '{}' end,
    '2026-01-01'::timestamptz + (n * 7919 % 2000) / 3 * interval '1 hour', case when n % 4 = 3 then now() end
  from generate_series(1, 2000) n left join numbered on numbered.at = n * 31 % 430`;

before(async () => {
  api = await startMerchantApi();
  merchants = [api.merchant.id, (await api.addMerchant()).id];
  for (const id of merchants) await api.db.pool.query(fill, [id, names]);
});
after(async () => await api[Symbol.asyncDispose]());

type Asked = Partial<
  Record<"search" | "status" | "total" | "metadata" | "createdSince" | "createdBefore", string>
>;

/** Every page of the list, as order numbers. */
async function paged(
  merchantId: number,
  { createdSince, createdBefore, status, ...query }: Asked,
  limit: number,
) {
  const filter = {
    ...readInvoiceFilter(
      {
        ...query,
        ...(status && { status: [status as "CREATED"] }),
        metadata: query.metadata === undefined ? undefined : [query.metadata],
      } as Parameters<typeof readInvoiceFilter>[0],
      merchantId,
    ),
    createdSince: createdSince === undefined ? null : new Date(createdSince),
    createdBefore: createdBefore === undefined ? null : new Date(createdBefore),
  };
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await listInvoices(api.db.kysely, { ...filter, cursor, limit });
    assert.ok(page.rows.length === limit || page.nextCursor === null);
    found.push(...page.rows.map(({ order_number }) => order_number));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

/** The same by looking at every order of the shop. */
async function scanned(merchantId: number, asked: Asked): Promise<string[]> {
  const { rows } = await api.db.pool.query(
    `select o.order_number, o.status, o.total, o.metadata, o.created_at, o.external_order_number as external, c.name
    from orders o left join clients c on c.id = o.client_id where o.merchant_id = $1 order by o.created_at desc, o.id desc`,
    [merchantId],
  );
  const { search = "", status, total, metadata, createdSince, createdBefore } = asked;
  const typed = search.toLowerCase();
  return rows
    .filter(
      (row) =>
        (row.external === search ||
          row.order_number === search ||
          row.name?.toLowerCase().startsWith(typed)) &&
        (status === undefined || row.status === status) &&
        (total === undefined || row.total === Number(total) * 100) &&
        (metadata === undefined || `shop:${row.metadata.shop}` === metadata) &&
        (createdSince === undefined || row.created_at >= new Date(createdSince)) &&
        (createdBefore === undefined || row.created_at < new Date(createdBefore)),
    )
    .map(({ order_number }) => order_number);
}

test("a search by a name finds what a look at every invoice finds, in its order and page by page, with every other filter", async () => {
  const lists: readonly (readonly [
    Omit<Asked, "search">,
    { readonly limit: number; readonly shop: 0 | 1 },
  ])[] = [
    [{}, { limit: 30, shop: 0 }],
    [{}, { limit: 50, shop: 1 }],
    [{ status: "CREATED" }, { limit: 12, shop: 0 }],
    [
      { status: "CANCELLED", metadata: "shop:riyadh" },
      { limit: 4, shop: 0 },
    ],
    [{ total: "30.00" }, { limit: 7, shop: 0 }],
    [
      { createdSince: "2026-01-05T00:00:00Z", createdBefore: "2026-01-20T00:00:00Z" },
      { limit: 25, shop: 0 },
    ],
  ];
  const sizes = new Set<string>();
  for (const search of ["محمد", "MOHAMMED", "مُح", "أحمد", "Nour %", "زائد", "nobody"])
    for (const [filter, { limit, shop }] of lists) {
      const asked = { search, ...filter };
      const merchantId = merchants[shop] ?? 0;
      const expected = await scanned(merchantId, asked);
      sizes.add(expected.length === 0 ? "none" : expected.length < 20 ? "few" : "many");
      assert.deepEqual(await paged(merchantId, asked, limit), expected, JSON.stringify(asked));
    }
  assert.deepEqual([...sizes].toSorted(), ["few", "many", "none"]);
});

test("clients of a common name and of a rare one are listed as a look at every client finds them, by a former name, too", async () => {
  const merchantId = merchants[0] ?? 0;
  // Every ninth entry was called otherwise before.
  await api.db.pool.query(
    `insert into clients (merchant_id, name, mobile, country_code, merged_into)
    select $1, 'Former ' || mobile, mobile, 'SA', id from clients where merchant_id = $1 and name is not null and id % 9 = 0`,
    [merchantId],
  );
  const { rows } = await api.db.pool.query(
    `select e.id, array_agg(lower(r.name)) filter (where r.name is not null) as names from clients e
    join clients r on r.merchant_id = e.merchant_id and coalesce(r.merged_into, r.id) = e.id
    where e.merchant_id = $1 and e.merged_into is null group by e.id, e.created_at order by e.created_at desc, e.id desc`,
    [merchantId],
  );
  for (const [search, limit] of [
    ["محمد", 9],
    ["former", 4],
    ["former +966550000", 2],
    ["زائد", 3],
    ["nobody", 5],
  ] as const) {
    const expected = rows
      .filter(({ names: own }) => own?.some((name: string) => name.startsWith(search)))
      .map(({ id }) => id);
    assert.equal(expected.length === 0, search === "nobody", search);
    const found: number[] = [];
    let cursor = "";
    do {
      const url = `/api/v1/clients?limit=${limit}&search=${encodeURIComponent(search)}${cursor}`;
      const { items, nextCursor } = (await api.call("GET", url)).json();
      found.push(...items.map(({ id }: { id: number }) => id));
      cursor = nextCursor === null ? "" : `&cursor=${nextCursor}`;
    } while (cursor !== "");
    assert.deepEqual(found, expected, search);
  }
});
