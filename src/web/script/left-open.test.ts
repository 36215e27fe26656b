import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "@playwright/test";
import * as timing from "#core/timing.ts";
import { orderPage } from "#test/order-page.ts";
import {
  type ChangingWorld,
  invoice,
  nextLook,
  orderNumber,
  paidOrder,
  startPageScripts,
  visit,
} from "#test/page-scripts.ts";

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
    // Only a page whose script has run hears that its buyer is back.
    const loaded = page.waitForEvent("load");
    await comeBack();
    await loaded;
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

for (const [what, address] of [["the invoice", invoice], ...payPages] as const)
  test(`${what}, while it is followed, has the words that it has changed for who types in a form of it, and their look`, async () => {
    const { page } = await visit(address, { world: { order: orderPage({ isPaymentInProgress: true }) } });
    const changed = page.locator("[data-changed]");
    assert.equal(await changed.count(), 1);
    assert.equal(await changed.evaluate((words) => getComputedStyle(words).position), "sticky");
    assert.equal(await changed.isVisible(), false);
  });

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

const askedUntil = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
const paid: ChangingWorld = { order: paidOrder, returnOfOrder: { askedUntil, last: null } };
const refunded = orderPage({ order: { orderStatus: "REFUNDED" } });
const bill = {
  paymentSessionId: "1234567890",
  billerCode: "123",
  billerName: "Nakheel",
  amount: 115,
  currency: "SAR",
  expiresAt: null,
};
const waiting: ChangingWorld = {
  openReferences: [{ method: "sadad", reply: bill, mail: { problem: null, last: null } }],
};
const openForm = (page: Page) => page.click(".return-ask summary");

/** Forms of the invoice page: what happens to the order while a field of one is filled, and how it is emptied. */
const typedIn = [
  {
    what: "what a buyer writes of a return",
    before: paid,
    later: refunded,
    banner: ".banner-refunded",
    type: async (page: Page) => {
      await openForm(page);
      await page.fill("#return-words", "The cup is broken");
    },
    takeBack: (page: Page) => page.fill("#return-words", ""),
  },
  {
    what: "the chosen reason of a return",
    before: paid,
    later: refunded,
    banner: ".banner-refunded",
    type: async (page: Page) => {
      await openForm(page);
      await page.selectOption("#return-reason", "damaged");
    },
    takeBack: (page: Page) =>
      page.$eval("#return-reason", (field: HTMLSelectElement) => {
        field.value = "";
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }),
  },
  {
    what: "an address that a bill is sent to",
    before: waiting,
    later: paidOrder,
    banner: ".banner-paid",
    type: (page: Page) => page.fill("#mail-sadad-to", "noura@example.com"),
    takeBack: (page: Page) => page.fill("#mail-sadad-to", ""),
  },
];

for (const { what, before, later, banner, type, takeBack } of typedIn)
  test(`${what} is kept when the invoice changes: the page says that, and is loaded again once nothing is typed`, async () => {
    const world = { ...before };
    const { page } = await visit(invoice, { world });
    await type(page);
    // As an island does with a choice.
    await page.evaluate(() => history.replaceState(null, "", `${location.href}&choice=3`));
    world.order = later;
    await page.clock.runFor(timing.statusCheckDelayMs);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    const changed = page.locator("[data-changed]");
    await changed.waitFor({ timeout: 10_000 });
    const link = changed.getByRole("link");
    const address = await link.evaluate(({ pathname, search }: HTMLAnchorElement) => pathname + search);
    assert.equal(address, `${invoice}&choice=3`);
    await takeBack(page);
    await page.waitForSelector(banner);
    assert.equal(await changed.isVisible(), false);
  });
