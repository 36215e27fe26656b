/**
 * Takes a picture of every page in every state, at three widths and in both languages; contact-sheet.ts puts them on
 * one sheet when all are taken.
 */
import type { Browser, Page } from "@playwright/test";
import { demoCaller } from "#cli/demo-caller.ts";
import { themeCss } from "#web/document/theme-style.ts";
import { issueInvoice, type Language, languages, readDemo, test } from "../fixtures.ts";
import { pageStates } from "../page-states.ts";
import { look } from "./looks.ts";
import { madeStates } from "./made-states.ts";
import { midwayStates } from "./midway-states.ts";
import { keepPicture, type Picture, widths } from "./picture-store.ts";

/** On a picture of the whole page a bar that stays in the window would hide what is behind it. */
const inFlow =
  ".pay-bar, .checkout-bar, .page-header, .order-summary { position: relative !important; inset: auto !important; }";

const hasScripts = look.context?.javaScriptEnabled !== false;

test.beforeAll(async ({ dataDir }) => {
  const { baseUrl, apiKey } = readDemo(dataDir);
  await demoCaller(baseUrl, apiKey).send("PATCH", "/merchant", { returnRequestDays: 14 });
});

const addressed = [
  ...pageStates.map(({ path, ...state }) => ({ ...state, make: path })),
  ...madeStates,
] as const;

for (const { name, make, reach } of addressed) {
  for (const language of languages) {
    test(`${name} (${language})`, async ({ browser, demo }) => {
      const path = await make(demo);
      for (const width of widths)
        await take(browser, { name, language, width }, async (page) => {
          await open(page, new URL(path, demo.baseUrl), language);
          if (hasScripts) await reach?.(page);
        });
    });
  }
}

for (const { name, invoice, reach } of hasScripts ? midwayStates : []) {
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
    ...look.context,
  });
  const page = await context.newPage();
  await lead(page);
  if (look.theme) await page.addStyleTag({ content: themeCss(look.theme) });
  if (hasScripts) await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ fullPage: true, animations: "disabled", caret: "hide", style: inFlow });
  await keepPicture(picture, png);
  await context.close();
}
