/** The small calls around an order (Spec 7): its theme, where hosted fields come from, and its status for scripts. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type OrderStatus, orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import { statusCodeOf } from "#core/payment-result.ts";
import { allowedMethodNames } from "#methods/allowed.ts";
import { cards, issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { actAtBank, askForReference } from "#test/buyers.ts";
import { order } from "#test/order-in-sql.ts";
import { asMerchant } from "#test/product-links.ts";
import { root } from "#test/source-tree.ts";
import { checkDueAttempts } from "../schedule/jobs.ts";

const read = async (app: TestApp, path: string) => {
  const reply = await app.app.inject(path);
  assert.equal(reply.statusCode, 200, reply.body);
  return reply.json();
};

test("a theme that cannot be used is silently the default one, value by value (Spec 7, decision K14)", async () => {
  await using app = await startTestApp();
  const path = `/rest/pay/theme/o/${await issueInvoice(app)}`;
  assert.deepEqual(await read(app, path), {});
  const settings = {
    primaryColor: "red;}body{",
    secondaryColor: "#0F6B5C",
    showLogo: 7,
    hideVatInvoice: false,
  };
  await app.db.kysely
    .insertInto("themes")
    .values({ merchant_id: app.merchantId, settings: JSON.stringify(settings) })
    .execute();
  const theme = await read(app, path);
  assert.deepEqual([theme.secondaryColor, theme.hideVatInvoice], ["#0f6b5c", false]);
  assert.doesNotMatch(JSON.stringify(theme), /body\{/);
});

test("settings name the script of the hosted fields, with and without an order; card settings that of Amex, too", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  const own = await read(app, `/rest/pay/settings?orderNumber=${orderNumber}`);
  assert.match(own.sessionFormUrl, /^http.*\/session\.js$/);
  assert.deepEqual(await read(app, "/rest/pay/settings"), own);
  assert.deepEqual(await read(app, "/rest/pay/settings?orderNumber=0000000000000000"), own);
  const card = await read(app, `/rest/pay/cardSettings/${orderNumber}`);
  assert.equal(card.sessionFormUrl, own.sessionFormUrl);
  assert.match(card.amexSessionFormUrl, /\/session\.js$/);
  assert.notEqual(card.amexSessionFormUrl, card.sessionFormUrl);
  assert.equal(card.directApi, true);
  const missing = await app.app.inject("/rest/pay/cardSettings/0000000000000000");
  assert.equal(missing.statusCode, 404);
});

test("an installation that takes no card data itself says so (decision K4)", async () => {
  await using app = await startTestApp({ env: { WASL_DIRECT_API: "false" } });
  const card = await read(app, `/rest/pay/cardSettings/${await issueInvoice(app)}`);
  assert.equal(card.directApi, false);
});

test("the methods that this installation offers have the names that invoices use", async () => {
  await using app = await startTestApp();
  const { methods } = await read(app, "/rest/pay/wasl-subscriptions");
  assert.deepEqual(methods.toSorted(), allowedMethodNames.toSorted());
});

for (const action of ["pay", "over"])
  test(`scripts on the merchant's page are not given a decline from before the money that came: bill "${action}"`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issueInvoice(app);
    const error = async () => (await read(app, `/web/embeddedJs/${orderNumber}`)).lastPaymentError;
    await askForReference(app, "sadad", orderNumber);
    await payByCard(app, orderNumber, { number: cards.frictionless, expiry: "05/39" });
    assert.notEqual(await error(), null);
    await actAtBank(app, "sadad", action);
    app.clock.advance(61_000);
    await checkDueAttempts(app.services);
    assert.equal(await error(), null);
    if (action === "over") return;
    const refund = await asMerchant(app, "POST", `/invoices/${orderNumber}/refunds`, { byHand: true });
    assert.equal(refund.statusCode, 201, refund.body);
    assert.equal(await error(), null, "given back");
  });

test("scripts on the merchant's page learn the total, what went wrong last, and that it is paid", async () => {
  await using app = await startTestApp();
  const callbackUrl = "https://shop.example/done";
  const orderNumber = await issueInvoice(app, { callbackUrl });
  const status = async () => {
    const answer = await read(app, `/web/embeddedJs/${orderNumber}?lang=en`);
    // What else the address says is shown in test/return-address.test.ts.
    return { ...answer, callbackUrl: answer.callbackUrl.split("?", 1)[0] };
  };
  const open = { orderPaid: false, orderTotal: 115, lastPaymentError: null, callbackUrl };
  assert.deepEqual(await status(), open);
  await payByCard(app, orderNumber, { number: cards.frictionless, expiry: "05/39" });
  const { lastPaymentError, ...rest } = await status();
  assert.match(lastPaymentError, /declined/);
  assert.deepEqual(rest, { orderPaid: false, orderTotal: 115, callbackUrl });
  await payByCard(app, orderNumber);
  assert.deepEqual(await status(), { ...open, orderPaid: true });
  const missing = await app.app.inject("/web/embeddedJs/0000000000000000");
  assert.equal(missing.statusCode, 404);
});

/** Whether docs/order-states.md says that the money of an order in this status is held. */
function isSaidToHoldMoney(status: OrderStatus): boolean {
  const document = readFileSync(join(root, "docs/order-states.md"), "utf8");
  const rows = document.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  const column = rows.find(([, name]) => name === "Status")?.indexOf("Money held") ?? -1;
  const cell = rows.find(([, name]) => name === status)?.[column];
  assert.ok(cell === "yes" || cell === "no", `${status}: ${cell}`);
  return cell === "yes";
}

test("scripts on the merchant's page learn that an order is paid while its money is held, as its result says", async () => {
  await using app = await startTestApp();
  await app.db.pool.query(
    "insert into merchants (id, username, shop_name, email, phone) overriding system value values (1, 'one', 'One', 'a@b.sa', '1')",
  );
  // An order in any status, without the payments that led there.
  await app.db.pool.query("alter table orders disable trigger user");
  for (const status of orderStatuses) {
    await app.db.pool.query(order(status));
    const { orderPaid } = await read(app, "/web/embeddedJs/0000000000000001");
    assert.equal(orderPaid, isSaidToHoldMoney(status), status);
    assert.equal(orderPaid, statusCodeOf(orderStatusFacts[status].standing) === 200, status);
    await app.db.pool.query("delete from orders where id = 1");
  }
});
