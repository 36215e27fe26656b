import assert from "node:assert/strict";
import { test } from "node:test";
import { invoice, paidOrder, startPageScripts, visit } from "#test/page-scripts.ts";

startPageScripts();

test("what a buyer writes of a return is not sent with a card number in it: the form keeps all of it, and says why", async () => {
  const askedUntil = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
  const world = { order: paidOrder, returnOfOrder: { askedUntil, last: null } };
  const { page, calls } = await visit(invoice, { world });
  await page.click(".return-ask summary");
  await page.selectOption("#return-reason", "damaged");
  const words = page.locator("#return-words");
  const fault = () => words.evaluate((field: HTMLTextAreaElement) => field.validationMessage);
  for (const typed of [
    "My card 4508750015741019",
    "My card ٤٥٠٨ ٧٥٠٠ ١٥٧٤ ١٠١٩",
    "4508      7500 1574 1019",
  ]) {
    await words.fill(typed);
    await page.click(".return-form [type=submit]");
    assert.match(await fault(), /card number/, typed);
    assert.equal(await words.inputValue(), typed);
  }
  assert.deepEqual(calls, []);
  await words.fill("Order 1019, call 0551234567");
  assert.equal(await fault(), "");
});
