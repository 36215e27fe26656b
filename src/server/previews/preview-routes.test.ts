import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import sharp from "sharp";
import { issueInvoice, startTestApp, type TestApp } from "#test/app-harness.ts";
import { makeLink } from "#test/product-links.ts";
import { previewOfLink, previewOfOrder } from "./preview-facts.ts";
import { previewModel } from "./preview-routes.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app[Symbol.asyncDispose]());

const buyer = { name: "نورة العتيبي", mobile: "0551234567", countryCode: "SA" };

async function setTheme(settings: object): Promise<void> {
  const values = { merchant_id: app.merchantId, settings: JSON.stringify(settings) };
  await app.db.kysely
    .insertInto("themes")
    .values(values)
    .onConflict((conflict) => conflict.column("merchant_id").doUpdateSet({ settings: values.settings }))
    .execute();
}

describe("the picture of a shared link", () => {
  test("is a small JPEG of 1200 x 630, of an invoice and of a product link, for any client", async () => {
    const orderNumber = await issueInvoice(app, { client: buyer });
    const { linkIdentity } = await makeLink(app);
    for (const path of [`o/${orderNumber}`, `l/${linkIdentity}`]) {
      const reply = await app.app.inject(`/openApi/loadPreviewImage/${path}`);
      assert.equal(reply.statusCode, 200, path);
      assert.equal(reply.headers["content-type"], "image/jpeg");
      const { width, height, format } = await sharp(reply.rawPayload).metadata();
      assert.deepEqual([width, height, format], [1200, 630, "jpeg"]);
      assert.ok(reply.rawPayload.length < 300_000, `${reply.rawPayload.length} bytes`);
      const again = await app.app.inject({
        url: `/openApi/loadPreviewImage/${path}`,
        headers: { "if-none-match": String(reply.headers["etag"]) },
      });
      assert.equal(again.statusCode, 304);
    }
  });

  test("is drawn: its ground is the shop's colour, and something stands on it", async () => {
    await setTheme({ primaryColor: "#0f6b5c" });
    const reply = await app.app.inject(`/openApi/loadPreviewImage/o/${await issueInvoice(app)}`);
    const { data, info } = await sharp(reply.rawPayload).raw().toBuffer({ resolveWithObject: true });
    const near = (at: number, colour: readonly number[]): boolean =>
      colour.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) < 24);
    assert.ok(near(0, [0x0f, 0x6b, 0x5c]), "the ground");
    let light = 0;
    for (let at = 0; at < data.length; at += info.channels) if (near(at, [255, 255, 255])) light += 1;
    assert.ok(light > 3_000 && light < data.length / info.channels / 2, `${light} light points`);
  });

  test("says nothing of the buyer, and the amount only where the merchant wants it", async () => {
    const orderNumber = await issueInvoice(app, { client: buyer });
    const { linkIdentity } = await makeLink(app);
    const models = async () => {
      const order = await previewOfOrder(app.db.pool, orderNumber);
      const link = await previewOfLink(app.db.pool, linkIdentity, app.services.clock.now());
      assert.ok(order && link);
      return [previewModel(order, false), previewModel(link, false)] as const;
    };
    await setTheme({});
    for (const model of await models()) assert.equal(model.amount, null);
    await setTheme({ showAmountInPreview: true });
    const [invoice, product] = await models();
    assert.equal(invoice.amount?.currency, "\u20c1");
    assert.equal(product.amount?.value, "97.75", "one piece with VAT");
    assert.doesNotMatch(JSON.stringify(invoice), /نورة|5512/);
    assert.ok(!JSON.stringify(invoice).includes(orderNumber));
    await setTheme({ showAmountInPreview: true, currencyStyle: "letters" });
    assert.equal((await models())[0].amount?.currency, "ر.س");
  });

  test("of what does not exist is not there, and asking for one that does changes nothing", async () => {
    for (const path of ["o/0000000000000000", "l/000000000000", "o/x"])
      assert.equal((await app.app.inject(`/openApi/loadPreviewImage/${path}`)).statusCode, 404, path);
    const orderNumber = await issueInvoice(app);
    const stored = () =>
      app.db.kysely.selectFrom("orders").selectAll().where("order_number", "=", orderNumber).execute();
    const before = await stored();
    const reply = await app.app.inject(`/openApi/loadPreviewImage/o/${orderNumber}`);
    assert.equal(reply.headers["set-cookie"], undefined);
    assert.deepEqual(await stored(), before);
  });
});
