import assert from "node:assert/strict";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import { orderPage } from "#test/order-page.ts";
import { invoice, nextLook, orderNumber, paidOrder, startPageScripts, visit } from "#test/page-scripts.ts";

startPageScripts();

test("an invoice that was left open shows what has become of it when its buyer comes back, by the server's clock", async () => {
  const dayMs = 24 * 60 * 60_000;
  const expiring = (inMs: number) => orderPage({ expiryDate: new Date(Date.now() + inMs).toISOString() });
  const world: { order: ReturnType<typeof orderPage> } = { order: expiring(dayMs) };
  const { page } = await visit(invoice, { world });
  const loads: string[] = [];
  page.on("load", () => loads.push("again"));
  // The device's clock is two days ahead.
  await page.clock.setSystemTime(Date.now() + 2 * dayMs);
  const comeBack = async (): Promise<void> => {
    await page.clock.runFor(timing.statusCheckDelayMs);
    const answer = nextLook(page);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await (await answer).finished();
  };
  await comeBack();
  await comeBack();
  assert.deepEqual(loads, [], "nothing has changed");
  assert.equal(await page.isVisible(".banner"), false);
  for (const [changed, banner] of [
    [expiring(-1), ".banner-expired"],
    [paidOrder, ".banner-paid"],
  ] as const) {
    world.order = changed;
    await comeBack();
    await page.waitForSelector(banner);
  }
});

test("an invoice that was paid after its page was written and before its stream was opened shows that", async () => {
  const world: { order: ReturnType<typeof orderPage> } = { order: orderPage() };
  const onStream = (): number => {
    world.order = paidOrder;
    return 204;
  };
  const { page } = await visit(invoice, { world, onStream });
  await page.waitForSelector(".banner-paid");
});

/** The pages that have a form to pay, and where it stands. */
const payPages = [
  ["the payment page", `/pay/info/${orderNumber}?lang=en`, "form.payment-form"],
  ["the simple page", `/pay/simple/${orderNumber}?lang=en`, "[data-island=simple]"],
  ["the payment frame", `/pay/frame/${orderNumber}?lang=en`, "[data-island=frame]"],
  ["the page of Apple Pay", `/pay/applePay/${orderNumber}?lang=en`, ".apple-pay-card"],
] as const;

for (const [what, address, form] of payPages) {
  test(`${what} that says that a payment is being checked shows the outcome once the server knows it`, async () => {
    for (const [outcome, part] of [
      [paidOrder, ".banner-paid"],
      [orderPage(), form],
    ] as const) {
      const world = { order: orderPage({ isPaymentInProgress: true }) };
      const onStream = (): number => {
        world.order = outcome;
        return 204;
      };
      const { page } = await visit(address, { world, onStream });
      await page.waitForSelector(part);
    }
  });
}

test("an invoice that was left open stays as it is while the server gives no invoice", async () => {
  const world: { order: ReturnType<typeof orderPage> | null } = { order: orderPage() };
  const { page } = await visit(invoice, { world });
  world.order = null;
  await page.clock.runFor(timing.statusCheckDelayMs);
  const answer = nextLook(page);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await (await answer).finished();
  await page.clock.runFor(timing.statusCheckDelayMs);
  assert.ok(await page.isVisible(".invoice-document"));
});
