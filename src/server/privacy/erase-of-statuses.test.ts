/** In which statuses an unpaid invoice lets its buyer be erased by age. What was paid is over with its payment and its refunds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { mayOrderBecome, type OrderStatus, orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import { runInTransaction } from "#db/open.ts";
import { issueInvoice, startTestApp } from "#test/app-harness.ts";
import { bringUnpaid } from "#test/order-in-sql.ts";
import { lockOrder, moveOrder } from "../orders/order-moves.ts";
import { eraseAgedBuyers } from "./erase-by-age.ts";

const dayMs = 24 * 60 * 60_000;

/**
 * A status of unpaid invoices that is added says so here. Only one that ends by itself before long may keep the buyer: where a shop can leave an
 * invoice as it is, the buyer would be kept permanently (docs/adding-a-status.md, "Facts").
 */
const isErased: Readonly<Partial<Record<OrderStatus, boolean>>> = {
  CREATED: true,
  PENDING: true,
  CANCELLED: true,
};

const unpaid = orderStatuses.filter((one) => !orderStatusFacts[one].wasPaid);

test("each status of unpaid invoices has its answer in this table, and no other status has one", () => {
  assert.deepEqual(Object.keys(isErased).sort(), [...unpaid].sort());
});

for (const status of unpaid)
  test(`years after its time was over, the buyer of an invoice that is ${status} is ${isErased[status] ? "erased" : "kept"}`, async () => {
    await using shop = await startTestApp({ env: { WASL_BUYER_DATA_MONTHS: "24" } });
    const expiresAt = new Date(shop.clock.now() + dayMs).toISOString();
    const orderNumber = await issueInvoice(shop, { expiresAt });
    await bringUnpaid(shop.db.pool, orderNumber, status);
    shop.clock.advance(5 * 366 * dayMs);
    assert.equal(await eraseAgedBuyers(shop.services), isErased[status] ? 1 : 0);
    const again = orderStatuses.find((to) => orderStatusFacts[to].payable && mayOrderBecome(status, to));
    if (again === undefined) return;
    // What may be paid again gets a buyer again, whom a later erasure has to find.
    const { kysely } = shop.db;
    const { id } = await kysely.selectFrom("orders").select("id").executeTakeFirstOrThrow();
    await runInTransaction(kysely, async (trx) =>
      moveOrder(trx, await lockOrder(trx, id), again, { type: "order.pending" }),
    );
    const moved = await kysely.selectFrom("orders").select("buyer_erased_at").executeTakeFirstOrThrow();
    assert.equal(moved.buyer_erased_at, null);
  });
