/**
 * Takes a picture of every page in every state, at three widths and in both languages; contact-sheet.ts puts them on
 * one sheet when all are taken.
 */
import { languages, test } from "../fixtures.ts";
import { pageStates } from "../page-states.ts";
import { keepPicture, widths } from "./picture-store.ts";

/** On a picture of the whole page a bar that stays in the window would hide what is behind it. */
const inFlow =
  ".pay-bar, .checkout-bar, .page-header, .order-summary { position: relative !important; inset: auto !important; }";

for (const state of pageStates) {
  for (const language of languages) {
    test(`${state.name} (${language})`, async ({ browser, demo }) => {
      for (const width of widths) {
        const context = await browser.newContext({
          viewport: { width, height: 780 },
          reducedMotion: "reduce",
          locale: "ar-SA",
          timezoneId: "Asia/Riyadh",
          // The pages take no style that is not theirs.
          bypassCSP: true,
        });
        const page = await context.newPage();
        const address = new URL(state.path(demo), demo.baseUrl);
        address.searchParams.set("lang", language);
        await page.goto(address.href, { waitUntil: "networkidle" });
        await state.reach?.(page);
        await page.evaluate(() => document.fonts.ready);
        const picture = await page.screenshot({
          fullPage: true,
          animations: "disabled",
          caret: "hide",
          style: inFlow,
        });
        await keepPicture({ name: state.name, language, width }, picture);
        await context.close();
      }
    });
  }
}
