/** What a form that needs no script does not keep: a card number in a text, as the calls of payments promise, and texts of an erased buyer. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { type PageForm, pageForms } from "#contract/page-forms.ts";
import { issueInvoice, loadModel, payByCard, post, startTestApp, type TestApp } from "#test/app-harness.ts";
import { tracesInDatabase } from "./card-traces.ts";
import { everyText } from "./every-text.ts";

const card = "4508750015741019";

type TextOfForm = {
  /** Makes what the form is about; gives the number in its address. */
  readonly prepare: (app: TestApp) => Promise<string>;
  /** What it sends with it. */
  readonly fields: Readonly<Record<string, string>>;
  /** The text that is kept, by its name, with what the buyer may have put around the card number. */
  readonly name: string;
  readonly write: (word: string) => string;
  /** The form is taken of orders alone that may still be paid, whose buyers are not erased yet. */
  readonly isOfOpenOrders?: true;
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
    fields: { method: "sadad", page: "info", lang: "ar" },
    isOfOpenOrders: true,
    name: "email",
    write: (word) => `${word}@example.com`,
  },
  "/rest/pay/askRenewal/:orderNumber": null,
  "/rest/pay/askReturn/:orderNumber": {
    prepare: async (app) => {
      const changed = await app.app.inject({
        method: "PATCH",
        url: "/api/v1/merchant",
        headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": randomUUID() },
        payload: { returnRequestDays: 14 },
      });
      assert.equal(changed.statusCode, 200, changed.body);
      const orderNumber = await issueInvoice(app);
      await payByCard(app, orderNumber);
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
    const url = form.replace(/:\w+/, await text.prepare(app));
    const send = (word: string) => sendForm(app, url, text, word);
    const refused = await send(card);
    const taken = await send("kept");
    assert.deepEqual([refused.statusCode, taken.statusCode], [303, 303], refused.body);
    assert.notEqual(refused.headers["location"], taken.headers["location"], "the page does not say so");
    assert.deepEqual(await tracesInDatabase(app.db.pool, [card]), []);
    assert.ok(!refused.body.includes(card) && !app.logLines.join().includes(card), "it was written down");
    assert.ok((await everyText(app)).includes(text.write("kept")), "nothing was kept without one");
  });

  test(`${form} keeps nothing of a buyer whose data was erased: what comes afterwards is not erased a second time`, async (t) => {
    if (text.isOfOpenOrders) return t.skip("its order is open, whose buyer is not erased yet");
    await using app = await startTestApp();
    const url = form.replace(/:\w+/, await text.prepare(app));
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
      "prepare an order that is over: of an open one nothing is erased",
    );
    const answer = await sendForm(app, url, text, "erased");
    assert.ok(answer.statusCode < 500, answer.body);
    assert.ok(!(await everyText(app)).includes(text.write("erased")), "it was kept");
  });
}

function sendForm(app: TestApp, url: string, text: TextOfForm, word: string) {
  return app.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost:3000" },
    payload: new URLSearchParams({ ...text.fields, [text.name]: text.write(word) }).toString(),
  });
}
