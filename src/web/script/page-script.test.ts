import assert from "node:assert/strict";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import { orderPage } from "#test/order-page.ts";
import { invoice, orderNumber, origin, startPageScripts, visit } from "#test/page-scripts.ts";

startPageScripts();

test("the last hour is counted down in a line that was there, and read out at a few moments", async () => {
  const expiryDate = new Date(Date.now() + timing.countdownMs + 90_000).toISOString();
  const { page } = await visit(invoice, { world: { order: orderPage({ expiryDate }) } });
  const line = page.locator(".time-left:visible");
  const height = (await line.boundingBox())?.height;
  assert.equal(await line.innerText(), "");
  await page.clock.runFor(100_000);
  assert.match(await line.innerText(), /^Time left 59:\d\d$/);
  assert.equal((await line.boundingBox())?.height, height);
  assert.equal(await line.getByRole("status").textContent(), "");
  await page.clock.runFor(29 * 60_000 + 55_000);
  assert.equal(await line.getByRole("status").textContent(), "30 minutes left to pay");
  await page.clock.runFor(60_000);
  assert.equal(await line.getByRole("status").textContent(), "");
  await page.clock.runFor(30 * 60_000);
  assert.equal(await page.locator(".time-left:visible").innerText(), "");
});

const withImage = orderPage();
const [line] = withImage.order.products;
assert.ok(line);
const zoomable = { order: orderPage({ order: { products: [{ ...line, soldImageId: "image" }] } }) };

test("an item's image opens large, closes on Escape or beside it, and gives the focus back", async () => {
  const { page } = await visit(invoice, { world: zoomable });
  await page.click("[data-zoom]");
  assert.equal(
    await page.getAttribute("#image-zoom[open] img", "src"),
    `${origin}/openApi/downloadSoldProductImageBytes/image`,
  );
  assert.equal(await page.textContent("#image-zoom h2"), line.product.title);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#image-zoom[open]").count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-zoom")), "image-zoom");
  await page.click("[data-zoom]");
  await page.mouse.click(2, 2);
  assert.equal(await page.locator("#image-zoom[open]").count(), 0);
});

test("the invoice number can be copied, which is said once", async () => {
  const { page } = await visit(invoice, { context: { permissions: ["clipboard-read", "clipboard-write"] } });
  await page.click(".copy-button");
  await page.waitForSelector(".copy-button.is-copied");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), orderNumber);
  assert.equal(await page.textContent(".copy-button [role=status]"), "Copied");
});

test("a chosen language is kept in the browser's storage and brings back a lost cookie (decision K16)", async () => {
  const { page } = await visit(invoice);
  assert.equal(await page.evaluate(() => localStorage.getItem("lang")), "en");
  await page.context().clearCookies();
  await page.goto(`${origin}/pay/${orderNumber}`);
  await page.waitForFunction(
    () => document.documentElement.lang === "en" && document.documentElement.dir === "ltr",
  );
});
