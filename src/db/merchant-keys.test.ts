/**
 * The road to more than one primary (a shard per group of merchants) stays open where every key of a merchant's data
 * names the merchant. The keys below do not. The lists may only get shorter: a new table has `merchant_id` in each of its
 * keys, or belongs to no merchant.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestDatabase } from "#test/database.ts";

/** Rows of no one merchant: on every shard, or on one that is asked first. */
const ofNoMerchant: Readonly<Record<string, string>> = {
  "attempt_states (state)": "reference",
  "attempt_transitions (from_state,to_state)": "reference",
  "egs_application_moves (from_state,to_state)": "reference",
  "egs_unit_moves (from_state,to_state)": "reference",
  "order_statuses (status)": "reference",
  "order_transitions (from_status,to_status)": "reference",
  "refund_transitions (from_state,to_state)": "reference",
  "tax_submission_moves (from_state,to_state)": "reference",
  "admin_acts (id)": "the operator's",
  "job_lanes (lane)": "of the queue: a lane may serve several merchants, such as the mail server's",
  "limit_uses (key)": "addresses belong to none",
  "nodes (id)": "servers",
  "reconciliation_days (day)": "the installation's days",
  "secret_keys (key_id)": "the installation's",
  "wasl_migrations (name)": "the program's",
  "merchants (id)": "the merchant itself",
  "merchants (username)": "leads to the merchant",
};

/** What a caller presents alone, so that it must lead to its merchant: a small routing table each, or on every shard. */
const leadsToMerchant: readonly string[] = [
  "api_keys (key_hash)",
  "card_sessions (session_id)",
  "events (public_id)",
  "orders (order_number)",
  "payment_attempts (presented_key)",
  "payment_attempts (return_token)",
  "product_links (link_identity)",
  "three_d_secure_pages (key_hash)",
  "webhook_endpoints (id)",
];

/** Tables that do not have the merchant at all: it is their order's, attempt's, refund's, link's or image's. */
const withoutMerchant: readonly string[] = [
  "attempt_events (attempt_id,sequence)",
  "checkouts (order_id)",
  "checkouts (product_link_id,checkout_key)",
  "client_email_codes (id)",
  "client_email_codes (nonce)",
  "client_email_codes (order_id)",
  "coupon_misses (product_link_id,source)",
  "coupon_uses (order_id)",
  "digital_delivery_tries (delivery_id,sequence)",
  "image_files (image_id,variant)",
  "late_checks (attempt_id)",
  "order_lines (order_id,position)",
  "refund_tries (refund_id,sequence)",
  "stock_holds (order_id)",
];

/** Tables that have the merchant, and a key that does not name it. */
const keyWithoutMerchant: readonly string[] = [
  "agreements (id)",
  "api_keys (id)",
  "clients (id)",
  "coupons (id)",
  "digital_deliveries (id)",
  "digital_deliveries (order_id)",
  "digital_files (id)",
  "events (id)",
  "events (order_id)",
  "images (id)",
  "orders (id)",
  "payment_attempts (id)",
  "payment_attempts (order_id)",
  "payment_tries (attempt_id)",
  "product_links (id)",
  "products (id)",
  "reconciliation_differences (id)",
  "refunds (attempt_id)",
  "refunds (id)",
  "refund_lines (refund_id,position)",
  "tax_documents (id)",
  "tax_documents (order_id)",
  "tax_documents (order_id,refund_key)",
];

test("no key lacks the merchant but those that are known to", async () => {
  await using db = await createTestDatabase();
  const { rows } = await db.pool.query<{ key: string }>(`
    select distinct c.relname || ' (' || keys.columns || ')' as key
    from pg_index i join pg_class c on c.oid = i.indrelid
    cross join lateral (
      select string_agg(coalesce(a.attname, '(expression)'), ',' order by k.place) as columns,
        bool_or(a.attname = 'merchant_id') as has_merchant
      from unnest(i.indkey) with ordinality k (attnum, place)
      left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum and k.attnum > 0
    ) keys
    where c.relnamespace = 'public'::regnamespace and i.indisunique and keys.has_merchant is not true`);
  const known = [...Object.keys(ofNoMerchant), ...leadsToMerchant, ...withoutMerchant, ...keyWithoutMerchant];
  assert.deepEqual(rows.map(({ key }) => key).sort(), known.sort());
});
