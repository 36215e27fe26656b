/** A merchant with any number of orders, made by the database itself: a million through the API would take an hour. */
import { makeRows } from "./bulk-rows.ts";
import type { MerchantDatabase } from "./installation.ts";

const linkCount = 10;

/**
 * Each with a line and a try; two orders a client, half of them from ten links, all states of an order, so many minutes
 * apart. The same shares whatever the number is.
 */
const statementsOf = (minutesApart: number): readonly string[] => [
  `insert into clients (merchant_id, name, mobile, country_code)
  select $1, 'client ' || n, '+9665' || lpad(n::text, 8, '0'), 'SA' from generate_series(1, greatest($2::int / 2, 1)) n`,
  `insert into products (merchant_id, title, price) select $1, 'product ' || n, 8500
  from generate_series(1, ${linkCount}) n where $2::int > 0`,
  `insert into product_links (link_identity, merchant_id, product_id, allowed_methods)
  select upper(lpad(to_hex(p.id), 12, '0')), $1, p.id, array['mada'] from products p
  where p.merchant_id = $1 and $2::int > 0`,
  `with buyers as (select id, row_number() over (order by id) - 1 as place from clients where merchant_id = $1),
    links as (select array_agg(id order by id) as ids, array_agg(product_id order by id) as products
      from product_links where merchant_id = $1),
    numbered as (select n, now() - n * interval '${minutesApart} minutes' as at, n % 2 = 0 as is_of_link,
        (array['CREATED', 'PAID', 'CREATED', 'PAID', 'CREATED', 'PAID', 'CREATED', 'PAID', 'PENDING', 'CANCELLED'])[n % 10 + 1] as status
      from generate_series(1, $2::int) n)
  insert into orders (order_number, merchant_id, client_id, source, status, external_order_number, currency, sub_total,
    discount, vat, vat_bps, total, captured_total, allowed_methods, created_at, updated_at, paid_at, cancelled_at, product_link_id, product_id)
  select upper(lpad(to_hex(n::bigint), 16, '0')), $1, buyers.id,
    case when is_of_link then 'link' else 'api' end, case when is_of_link and status = 'PAID' then 'PAID_LINK' else status end, 'NK-' || n, 'SAR', 10000, 0, 1500, 1500, 11500,
    case when status = 'PAID' then 11500 else 0 end, array['mada', 'creditcard'], at, at, case when status = 'PAID' then at end, case when status = 'CANCELLED' then at end,
    case when is_of_link then ids[n / 2 % ${linkCount} + 1] end, case when is_of_link then products[n / 2 % ${linkCount} + 1] end
  from numbered join buyers on buyers.place = n / 2 % greatest($2::int / 2, 1), links`,
  `insert into order_lines (merchant_id, order_id, position, title, qty_thousandths, unit_price, sold_unit_price, vat_bps, line_net,
    line_discount, line_vat)
  select $1, id, 1, 'تمر سكري', 1000, 10000, 10000, 1500, 10000, 0, 1500 from orders where merchant_id = $1 and $2::int > 0`,
  `insert into payment_attempts (merchant_id, id, order_id, method, provider, state, amount, currency, presented_key, return_token,
    client_mobile, created_at, settled_at)
  select $1, 'attempt' || o.id, o.id, 'card', 'mpgs-cards', case when o.paid_at is not null then 'captured' else 'declined' end, o.total,
    'SAR', 'key' || o.id, 'token' || o.id, c.mobile, o.created_at, o.paid_at from orders o join clients c on c.id = o.client_id where o.merchant_id = $1 and $2::int > 0`,
];

const tables = ["clients", "products", "product_links", "orders", "order_lines", "payment_attempts"];

/** Gives a merchant without orders so many of them. */
export async function makeManyOrders(
  { superuserUrl, merchantId }: MerchantDatabase,
  count: number,
  minutesApart = 7,
): Promise<void> {
  await makeRows({
    superuserUrl,
    tables,
    statements: statementsOf(minutesApart),
    values: [merchantId, count],
  });
}
