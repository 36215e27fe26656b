/** Between phone and desktop, where panels stand beside each other with little room, nothing sticks out of them. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const panels = ".info-form, .order-summary, .invoice-document, .side-panel";
const lines = [
  { title: "SKU_0001_2026_WINTER_COLLECTION_LIMITED", quantity: 1, unitPrice: "114988.50", vatRate: "15" },
  { title: "Noise-Cancelling-Headphones-WH-1000XM5-Silver", quantity: 2, unitPrice: "50.00", vatRate: "15" },
];

for (const width of [360, 769, 844, 1024]) {
  test(`nothing sticks out of the panels of a window of ${width} px`, async ({
    page,
    demo,
    issue,
    language,
  }) => {
    const order = await issue({ lines });
    await page.setViewportSize({ width, height: 900 });
    for (const kind of ["order", "info"]) {
      await page.goto(`${demo.baseUrl}/pay/${kind}/${order}?lang=${language}`);
      const details = page.locator(".order-summary-details > summary");
      if (width < 769 && kind === "info") await details.click();
      expect(await outside(page), `${kind} ${width} ${language}`).toEqual([]);
    }
  });
}

/** What begins before or ends behind its panel, by more than a pixel. */
async function outside(page: Page): Promise<readonly string[]> {
  return await page.evaluate((selector) => {
    const found: string[] = [];
    for (const panel of document.querySelectorAll(selector)) {
      const { left, right } = panel.getBoundingClientRect();
      for (const element of panel.querySelectorAll("*")) {
        const place = element.getBoundingClientRect();
        if (place.width <= 1 || element.closest("dialog, thead, .toast-place, .visually-hidden")) continue;
        if (place.left < left - 1 || place.right > right + 1)
          found.push(`${panel.className}: ${element.tagName} ${element.className} ${element.textContent}`);
      }
    }
    return found;
  }, panels);
}
