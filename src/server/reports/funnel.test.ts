import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type FunnelReport, funnelReport } from "#contract/funnel.ts";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { asMerchant, buy, makeLink, openLink } from "#test/product-links.ts";
import { noteView } from "../orders/order-views.ts";
import { createLinkViews } from "../products/link-views.ts";
import { today } from "../reconciliation/riyadh-day.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(async () => await app[Symbol.asyncDispose]());

async function read(query = ""): Promise<FunnelReport> {
  const day = today(app.clock.now());
  const reply = await asMerchant(app, "GET", `/reports/funnel?from=${day}&to=${day}${query}`);
  assert.equal(reply.statusCode, 200, reply.body);
  return funnelReport.parse(reply.json());
}

test("each step of the invoices of a period counts those that came so far, and a decline counts although another card paid", async () => {
  const [paid = "", declined = "", opened = ""] = [
    await issueInvoice(app),
    await issueInvoice(app),
    await issueInvoice(app),
    await issueInvoice(app),
  ];
  for (const orderNumber of [paid, declined, opened, opened]) await noteView(app.services, orderNumber);
  await payByCard(app, paid);
  await payByCard(app, declined, { expiry: "05/39" });
  await payByCard(app, declined);
  await payByCard(app, opened, { expiry: "05/39" });
  const { looked, linkIdentity, ...steps } = await read();
  assert.deepEqual({ looked, linkIdentity }, { looked: null, linkIdentity: null });
  assert.partialDeepStrictEqual(steps, { issued: 4, sent: 0, opened: 3, started: 3, declined: 2, paid: 2 });
  assert.deepEqual(steps.reasons, [{ code: "card_declined", count: 2 }]);
});

test("a link's steps are its page's views, its orders and their outcomes, and of no other link", async () => {
  const { linkIdentity } = await makeLink(app);
  const other = await makeLink(app);
  const views = createLinkViews(app.services);
  for (let time = 0; time < 3; time += 1) views.note(linkIdentity);
  await views.flush();
  views.note(linkIdentity);
  await views.flush();
  const orderNumber = await buy(app, await openLink(app, linkIdentity));
  await buy(app, await openLink(app, other.linkIdentity));
  await payByCard(app, orderNumber);
  const steps = { looked: 4, issued: 1, started: 1, declined: 0, paid: 1 };
  assert.partialDeepStrictEqual(await read(`&linkIdentity=${linkIdentity}`), steps);
  assert.partialDeepStrictEqual(await read(`&linkIdentity=${other.linkIdentity}`), {
    looked: 0,
    issued: 1,
    paid: 0,
  });
  const day = today(app.clock.now());
  const unknown = await asMerchant(
    app,
    "GET",
    `/reports/funnel?from=${day}&to=${day}&linkIdentity=AAAAAAAAAAAA`,
  );
  assert.equal(unknown.json().code, "not_found");
});
