/**
 * Migrations 0058 to 0061 on a database that was used before them: every row gets the merchant that it belongs to; and 0321,
 * which holds each row to refer to its own merchant's alone.
 */
import assert from "node:assert/strict";
import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Log } from "#core/ports.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { migrate } from "./migrate.ts";

const log: Log = { info: () => {}, warn: () => {}, error: () => {} };
const files = join(import.meta.dirname, "migrations");

/** Two merchants, each with one row in every table, of an order of a link that was paid and refunded in part. */
const rowsOf = (merchant: number): string => `
  insert into merchants (id, username, shop_name, email, phone) values (${merchant}, 'shop${merchant}', 'Shop', 'a@b.example', '1');
  insert into products (merchant_id, title, price, stock_qty, held_qty) values (${merchant}, 'dates', 10000, 5, 0);
  insert into product_links (link_identity, merchant_id, product_id, allowed_methods)
    select '00000000000${merchant}', ${merchant}, id, array['mada'] from products where merchant_id = ${merchant};
  insert into coupons (merchant_id, code, discount_type, discount_value) values (${merchant}, 'TEN', 'PERCENTAGE', 1000);
  insert into orders (order_number, merchant_id, source, status, currency, sub_total, discount, vat, vat_bps, total,
      allowed_methods, paid_at, captured_total, refunded_total, product_link_id, product_id)
    select '000000000000000${merchant}', ${merchant}, 'link', 'PAID_LINK', 'SAR', 10000, 0, 1500, 1500, 11500, array['mada'], now(),
      11500, 1150, l.id, l.product_id from product_links l where l.merchant_id = ${merchant};
  insert into order_lines (order_id, position, title, qty_thousandths, unit_price, sold_unit_price, vat_bps, line_net,
      line_discount, line_vat) select id, 1, 'dates', 1000, 10000, 10000, 1500, 10000, 0, 1500 from orders where merchant_id = ${merchant};
  insert into payment_attempts (id, order_id, method, provider, state, amount, currency, return_token)
    select 'ended00${merchant}', id, 'card', 'mpgs-cards', 'in_flight', 11500, 'SAR', 'ended${merchant}' from orders where merchant_id = ${merchant};
  update payment_attempts set state = 'declined' where id = 'ended00${merchant}';
  insert into payment_attempts (id, order_id, method, provider, state, amount, currency, return_token, settled_at)
    select 'attempt${merchant}', id, 'card', 'mpgs-cards', 'captured', 11500, 'SAR', 'paid${merchant}', now() from orders where merchant_id = ${merchant};
  insert into attempt_events (attempt_id, sequence, to_state, cause) values ('attempt${merchant}', 1, 'captured', 'check');
  insert into payment_tries (attempt_id, merchant_id, order_id, kind, created_at)
    select 'attempt${merchant}', ${merchant}, id, 'card', now() from orders where merchant_id = ${merchant};
  insert into card_sessions (session_id, order_id, provider) select 'session${merchant}', id, 'mpgs-cards' from orders where merchant_id = ${merchant};
  insert into three_d_secure_pages (key_hash, attempt_id, html, expires_at) values ('\\x0${merchant}', 'attempt${merchant}', '', now());
  insert into refunds (id, order_id, attempt_id, amount, currency, state)
    select 'refund0${merchant}', id, 'attempt${merchant}', 1150, 'SAR', 'refunded' from orders where merchant_id = ${merchant};
  insert into refund_tries (refund_id, sequence, sent_at, answered_at, outcome) values ('refund0${merchant}', 1, now(), now(), 'refunded');
  insert into refund_lines (merchant_id, order_id, refund_id, position, taxable, vat)
    select ${merchant}, id, 'refund0${merchant}', 1, 1000, 150 from orders where merchant_id = ${merchant};
  insert into stock_holds (order_id, product_id, qty, state, closed_at)
    select id, product_id, 1, 'sold', now() from orders where merchant_id = ${merchant};
  insert into coupon_uses (order_id, coupon_id, mobile, state, closed_at)
    select o.id, c.id, '1', 'used', now() from orders o join coupons c on c.merchant_id = o.merchant_id where o.merchant_id = ${merchant};
  insert into checkouts (order_id, product_link_id, mobile, checkout_key, content_hash)
    select id, product_link_id, '1', 'page', decode(repeat('00', 32), 'hex') from orders where merchant_id = ${merchant};
  insert into coupon_misses (product_link_id, source, count, started_at)
    select product_link_id, '', 1, now() from orders where merchant_id = ${merchant};
  insert into client_email_codes (order_id, address, mailbox, nonce, code_digest, is_sent, expires_at)
    select id, 'a@b.example', 'a@b.example', 'nonce${merchant}', 'digest', true, now() from orders where merchant_id = ${merchant};
  insert into images (id, merchant_id) values (lpad('', 21, 'A') || ${merchant}, ${merchant});
  insert into image_files (image_id, variant, sha256, content_type, width, height, byte_length)
    values (lpad('', 21, 'A') || ${merchant}, 'full', repeat('0', 64), 'image/png', 1, 1, 1);
  insert into digital_deliveries (merchant_id, order_id, address, language, cause, next_try_at)
    select ${merchant}, id, 'a@b.example', 'ar', 'paid', now() from orders where merchant_id = ${merchant};
  insert into digital_delivery_tries (delivery_id, sequence, at, outcome)
    select id, 1, now(), 'unreachable' from digital_deliveries where merchant_id = ${merchant};`;

/** Every table that got the merchant, and how its rows say here whose they are. */
const ownersOf: Readonly<Record<string, string>> = {
  order_lines: "select merchant_id from orders o where o.id = t.order_id",
  payment_attempts: "select merchant_id from orders o where o.id = t.order_id",
  attempt_events: "select right(t.attempt_id, 1)::bigint",
  late_checks: "select right(t.attempt_id, 1)::bigint",
  card_sessions: "select right(t.session_id, 1)::bigint",
  three_d_secure_pages: "select right(t.attempt_id, 1)::bigint",
  refunds: "select right(t.id, 1)::bigint",
  refund_tries: "select right(t.refund_id, 1)::bigint",
  stock_holds: "select merchant_id from orders o where o.id = t.order_id",
  coupon_uses: "select merchant_id from orders o where o.id = t.order_id",
  checkouts: "select merchant_id from orders o where o.id = t.order_id",
  coupon_misses: "select merchant_id from product_links l where l.id = t.product_link_id",
  client_email_codes: "select right(t.nonce, 1)::bigint",
  image_files: "select right(t.image_id, 1)::bigint",
  digital_delivery_tries: "select merchant_id from digital_deliveries d where d.id = t.delivery_id",
};

let db: TestDatabase;
before(async () => {
  db = await createTestDatabase({ migrations: "none" });
  using directory = temporaryDirectory();
  const bring = (isWanted: (name: string) => boolean): void => {
    for (const name of readdirSync(files).filter(isWanted))
      copyFileSync(join(files, name), join(directory.path, name));
  };
  bring((name) => name < "0058");
  await migrate(db.pool, directory.path, log);
  for (const merchant of [1, 2]) await db.pool.query(rowsOf(merchant));
  bring(() => true);
  await migrate(db.pool, directory.path, log);
});
after(async () => await db[Symbol.asyncDispose]());

test("rows of before have the merchant of their order, attempt, refund, link or picture", async () => {
  for (const [table, owner] of Object.entries(ownersOf)) {
    const { rows } = await db.pool.query(
      `select distinct t.merchant_id as has, (${owner}) as wants from ${table} t order by 1`,
    );
    assert.deepEqual(
      rows,
      [1, 2].map((id) => ({ has: id, wants: id })),
      table,
    );
  }
});

test("a row that does not name its merchant gets it, and one that names another's is refused", async () => {
  const line =
    "position, title, qty_thousandths, unit_price, sold_unit_price, line_net, line_discount, line_vat";
  const add = (columns: string, values: string) =>
    db.pool.query(`insert into order_lines (${columns}, ${line}) select ${values}, 'more', 1000, 1, 1, 1, 0, 0
      from orders where merchant_id = 2 returning merchant_id`);
  assert.deepEqual((await add("order_id", "id, 2")).rows, [{ merchant_id: 2 }]);
  await assert.rejects(add("merchant_id, order_id", "1, id, 3"), /violates foreign key/);
  const log =
    "insert into attempt_events (attempt_id, sequence, to_state, cause) values ('attempt2', 2, 'captured', 'check') returning merchant_id";
  assert.deepEqual((await db.pool.query(log)).rows, [{ merchant_id: 2 }]);
});

/** Rows of shop 1 that would refer to what is shop 2's. */
const others: Readonly<Record<string, string>> = {
  "a line's product": "update order_lines t set product_id = o.id from products o",
  "an order's product": "update orders t set product_id = o.id from products o",
  "an order's link": "update orders t set product_link_id = o.id from product_links o",
  "the product of a link": "update product_links t set product_id = o.id from products o",
  "the order of a try to pay": "update payment_tries t set order_id = o.id from orders o",
  "the coupon of a use": "update coupon_uses t set coupon_id = o.id from coupons o",
};
for (const [what, change] of Object.entries(others)) {
  test(`${what} is of the same shop`, async () => {
    const toOther = db.pool.query(`${change} where t.merchant_id = 1 and o.merchant_id = 2`);
    await assert.rejects(toOther, { code: "23503" });
    const toOwn = await db.pool.query(`${change} where t.merchant_id = 1 and o.merchant_id = 1`);
    assert.equal(toOwn.rowCount, 1);
  });
}

test("what a buyer or provider presents alone stays one of all merchants", async () => {
  const again =
    db.pool.query(`insert into payment_attempts (id, order_id, method, provider, state, amount, currency, return_token)
    select 'attempt1', id, 'card', 'mpgs-cards', 'declined', 11500, 'SAR', 'other' from orders where merchant_id = 2`);
  await assert.rejects(again, /payment_attempts_id_key/);
});
