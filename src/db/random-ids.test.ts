/** Numbers that buyers see in addresses (migrations 0055, 0056). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestDatabase } from "#test/database.ts";

test("numbers of merchants, clients and products have eight digits and say nothing of how many there are or which comes next", async () => {
  await using database = await createTestDatabase();
  const { rows } = await database.pool.query<{ merchant: number; client: number; product: number }>(`
    with shops as (
      insert into merchants (username, shop_name, email, phone)
      select 'shop-' || i, 'Shop', 'a@b.sa', '1' from generate_series(1, 200) i returning id
    ), buyers as (
      insert into clients (merchant_id, name) select id, 'Noura' from shops returning id, merchant_id
    ), goods as (
      insert into products (merchant_id, title, price) select id, 'Dates', 100 from shops returning id, merchant_id
    )
    select merchant_id as merchant, buyers.id as client, goods.id as product
    from buyers join goods using (merchant_id)`);
  const columns = ["merchant", "client", "product"] as const;
  for (const numbers of columns.map((column) => rows.map((row) => row[column]))) {
    assert.equal(new Set(numbers).size, 200);
    assert.ok(numbers.every((number) => /^[1-9]\d{7}$/.test(String(number))));
    const sorted = numbers.map(Number).toSorted((one, other) => one - other);
    // 200 random ones of 90 million: neighbours, and a span of less than half, would be chance of one in a million.
    assert.ok((sorted.at(-1) ?? 0) - (sorted[0] ?? 0) > 45_000_000);
    const neighbours = numbers.filter((number, index) => Number(number) === Number(numbers[index - 1]) + 1);
    assert.deepEqual(neighbours, []);
  }
});
