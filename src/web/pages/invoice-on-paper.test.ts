/** What an invoice's page prints, drawn with all that it may show: the demo's orders lack what their shop has not set up. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Browser, chromium } from "@playwright/test";
import { pressableControls } from "#test/browser/pressable-controls.ts";
import { browserLaunch } from "#test/browser.ts";
import { everyView } from "#test/every-view.ts";
import { type PageRenderer, startPageRenderer } from "#test/page-renderer.ts";

let pages: PageRenderer;
let browser: Browser;
before(async () => {
  [pages, browser] = await Promise.all([
    startPageRenderer(),
    browserLaunch().then((how) => chromium.launch(how)),
  ]);
});
after(() => Promise.all([pages.close(), browser.close()]));

test("U101: an invoice's page prints nothing that can only be pressed, whatever it shows", async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.emulateMedia({ media: "print" });
  const printed = new Set<string>();
  const seen = new Set<string>();
  for (const html of new Set(await everyView(pages, "/pay/order/:orderNumber"))) {
    await page.setContent(html);
    for (const { isShown, drawn } of await page.evaluate(pressableControls))
      (isShown ? printed : seen).add(drawn);
  }
  assert.deepEqual([...printed], [], "left out on paper by styles/invoice-on-paper.css");
  assert.ok(seen.size > 5, "the views have controls, which the paper leaves out");
});
