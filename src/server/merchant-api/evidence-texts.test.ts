/**
 * What buyer and shop have said of an order is in the archive of evidence about its payment: each column that holds a text of a buyer
 * (privacy/texts-of-buyers.ts) has one of its own, and each is in the archive or stands here with the reason why it is not.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { filesIn } from "#test/archive-files.ts";
import { leaveTraces } from "#test/buyers-traces.ts";
import { startShop } from "#test/console.ts";
import type { Things } from "#test/isolation-rows.ts";
import { fillShop } from "#test/isolation-things.ts";
import { type MakingApi, merchantApiOf } from "#test/merchant-api.ts";
import { placeSentinels } from "#test/sentinels.ts";

/** Words of lists, as `texts-by-role.test.ts` leaves them. */
const wordsOfLists = ["messages.class"];

/** Tables and columns that are not in it, and why. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  "the shop's own notes of its client, of no one order": ["clients.notes"],
  "addresses that something was sent to: the confirmed one stands in the invoice, and messages state theirs masked":
    [
      ...["digital_deliveries.address", "reference_mails.address", "reference_mails.masked_address"],
      ...["reference_mails.method", "messages.address", "client_email_codes"],
    ],
  "what is sent of an invoice is the invoice": ["messages.facts"],
  "the provider's words for a message, whose state is there": ["messages.provider_id", "messages.code"],
  "keys and digests": [
    ...["messages.cause_key", "messages.address_digest", "reference_mails.mailbox_digest"],
    ...["checkouts.content_hash", "paylink_invoices.request_hash"],
  ],
  "the mobile that the order and its payment state": ["checkouts.mobile", "coupon_uses.mobile"],
  "for a repetition by the same caller": ["idempotency_keys"],
  "not asked to be paid yet": ["invoice_drafts"],
  "the invoice that it became states it": [
    ...["quotes.body", "quotes.client_name", "quotes.client_mobile", "quotes.client_email"],
    "recurring_invoices",
  ],
};

/** A quote that became an invoice, whose terms were accepted, and an order of a link that asks something, with a payment of each. */
async function leaveAcceptances(api: MakingApi, { quoteNumber }: Things): Promise<void> {
  const { pool } = api.db;
  const quote = await api.call("POST", `/api/v1/quotes/${quoteNumber}/accept`, { body: {} });
  assert.equal(quote.statusCode, 201, quote.body);
  await pool.query(
    `with accepted as (
       update orders set agreement_accepted_at = now() where order_number = $1
       returning merchant_id, id, agreement_accepted_at
     )
     insert into acceptance_places (merchant_id, order_id, accepted_at, address, user_agent)
     select merchant_id, id, agreement_accepted_at, '203.0.113.7', 'Mozilla/5.0' from accepted`,
    [quote.json().orderNumber],
  );
  const answered = await pool.query<{ number: string }>(
    "select order_number as number from orders where answers is not null",
  );
  await api.addAttempt(quote.json().orderNumber, "captured");
  for (const { number } of answered.rows) await api.addAttempt(number, "declined");
}

test("every text of a buyer is in the evidence of a payment, but for those that prove nothing about it", async () => {
  await using shop = await startShop();
  const api = merchantApiOf(shop);
  const things = await fillShop(api);
  await leaveTraces(shop, things);
  await leaveAcceptances(api, things);
  const { sentinels } = await placeSentinels(shop.db.pool, wordsOfLists);
  const payments = await shop.db.pool.query<{ id: string }>("select id from payment_attempts");
  const texts: string[] = [];
  for (const { id } of payments.rows) {
    const answer = await api.call("GET", `/api/v1/payments/${id}/evidence`);
    assert.equal(answer.statusCode, 200, answer.body);
    const files = filesIn(answer.rawPayload);
    for (const name of ["evidence.json", "timeline.csv"]) texts.push(String(files.get(name)));
  }
  const isShown = ({ needle }: { readonly needle: string }): boolean =>
    texts.some((text) => text.includes(needle));
  const missing = sentinels.flatMap((one) => (isShown(one) ? [] : [one.place]));
  const listed = Object.values(leftOut).flat();
  const covers = (name: string) => (place: string) =>
    place === name || place.startsWith(`${name}.`) || place.startsWith(`${name} `);
  assert.deepEqual(
    missing.filter((place) => !listed.some((name) => covers(name)(place))),
    [],
    "add it to the archive (evidence-route.ts), or say here why it is not evidence",
  );
  assert.deepEqual(
    listed.filter((name) => !missing.some(covers(name))),
    [],
    "listed, and in the archive, or of no column of a buyer",
  );
});
