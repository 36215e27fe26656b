/** When an order changed last, in a database that was used before that was kept. */
import assert from "node:assert/strict";
import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Log } from "#core/ports.ts";
import { createTestDatabase } from "#test/database.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { migrate } from "./migrate.ts";

const log: Log = { info: () => {}, warn: () => {}, error: () => {} };
const files = join(import.meta.dirname, "migrations");

/** Order 1 was refunded in part, order 2 has surplus that went back, order 3 was paid and nothing else. */
const usedBefore = `
  insert into merchants (id, username, shop_name, email, phone) overriding system value
    values (1, 'shop', 'Shop', 'a@b.example', '1');
  insert into orders (id, order_number, merchant_id, source, status, currency, sub_total, discount, vat, vat_bps, total,
      allowed_methods, created_at, paid_at, captured_total, refunded_total) overriding system value
    select id, '000000000000000' || id, 1, 'api', 'PAID', 'SAR', 10000, 0, 1500, 1500, 11500, array['mada'],
      '2026-01-01', '2026-01-02', 11500, case id when 1 then 1500 else 0 end from generate_series(1, 3) id;
  insert into payment_attempts (id, order_id, method, provider, state, amount, currency, return_token, settled_at)
    select 'attempt' || id, id, 'card', 'mpgs-cards', 'captured', 11500, 'SAR', 'attempt' || id, '2026-01-02'
      from generate_series(1, 3) id;
  insert into payment_attempts (id, order_id, method, provider, state, amount, currency, return_token)
    values ('surplus2', 2, 'card', 'mpgs-cards', 'refunded', 11500, 'SAR', 'surplus2');
  insert into refunds (id, order_id, attempt_id, amount, currency, state, is_surplus, created_at, updated_at)
    values ('refund01', 1, 'attempt1', 1500, 'SAR', 'refunded', false, '2026-02-01', '2026-02-03'),
      ('refund02', 2, 'surplus2', 11500, 'SAR', 'refunded', true, '2026-02-01', '2026-02-03'),
      ('refund03', 3, 'attempt3', 1500, 'SAR', 'declined', false, '2026-02-01', '2026-02-03');`;

test("an order that was refunded before changes were kept changed with its refund, and no other one did", async () => {
  await using db = await createTestDatabase({ migrations: "none" });
  using directory = temporaryDirectory();
  const bring = (isWanted: (name: string) => boolean) => {
    for (const name of readdirSync(files).filter(isWanted))
      copyFileSync(join(files, name), join(directory.path, name));
  };
  bring((name) => name < "0016");
  await migrate(db.pool, directory.path, log);
  await db.pool.query(usedBefore);
  bring(() => true);
  await migrate(db.pool, directory.path, log);
  const days = "select to_char(updated_at at time zone 'UTC', 'MM-DD') as day from orders order by id";
  const { rows } = await db.pool.query(days);
  assert.deepEqual(
    rows.map(({ day }) => day),
    ["02-03", "01-02", "01-02"],
  );
  // From now on every change is kept again.
  await db.pool.query("update orders set expires_at = now() where id = 3");
  const changed = await db.pool.query(
    "select updated_at > now() - interval '1 hour' as is_new from orders where id = 3",
  );
  assert.deepEqual(changed.rows, [{ is_new: true }]);
});
