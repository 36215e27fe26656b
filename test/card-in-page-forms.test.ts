/** What a form that needs no script does not keep: a card number in a text, as the calls of payments promise, and texts of an erased buyer. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { type PageForm, pageForms } from "#contract/page-forms.ts";
import { type OrderStatus, orderStatusFacts } from "#core/order-status.ts";
import { checkDueAttempts } from "#server/schedule/jobs.ts";
import { issueInvoice, loadModel, payByCard, post, startTestApp, type TestApp } from "#test/app-harness.ts";
import { actAtBank } from "./buyers.ts";
import { tracesInDatabase } from "./card-traces.ts";
import { everyText } from "./every-text.ts";

const card = "4508750015741019";

type TextOfForm = {
  /**
   * Makes what the form is about; gives the number in its address. Where its order was paid, `afterPayment` is called while that
   * counts as paid: the buyer may be erased then, and the order may come into an open status afterwards.
   */
  readonly prepare: (app: TestApp, afterPayment: () => Promise<void>) => Promise<string>;
  /** Of an order that was never paid before: pays it, and ends what is left open of it. */
  readonly payAfterwards?: (app: TestApp, orderNumber: string) => Promise<void>;
  /** What it sends with it. */
  readonly fields: Readonly<Record<string, string>>;
  /** The text that is kept, by its name, with what the buyer may have put around the card number. */
  readonly name: string;
  readonly write: (word: string) => string;
};

/** Null for a form without a text that is kept. */
const texts: Readonly<Record<PageForm, TextOfForm | null>> = {
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
      return orderNumber;
    },
    payAfterwards: async (app, orderNumber) => {
      await payByCard(app, orderNumber);
      await actAtBank(app, "sadad", "expire");
      app.clock.advance(61_000);
      await checkDueAttempts(app.services);
    },
    fields: { method: "sadad", page: "info", lang: "ar" },
    name: "email",
    write: (word) => `${word}@example.com`,
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
      return orderNumber;
    },
    fields: { reason: "damaged", lang: "ar" },
    name: "words",
    write: (word) => `بطاقتي ${word} شكرًا`,
  },
  "/rest/pay/withdrawReturn/:orderNumber": null,
  "/rest/pay/documentsLink/:orderNumber": null,
  "/rest/pay/quote/:quoteNumber/:answer": null,
};

for (const form of Object.keys(pageForms) as PageForm[]) {
  const text = texts[form];
  if (text === null) continue;
  test(`${form} refuses a card number in its ${text.name}, and takes the same without one`, async () => {
    await using app = await startTestApp();
    const url = form.replace(/:\w+/, await text.prepare(app, async () => {}));
    const send = (word: string) => sendForm(app, url, text, word);
    const refused = await send(card);
    const taken = await send("kept");
    assert.deepEqual([refused.statusCode, taken.statusCode], [303, 303], refused.body);
    assert.notEqual(refused.headers["location"], taken.headers["location"], "the page does not say so");
    assert.deepEqual(await tracesInDatabase(app.db.pool, [card]), []);
    assert.ok(!refused.body.includes(card) && !app.logLines.join().includes(card), "it was written down");
    assert.ok((await everyText(app)).includes(text.write("kept")), "nothing was kept without one");
  });

  test(`${form} keeps nothing of a buyer whose data was erased: what comes afterwards is not erased a second time`, async () => {
    await using app = await startTestApp();
    let isErased = false;
    const erase = async (): Promise<void> => {
      await eraseBuyer(app);
      isErased = true;
    };
    const orderNumber = await text.prepare(app, erase);
    if (!isErased) {
      const { wasPaid } = orderStatusFacts[await statusOf(app, orderNumber)];
      assert.ok(!wasPaid, "call `afterPayment`: the buyer of what was paid may have been erased before");
      await text.payAfterwards?.(app, orderNumber);
      assert.ok(orderStatusFacts[await statusOf(app, orderNumber)].paid, "say in the row how it is paid");
      await erase();
    }
    const url = form.replace(/:\w+/, orderNumber);
    const answer = await sendForm(app, url, text, "erased");
    assert.ok(answer.statusCode < 500, answer.body);
    assert.ok(!(await everyText(app)).includes(text.write("erased")), "it was kept");
  });
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

function sendForm(app: TestApp, url: string, text: TextOfForm, word: string) {
  return app.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost:3000" },
    payload: new URLSearchParams({ ...text.fields, [text.name]: text.write(word) }).toString(),
  });
}
