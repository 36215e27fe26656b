/**
 * Takes a picture of every page in every state, at three widths and in both languages; contact-sheet.ts puts them on
 * one sheet when all are taken.
 */
import type { Browser, Page } from "@playwright/test";
import { issueInvoice, type Language, languages, test } from "../fixtures.ts";
import { pageStates } from "../page-states.ts";
import { midwayStates } from "./midway-states.ts";
import { keepPicture, type Picture, widths } from "./picture-store.ts";

/** On a picture of the whole page a bar that stays in the window would hide what is behind it. */
const inFlow =
  ".pay-bar, .checkout-bar, .page-header, .order-summary { position: relative !important; inset: auto !important; }";

for (const state of pageStates) {
  for (const language of languages) {
    test(`${state.name} (${language})`, async ({ browser, demo }) => {
      for (const width of widths)
        await take(browser, { name: state.name, language, width }, async (page) => {
          await open(page, new URL(state.path(demo), demo.baseUrl), language);
          await state.reach?.(page);
        });
    });
  }
}

for (const { name, invoice, reach } of midwayStates) {
  for (const language of languages) {
    test(`${name} (${language})`, async ({ browser, demo }) => {
      test.slow();
      for (const width of widths)
        await take(browser, { name, language, width }, async (page) => {
          const orderNumber = await issueInvoice(demo, invoice);
          await open(page, new URL(`/pay/info/${orderNumber}`, demo.baseUrl), language);
          await reach(page, language, orderNumber);
        });
    });
  }
}

async function open(page: Page, address: URL, language: Language): Promise<void> {
  address.searchParams.set("lang", language);
  await page.goto(address.href, { waitUntil: "networkidle" });
}

/** @param lead brings a new window to what is pictured */
async function take(
  browser: Browser,
  picture: Picture,
  lead: (page: Page) => Promise<unknown>,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: picture.width, height: 780 },
    reducedMotion: "reduce",
    locale: "ar-SA",
    timezoneId: "Asia/Riyadh",
    // The pages take no style that is not theirs.
    bypassCSP: true,
  });
  const page = await context.newPage();
  await lead(page);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ fullPage: true, animations: "disabled", caret: "hide", style: inFlow });
  await keepPicture(picture, png);
  await context.close();
}
