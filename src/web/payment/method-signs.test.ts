/** Spec 3 `showPaymentMethods`: the logos of the methods on the payment page (decision 0011). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { orderPage } from "#test/order-page.ts";
import { type PageRenderer, startPageRenderer } from "#test/page-renderer.ts";

let renderer: PageRenderer;
before(async () => {
  renderer = await startPageRenderer();
});
after(async () => await renderer.close());

const address = "/pay/info/7K3M9X2PQR4T5V6W?lang=en";
const many = { ...orderPage(), isTabbyAllowed: true, isStcPayAllowed: true };
const one = { ...orderPage(), isAmexAllowed: false, isTabbyAllowed: false };

for (const [what, order] of [
  ["several methods", many],
  ["one method", one],
] as const) {
  test(`${what}: the logos stand beside the names, and are gone when the theme hides them`, async () => {
    const shown = await renderer.html(address, { order });
    const hidden = await renderer.html(address, { order, theme: { showPaymentMethods: false } });
    assert.ok(shown.includes('class="method-sign"'));
    assert.ok(!hidden.includes('class="method-sign"'));
    assert.equal(shown.includes("Tabby"), hidden.includes("Tabby"));
  });
}
