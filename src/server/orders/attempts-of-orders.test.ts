import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { blocksOthers } from "#core/attempt-status.ts";
import { insertAttemptAt, standingsOfUnpaid } from "#test/attempt-standings.ts";
import { startMerchantApi } from "#test/merchant-api.ts";
import { isBeingPaid, takesNoPayment } from "./attempts-of-orders.ts";

test("statements about orders read of each attempt where it is what core says of it", async () => {
  await using api = await startMerchantApi();
  const { orderNumber: untried } = await api.issue();
  const expected = new Map([[untried, "false false"]]);
  for (const standing of standingsOfUnpaid) {
    const { orderNumber } = await api.issue();
    await insertAttemptAt(api.db.pool, orderNumber, standing);
    expected.set(orderNumber, `${standing.blocksStart} ${blocksOthers(standing)}`);
  }
  const { rows } = await sql<{ number: string; paying: boolean; blocked: boolean }>`
    select o.order_number as number, ${isBeingPaid} as paying, ${takesNoPayment} as blocked from orders o`.execute(
    api.db.kysely,
  );
  assert.deepEqual(new Map(rows.map((row) => [row.number, `${row.paying} ${row.blocked}`])), expected);
});
