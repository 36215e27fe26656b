/** Dialogs and lists of suggestions of the console with hostile texts, in English and on a dark screen in Arabic, and by keyboard. */
import type { Page } from "@playwright/test";
import ar from "../src/console/i18n/console.ar.json" with { type: "json" };
import en from "../src/console/i18n/console.en.json" with { type: "json" };
import arScreens from "../src/console/i18n/screens.ar.json" with { type: "json" };
import enScreens from "../src/console/i18n/screens.en.json" with { type: "json" };
import { expect, expectAccessible, test } from "./fixtures.ts";
import { expectHarmless, setTripwire } from "./harmless.ts";
import { type HostileShop, openHostileShop } from "./hostile-shop.ts";
import { goTo, openConsole } from "./open-console.ts";

const texts = { ar: { ...ar, ...arScreens }, en: { ...en, ...enScreens } };
type Texts = typeof texts.en;

type Opening = {
  readonly path: (shop: HostileShop) => string;
  /** The names of the buttons that open a dialog each. */
  readonly buttons: (t: Texts) => readonly string[];
};

const openings: readonly Opening[] = [
  {
    path: ({ orders }) => `/invoices/${orders.open}`,
    buttons: ({ invoice: { act } }) => [act.send, act.record, act.edit, act.cancel],
  },
  { path: () => "/invoices", buttons: ({ invoices }) => [invoices.export, invoices.send] },
  { path: ({ orders }) => `/invoices/${orders.paid}`, buttons: ({ invoice: { act } }) => [act.refund] },
  {
    path: ({ clientId }) => `/customers/${clientId}`,
    buttons: ({ customer, merge }) => [customer.edit, merge.title],
  },
  {
    path: ({ quoteNumber }) => `/invoices/quotes/${quoteNumber}`,
    buttons: ({ quotes }) => [quotes.withdraw],
  },
  {
    path: ({ recurringId }) => `/invoices/recurring/${recurringId}`,
    buttons: ({ recurring }) => [recurring.end],
  },
  { path: () => "/developers", buttons: ({ keys }) => [keys.new, keys.revoke] },
  { path: () => "/developers/webhooks", buttons: ({ webhooks }) => [webhooks.new] },
  {
    path: ({ endpointId }) => `/developers/webhooks/${endpointId}`,
    buttons: ({ webhooks }) => [webhooks.edit, webhooks.replay, webhooks.rotate, webhooks.remove],
  },
  { path: () => "/team", buttons: ({ team }) => [team.remove] },
  { path: () => "/products/coupons", buttons: ({ coupons }) => [coupons.new] },
  { path: () => "/products/links", buttons: ({ links }) => [links.share] },
  { path: () => "/payments/fees", buttons: ({ terms }) => [terms.enter] },
  { path: () => "/shop", buttons: ({ methods }) => [methods.connect] },
  { path: () => "/account", buttons: ({ account }) => [account.changeName] },
  { path: () => "/more", buttons: ({ shell }) => [shell.test] },
];

async function lookAtDialog(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true }).filter({ visible: true }).first();
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.locator("dialog[open]");
  await expect(dialog, `${name} opens a dialog`).toBeVisible();
  await expect(dialog.locator(".loading")).toHaveCount(0);
  // A browser sends the outer one.
  await expect(page.locator("form form"), `${name}: no form is in another one`).toHaveCount(0);
  const inside = await dialog.evaluate(
    (one) => one.contains(document.activeElement) || document.activeElement === document.body,
  );
  expect(inside, `${name}: the keyboard is in the dialog`).toBe(true);
}

for (const look of [
  { language: "en", colorScheme: "light" },
  { language: "ar", colorScheme: "dark" },
] as const)
  test.describe(`${look.language}, ${look.colorScheme}`, () => {
    test.use({
      viewport: { width: 390, height: 844 },
      isMobile: false,
      hasTouch: false,
      colorScheme: look.colorScheme,
    });

    test("every dialog opens by the keyboard, shows hostile texts as text, fits the window and closes by Escape", async ({
      page,
      demo,
      dataDir,
    }) => {
      test.setTimeout(300_000);
      await using shop = await openHostileShop(demo, dataDir);
      const t = texts[look.language];
      const tripwire = await setTripwire(page);
      await openConsole(page, shop.demo, { language: look.language, path: "/account" });
      for (const { path, buttons } of openings) {
        await goTo(page, path(shop));
        await expect(page.locator("#main .loading")).toHaveCount(0);
        await expectAccessible(page);
        for (const name of buttons(t)) {
          const at = `${path(shop)}, ${name}`;
          await lookAtDialog(page, name);
          await expectHarmless(page, tripwire, { at, shows: [] });
          const out = await page.locator("dialog[open]").evaluate((one) => one.scrollWidth - one.clientWidth);
          expect.soft(out, `${at}: nothing is wider than the dialog`).toBeLessThanOrEqual(0);
          await expectAccessible(page, { within: "dialog[open]" });
          await page.keyboard.press("Escape");
          await expect(page.locator("dialog[open]")).toHaveCount(0);
        }
      }
    });
  });
