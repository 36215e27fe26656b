/** That an erasure on request finds its buyer wherever a mobile or an address of theirs is kept, also where it is the only trace of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { columnsOfWords } from "#test/columns-of-buyers.ts";
import { needRow } from "#test/rows-of-tables.ts";

/** Columns by which no buyer needs to be found, by the reason. */
const notFoundBy: Readonly<Record<string, readonly string[]>> = {
  "there only while a message is still to be sent, of which nothing is erased until it has gone": [
    ...["messages.address", "reference_mails.address"],
  ],
  "masked: others have the same": ["messages.masked_address", "reference_mails.masked_address"],
  "the mobile that the checkout of the same order has": ["coupon_uses.mobile"],
  "an address of the internet": ["acceptance_places.address"],
  "a place in a town": ["clients.address", "payment_attempts.shipment_address"],
};

test("an erasure finds its buyer by each column that has a mobile or an e-mail address, where it stands in no other", async () => {
  await using shop = await startTestApp();
  assert.equal((await payByCard(shop, await issueInvoice(shop))).statusCode, 200);
  const missed: string[] = [];
  let place = 0;
  for (const { table, columns } of await columnsOfWords(shop.db.pool))
    for (const { name } of columns) {
      const buyer = buyerIn(name, place++);
      if (buyer === null) continue;
      const isWritten = await write(shop, { table, column: name, buyer });
      await erase(shop, buyer);
      const { rowCount } = await shop.db.pool.query(`select from "${table}" where "${name}" = $1`, [buyer]);
      if (rowCount || !isWritten) missed.push(`${table}.${name}`);
    }
  assert.deepEqual(
    missed.toSorted(),
    Object.values(notFoundBy).flat().toSorted(),
    "have `ordersOf` of erase-buyer.ts find the order by a column that is missed, or say in `notFoundBy` why it need not; one that is found is no exception",
  );
});

/** One that stands in no other place; null for a column that has none by its name. */
function buyerIn(column: string, place: number): string | null {
  if (/(?:^|_)(?:mobile|phone)$/.test(column)) return `+9665598${String(place).padStart(5, "0")}`;
  return /(?:^|_)(?:e?mail|address)$/.test(column) ? `unknown${place}@example.com` : null;
}

type Written = { readonly table: string; readonly column: string; readonly buyer: string };

/**
 * Into every row of the table, of which one belongs to the paid order.
 * @returns whether the checks of the table allow it
 */
async function write({ db: { pool } }: TestApp, { table, column, buyer }: Written): Promise<boolean> {
  await needRow(pool, table);
  await pool.query(`alter table "${table}" disable trigger user`);
  const isWritten = await pool.query(`update "${table}" set "${column}" = $1`, [buyer]).then(
    () => true,
    (error: { readonly code?: string }) => {
      if (error.code !== "23514") throw error;
      return false;
    },
  );
  await pool.query(`alter table "${table}" enable trigger user`);
  return isWritten;
}

async function erase(shop: TestApp, buyer: string): Promise<void> {
  const erased = await shop.app.inject({
    method: "POST",
    url: "/api/v1/buyers/erase",
    headers: { authorization: `Bearer ${shop.apiKey}` },
    payload: { buyer },
  });
  assert.equal(erased.statusCode, 200, erased.body);
}
