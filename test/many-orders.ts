/** A database with the orders of some years, for tests of what statements cost. */
import pg from "pg";
import type { TestApp } from "./app-harness.ts";

/** Orders of the merchant that calls, and as many of another one. */
const ordersPerMerchant = 5_000;

/** Orders with lines, clients, attempts and logs, as two merchants have them after some years. */
export async function fillDatabase({ db, merchantId }: TestApp): Promise<void> {
  // A connection of its own, without the program's limits of time: a busy machine fills for longer than a call may last.
  const filling = new pg.Client({ connectionString: db.databaseUrl });
  await filling.connect();
  await filling.query("set statement_timeout = 0");
  const { rows } = await filling.query<{ id: number }>(
    `insert into merchants (username, shop_name, email, phone) values ('other', 'Other', 'o@example.com', '+966112345670')
    returning id`,
  );
  for (const id of [merchantId, rows[0]?.id]) {
    for (const statement of fillStatements) await filling.query(statement, [id, ordersPerMerchant]);
  }
  await filling.query("analyze");
  await filling.end();
}

const fillStatements = [
  `insert into clients (merchant_id, name, mobile, country_code)
  select $1, 'client ' || n, '+96655' || lpad(n::text, 7, '0'), 'SA' from generate_series(1, $2::int) n`,
  `insert into orders (order_number, merchant_id, client_id, source, external_order_number, currency, sub_total, discount,
    vat, vat_bps, total, allowed_methods, created_at)
  select upper(lpad(to_hex($1::bigint * 1000000 + row_number() over (order by c.id)), 16, '0')), $1, c.id, 'api',
    'NK-' || c.id % 1000, 'SAR', 10000, 0, 1500, 1500, 11500, array['mada', 'creditcard'], now() - c.id * interval '7 minutes'
  from clients c where c.merchant_id = $1 limit $2::int`,
  `insert into order_lines (order_id, position, title, qty_thousandths, unit_price, sold_unit_price, vat_bps, line_net, line_discount, line_vat)
  select o.id, n, 'line ' || n, 1000, 5000, 5000, 1500, 5000, 0, 750
  from orders o, generate_series(1, 2) n where o.merchant_id = $1 and $2::int > 0`,
  `insert into payment_attempts (id, order_id, method, provider, state, amount, currency, presented_key, return_token, created_at)
  select 'attempt' || o.id, o.id, 'card', 'mpgs-cards', 'declined', o.total, 'SAR', 'key' || o.id, 'token' || o.id, o.created_at
  from orders o where o.merchant_id = $1 and $2::int > 0`,
  `insert into attempt_events (attempt_id, sequence, to_state, cause)
  select 'attempt' || o.id, n, 'declined', 'start' from orders o, generate_series(1, 2) n where o.merchant_id = $1 and $2::int > 0`,
  `insert into events (merchant_id, order_id, type)
  select $1, o.id, 'invoice.created' from orders o, generate_series(1, 3) where o.merchant_id = $1 and $2::int > 0`,
  `insert into card_sessions (session_id, order_id, provider)
  select 'session' || o.id, o.id, 'mpgs-cards' from orders o where o.merchant_id = $1 and $2::int > 0`,
  `insert into payment_tries (attempt_id, merchant_id, order_id, kind, mobile_digest, card_digest, created_at)
  select 'attempt' || o.id, $1, o.id, 'card', lpad((o.id % 900)::text, 51, 'm'), lpad((o.id % 700)::text, 51, 'c'),
    o.created_at - interval '2 days' from orders o where o.merchant_id = $1 and $2::int > 0`,
  // Long ago: what was declined lately is counted one by one.
  `insert into refunds (id, order_id, attempt_id, amount, currency, state, created_at, updated_at)
  select 'refund' || lpad(o.id::text, 8, '0'), o.id, 'attempt' || o.id, 100, 'SAR', 'declined', o.created_at - interval '60 days',
    o.created_at - interval '60 days' from orders o where o.merchant_id = $1 and $2::int > 0`,
  `insert into refund_approvals (merchant_id, id, order_id, amount, currency, wish, is_by_hand, reached, requested_by, created_at,
    expires_at, state, ended_at)
  select $1, 'approval' || lpad(o.id::text, 8, '0'), o.id, 100, 'SAR', '{}', false, 'per_day', 'key 1', o.created_at,
    o.created_at + interval '7 days', 'expired', o.created_at + interval '7 days'
  from orders o where o.merchant_id = $1 and $2::int > 0`,
  `insert into products (merchant_id, title, price, stock_qty) select $1, 'product ' || n, 8500, 40
  from generate_series(1, 100) n where $2::int > 0`,
  `insert into product_links (link_identity, merchant_id, product_id, allowed_methods)
  select upper(lpad(to_hex($1::bigint * 1000000 + p.id), 12, '0')), $1, p.id, array['mada']
  from products p where p.merchant_id = $1 and $2::int > 0`,
  `insert into coupons (merchant_id, code, discount_type, discount_value)
  select $1, 'CODE' || n, 'PERCENTAGE', 1000 from generate_series(1, 100) n where $2::int > 0`,
  // Half of the orders were made from one popular link, and are open for long.
  `update orders o set source = 'link', expires_at = now() + interval '90 days',
    product_link_id = (select min(id) from product_links l where l.merchant_id = $1),
    product_id = (select product_id from product_links l where l.merchant_id = $1 order by id limit 1)
  where o.merchant_id = $1 and o.id % 2 = 0 and $2::int > 0`,
  `insert into checkouts (order_id, product_link_id, mobile, checkout_key, content_hash)
  select o.id, o.product_link_id, c.mobile, 'page' || o.id, decode(repeat('00', 32), 'hex')
  from orders o join clients c on c.id = o.client_id
  where o.merchant_id = $1 and o.product_link_id is not null and $2::int > 0`,
  `insert into stock_holds (order_id, product_id, qty)
  select o.id, l.product_id, 1 from orders o join product_links l on l.id = o.product_link_id
  where o.merchant_id = $1 and $2::int > 0`,
  `update products p set held_qty = (select count(*) from stock_holds h where h.product_id = p.id)
  where p.merchant_id = $1 and $2::int > 0`,
  `insert into coupon_uses (order_id, coupon_id, mobile)
  select k.order_id, (select min(id) from coupons c where c.merchant_id = $1), k.mobile
  from checkouts k join orders o on o.id = k.order_id where o.merchant_id = $1 and $2::int > 0`,
  `insert into coupon_misses (product_link_id, source, count, started_at)
  select min(l.id), 'address' || n, 1, now() from product_links l, generate_series(1, $2::int) n
  where l.merchant_id = $1 group by n`,
  // One in a thousand is about taxes, and one is the operator's.
  `insert into admin_acts (actor, act, merchant_id, result, kind)
  select case n when 9 then 'ops@host' else 'key ' || n % 20 end, 'POST /api/v1/invoices', $1, 'done',
    case when n % 1000 = 0 then 'tax' else 'invoices' end from generate_series(1, $2::int) n`,
  `insert into idempotency_keys (merchant_id, key, request_hash, status, body)
  select $1, 'key' || n, decode(repeat('00', 32), 'hex'), 201, '{}' from generate_series(1, $2::int) n`,
];
