/**
 * The road to more than one primary (a shard per group of merchants) stays open where every key of a merchant's data
 * names the merchant. The keys below do not. The lists may only get shorter: a new table has `merchant_id` in each of its
 * keys, or belongs to no merchant. Where a key has it, it stands first, and every foreign key between two tables of merchants
 * has it on both sides, without exception: no row refers to another merchant's.
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
  "message_moves (from_state,to_state)": "reference",
  "order_standings (standing)": "reference",
  "order_statuses (status)": "reference",
  "order_transitions (from_status,to_status)": "reference",
  "refund_transitions (from_state,to_state)": "reference",
  "return_request_moves (from_state,to_state)": "reference",
  "tax_submission_moves (from_state,to_state)": "reference",
  "address_proofs (token_hash)": "of a person, who may work in several shops, or of nobody yet",
  "admin_acts (id)": "the operator's",
  "job_lanes (lane)": "of the queue: a lane may serve several merchants, such as the mail server's",
  "limit_uses (key)": "addresses belong to none",
  "nodes (id)": "servers",
  "person_links (token_hash)": "of a person, who may work in several shops",
  "person_passkeys (credential_id)": "of a person, who may work in several shops",
  "person_passkeys (person_id,id)": "of a person, who may work in several shops",
  "person_recovery_codes (person_id,code_hash)": "of a person, who may work in several shops",
  "person_totp (person_id)": "of a person, who may work in several shops",
  "person_sessions (id)": "of a person, who may work in several shops",
  "person_sessions (token_hash)": "of a person, who may work in several shops",
  "persons (email)": "a person may work in several shops",
  "persons (id)": "a person may work in several shops",
  "persons (mobile)": "a person may work in several shops",
  "persons (passkey_handle)": "a person may work in several shops",
  "reconciliation_days (day)": "the installation's days",
  "secret_keys (key_id)": "the installation's",
  "shop_invitations (id)": "the operator's",
  "used_challenges (challenge_hash)": "of people, who may work in several shops",
  "wasl_migrations (name)": "the program's",
  "merchants (id)": "the merchant itself",
  "merchants (live_merchant_id)": "leads to the merchant's test world, which is where the merchant is",
  "merchants (opened_by,opening_key)": "leads to the merchant",
  "merchants (username)": "leads to the merchant",
};

/** What a caller presents alone, so that it must lead to its merchant: a small routing table each, or on every shard. */
const leadsToMerchant: readonly string[] = [
  "api_keys (key_hash)",
  "card_sessions (session_id)",
  "events (public_id)",
  "images (id)",
  "invitations (token_hash)",
  "orders (order_number)",
  "payment_attempts (id)",
  "payment_attempts (presented_key)",
  "payment_attempts (return_token)",
  "product_links (link_identity)",
  "quotes (quote_number)",
  "three_d_secure_pages (key_hash)",
  "webhook_endpoints (id)",
];

/** Tables that have the merchant, and a key that does not name it. */
const keyWithoutMerchant: readonly string[] = [
  "agreements (id)",
  "api_keys (id)",
  "clients (id)",
  "coupons (id)",
  "digital_files (id)",
  "events (id)",
  "events (order_id)",
  "orders (id)",
  "product_links (id)",
  "products (id)",
  "reconciliation_differences (id)",
  "tax_documents (id)",
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
  const known = [...Object.keys(ofNoMerchant), ...leadsToMerchant, ...keyWithoutMerchant];
  assert.deepEqual(rows.map(({ key }) => key).sort(), known.sort());
});

test("in a unique key that has the merchant, it stands first", async () => {
  await using db = await createTestDatabase();
  const { rows } = await db.pool.query<{ key: string }>(`
    select i.indexrelid::regclass::text as key
    from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id'
    where c.relnamespace = 'public'::regnamespace and i.indisunique
      and a.attnum = any (i.indkey) and i.indkey[0] <> a.attnum`);
  assert.deepEqual(rows, []);
});

/** Foreign keys between two tables that have the merchant, in either. */
const foreignKeysOfMerchants = `pg_constraint f
  join pg_attribute own on own.attrelid = f.conrelid and own.attname = 'merchant_id'
  join pg_attribute other on other.attrelid = f.confrelid and other.attname = 'merchant_id'`;
const isForeignKey = "f.connamespace = 'public'::regnamespace and f.contype = 'f'";

test("every foreign key between two tables of merchants begins with the merchant on both sides, and is checked", async () => {
  await using db = await createTestDatabase();
  const { rows } = await db.pool.query<{ key: string }>(`
    select f.conrelid::regclass || ': ' || pg_get_constraintdef(f.oid) as key
    from ${foreignKeysOfMerchants}
    where ${isForeignKey}
      and not (f.conkey[1] = own.attnum and f.confkey[1] = other.attnum and f.convalidated)
    order by 1`);
  assert.deepEqual(
    rows.map(({ key }) => key),
    [],
  );
});

/** A foreign key is not checked where one of its columns is null: a row without a merchant refers to nothing of a merchant. */
const withoutMerchant: Readonly<Record<string, string>> = {
  "events.attempt_id":
    "insert into events (attempt_id, type) values ('attempt1', 'reconciliation.difference')",
  "events.order_id": "insert into events (order_id, type) values (1, 'reconciliation.difference')",
  "reconciliation_differences.order_id": `insert into reconciliation_differences
    (order_id, found_at, day, account, kind, reference, currency, ours, theirs)
    values (1, now(), now(), 'card', 'currency', 'ref', 'SAR', 0, 1)`,
};

test("a row that names no merchant refers to nothing of a merchant", async () => {
  await using db = await createTestDatabase();
  const { rows } = await db.pool.query<{ name: string }>(`
    select f.conrelid::regclass || '.' || referring.attname as name
    from ${foreignKeysOfMerchants}
      join pg_attribute referring on referring.attrelid = f.conrelid and referring.attnum = any (f.conkey)
    where ${isForeignKey} and not own.attnotnull and referring.attname <> 'merchant_id'
    order by 1`);
  assert.deepEqual(
    rows.map(({ name }) => name),
    Object.keys(withoutMerchant),
  );
  for (const [name, insert] of Object.entries(withoutMerchant))
    await assert.rejects(db.pool.query(insert), { code: "23514" }, name);
});
