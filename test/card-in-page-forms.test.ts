/** What a form that needs no script does not keep: a card number in a text, as the calls of payments promise, and texts of an erased buyer. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { type OrderStatus, orderStatusFacts } from "#core/order-status.ts";
import { type PageForm, pageForms } from "#core/page-forms.ts";
import { checkDueAttempts } from "#server/schedule/jobs.ts";
import { issueInvoice, loadModel, payByCard, post, startTestApp, type TestApp } from "#test/app-harness.ts";
import { routes } from "#web/routes.ts";
import { actAtBank } from "./buyers.ts";
import { tracesInDatabase } from "./card-traces.ts";
import { everyText } from "./every-text.ts";
import { everyView, formsIn } from "./every-view.ts";
import { startPageRenderer } from "./page-renderer.ts";

const card = "4508750015741019";
const forms = Object.keys(pageForms) as PageForm[];

type Prepared = {
  /** In the form's address. */
  readonly number: string;
  /** What it sends beside its texts; what a buyer chooses of what the page makes of the order is known once that is there. */
  readonly fields: Readonly<Record<string, string>>;
};

type TextsOfForm = {
  /**
   * Makes what the form is about. Where its order was paid, `afterPayment` is called while that
   * counts as paid: the buyer may be erased then, and the order may come into an open status afterwards.
   */
  readonly prepare: (app: TestApp, afterPayment: () => Promise<void>) => Promise<Prepared>;
  /** Of an order that was never paid before: pays it, and ends what is left open of it. */
  readonly payAfterwards?: (app: TestApp, orderNumber: string) => Promise<void>;
  /**
   * Every text that it keeps, by the name of its field, with what the buyer may have put around the card number. In the form in which it is kept, by
   * which it is looked for in the database: a mobile as `+966559876543`, which `readMobile` takes, too.
   */
  readonly texts: Readonly<Record<string, (word: string) => string>>;
};

/** Null for a form without a text that is kept. */
const rows: Readonly<Record<PageForm, TextsOfForm | null>> = {
  "/rest/pay/mailReference/:orderNumber": {
    prepare: async (app) => {
      const orderNumber = await issueInvoice(app);
      const { transactionId, signature } = await loadModel(app, orderNumber);
      const buyer = { clientEmail: null, mobile: "0551234567", clientName: "نورة العتيبي" };
      const bill = { ...buyer, firstName: "نورة", lastName: "العتيبي", nationalId: "1000000008" };
      const issued = await post(app, "/rest/pay/sadad/authorize", {
        ...{ ...bill, orderNumber, transactionId, signature },
      });
      assert.equal(issued.statusCode, 200, issued.body);
      return { number: orderNumber, fields: { method: "sadad", page: "info", lang: "ar" } };
    },
    payAfterwards: async (app, orderNumber) => {
      await payByCard(app, orderNumber);
      await actAtBank(app, "sadad", "expire");
      app.clock.advance(61_000);
      await checkDueAttempts(app.services);
    },
    texts: { email: (word) => `${word}@example.com` },
  },
  "/rest/pay/askRenewal/:orderNumber": null,
  "/rest/pay/askReturn/:orderNumber": {
    prepare: async (app, afterPayment) => {
      const changed = await app.app.inject({
        method: "PATCH",
        url: "/api/v1/merchant",
        headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": randomUUID() },
        payload: { returnRequestDays: 14 },
      });
      assert.equal(changed.statusCode, 200, changed.body);
      const orderNumber = await issueInvoice(app);
      await payByCard(app, orderNumber);
      await afterPayment();
      return { number: orderNumber, fields: { reason: "damaged", lang: "ar" } };
    },
    texts: { words: (word) => `بطاقتي ${word} شكرًا` },
  },
  "/rest/pay/withdrawReturn/:orderNumber": null,
  "/rest/pay/documentsLink/:orderNumber": null,
  "/rest/pay/quote/:quoteNumber/:answer": null,
};

test("every text that a buyer may write in a form of the pages is asked about here", async () => {
  const pages = await startPageRenderer();
  const drawn = (await Promise.all(routes.map(({ path }) => everyView(pages, path)))).flat().flatMap(formsIn);
  for (const form of forms) {
    const written = drawn.flatMap((one) => (one.form === form ? one.texts : []));
    assert.deepEqual(
      Object.keys(rows[form]?.texts ?? {}).toSorted(),
      [...new Set(written)].toSorted(),
      `the texts of ${form}: add each to \`texts\` of its row, and the form's receiver refuses a card number in it (hasCardNumber)`,
    );
  }
});

for (const form of forms) {
  const row = rows[form];
  if (row === null) continue;
  const names = Object.keys(row.texts);
  for (const name of names)
    test(`${form} refuses a card number in its ${name}, and takes the same without one`, async () => {
      await using app = await startTestApp();
      const { number, fields } = await row.prepare(app, async () => {});
      const url = form.replace(/:\w+/, number);
      const sent = { ...fields, ...textsWith(row, "kept") };
      const refused = await sendForm(app, url, { ...sent, [name]: write(row, name, card) });
      const taken = await sendForm(app, url, sent);
      assert.deepEqual([refused.statusCode, taken.statusCode], [303, 303], refused.body);
      assert.notEqual(refused.headers["location"], taken.headers["location"], "the page does not say so");
      assert.deepEqual(await tracesInDatabase(app.db.pool, [card]), []);
      assert.ok(!refused.body.includes(card) && !app.logLines.join().includes(card), "it was written down");
      const kept = await everyText(app);
      for (const one of names)
        assert.ok(
          kept.includes(write(row, one, "kept")),
          `${one} was not kept without one, or in another form: its row writes it as the database has it`,
        );
    });

  test(`${form} keeps nothing of a buyer whose data was erased: what comes afterwards is not erased a second time`, async () => {
    await using app = await startTestApp();
    let isErased = false;
    const erase = async (): Promise<void> => {
      await eraseBuyer(app);
      isErased = true;
    };
    const { number: orderNumber, fields } = await row.prepare(app, erase);
    if (!isErased) {
      const { wasPaid } = orderStatusFacts[await statusOf(app, orderNumber)];
      assert.ok(!wasPaid, "call `afterPayment`: the buyer of what was paid may have been erased before");
      await row.payAfterwards?.(app, orderNumber);
      assert.ok(orderStatusFacts[await statusOf(app, orderNumber)].paid, "say in the row how it is paid");
      await erase();
    }
    assert.deepEqual(
      await stillToSend(app, orderNumber),
      [],
      "the erasure has left the order open to its buyer, since this is still to be sent: have it sent in `prepare`",
    );
    const sent = { ...fields, ...textsWith(row, "erased") };
    const answer = await sendForm(app, form.replace(/:\w+/, orderNumber), sent);
    assert.ok(answer.statusCode < 500, answer.body);
    const kept = await everyText(app);
    for (const name of names)
      assert.ok(
        !kept.includes(write(row, name, "erased")),
        `${name} was kept: ask for buyer_erased_at under the order's lock`,
      );
  });
}

/** What a form sends in one of its texts: words that differ from those of its others. */
function write({ texts }: TextsOfForm, name: string, word: string): string {
  const place = word === card ? "" : Object.keys(texts).indexOf(name);
  return texts[name]?.(`${word}${place}`) ?? assert.fail(name);
}

function textsWith(row: TextsOfForm, word: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(row.texts).map((name) => [name, write(row, name, word)]));
}

/** Empty where the erasure has closed the order to its buyer; otherwise what has kept it from that (`erase-buyer.ts`). */
async function stillToSend(app: TestApp, orderNumber: string): Promise<readonly string[]> {
  const order = await app.db.kysely
    .selectFrom("orders")
    .select(["id", "buyer_erased_at"])
    .where("order_number", "=", orderNumber)
    .executeTakeFirstOrThrow();
  if (order.buyer_erased_at !== null) return [];
  const { rows: waiting } = await app.db.pool.query<{ what: string }>(
    `select 'messages ' || kind || ' ' || state as what from messages where order_id = $1
     union all select 'reference_mails ' || state from reference_mails where order_id = $1
     union all select 'digital_deliveries ' || state from digital_deliveries where order_id = $1 and state = 'due'`,
    [order.id],
  );
  return ["orders.buyer_erased_at is null", ...waiting.map(({ what }) => what)];
}

/** Erases the buyer of every order here, of which none is open. */
async function eraseBuyer(app: TestApp): Promise<void> {
  const erased = await app.app.inject({
    method: "POST",
    url: "/api/v1/buyers/erase",
    headers: { authorization: `Bearer ${app.apiKey}` },
    payload: { buyer: "0551234567" },
  });
  assert.equal(erased.statusCode, 200, erased.body);
  assert.deepEqual(
    erased.json().kept.openOrders,
    [],
    "of an open order nothing is erased: end first what is open of it",
  );
}

async function statusOf(app: TestApp, orderNumber: string): Promise<OrderStatus> {
  const query = app.db.kysely.selectFrom("orders").select("status").where("order_number", "=", orderNumber);
  return (await query.executeTakeFirstOrThrow()).status;
}

function sendForm(app: TestApp, url: string, fields: Readonly<Record<string, string>>) {
  return app.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost:3000" },
    payload: new URLSearchParams(fields).toString(),
  });
}
