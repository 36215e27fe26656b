import assert from "node:assert/strict";
import { test } from "node:test";
import { runInTransaction } from "#db/open.ts";
import { issueInvoice, loadModel, startTestApp } from "#test/app-harness.ts";
import { asMerchant } from "#test/product-links.ts";
import { openTestWorld } from "../merchant-api/test-world.ts";
import { createPageServices } from "./page-services.ts";

test("a shop's rules of returns as a text are where its pages lead, unless it has a page of its own for them", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  const linkOfPages = async () => (await loadModel(app, orderNumber)).seller.returnsUrl;
  const store = async (contact: Readonly<Record<string, string>>): Promise<void> => {
    const reply = await asMerchant(app, "PATCH", "/merchant", { contact });
    assert.equal(reply.statusCode, 200, reply.body);
  };
  const pages = createPageServices(app.services, { note: () => undefined, flush: () => undefined });
  assert.equal(await linkOfPages(), null);
  assert.equal(await pages.loadReturns("nakheel"), null);
  const returnsText = "خلال سبعة أيام\n\nبحالتها";
  await store({ returnsText, returnsTextEn: "Within seven days" });
  assert.equal(await linkOfPages(), "/sales-terms?shop=nakheel");
  assert.deepEqual(await pages.loadReturns("nakheel"), {
    shopName: "متجر النخيل",
    text: returnsText,
    english: "Within seven days",
  });
  assert.equal(await pages.loadReturns("another"), null);
  const returnsUrl = "https://shop.example.sa/returns";
  await store({ returnsText, returnsUrl });
  assert.equal(await linkOfPages(), returnsUrl);
  await store({});
  assert.equal(await linkOfPages(), null);
});

test("a shop that the operator has not approved shows nothing of its own by its name; one that was closed still tells its buyers its rules", async () => {
  await using app = await startTestApp();
  const contact = { returnsText: "خلال سبعة أيام" };
  assert.equal((await asMerchant(app, "PATCH", "/merchant", { contact })).statusCode, 200);
  const pages = createPageServices(app.services, { note: () => undefined, flush: () => undefined });
  await app.db.pool.query("update merchants set deactivated_at = now() where username = 'nakheel'");
  assert.equal((await pages.loadReturns("nakheel"))?.text, contact.returnsText);
  const { username: ofTests } = await runInTransaction(app.db.kysely, (trx) =>
    openTestWorld(trx, app.services, { liveId: app.merchantId, copy: "always" }),
  );
  assert.equal((await pages.loadReturns(ofTests))?.text, contact.returnsText);
  await app.db.pool.query("update merchants set approved_at = null where username = 'nakheel'");
  for (const username of ["nakheel", ofTests])
    assert.equal(await pages.loadReturns(username), null, username);
});
