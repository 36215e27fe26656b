/** The invoice view on phones and desktops (Spec 2.1): what comes first, and that paying is always in reach. */
import ar from "#web/i18n/invoice.ar.json" with { type: "json" };
import en from "#web/i18n/invoice.en.json" with { type: "json" };
import { expect, expectAccessible, keepPicture, test } from "./fixtures.ts";

const texts = { ar, en };

const manyLines = {
  lines: Array.from({ length: 12 }, (_, index) => ({
    title: `تمر سكري ${index + 1}`,
    quantity: 1,
    unitPrice: "10.00",
    vatRate: "15",
  })),
};

test("the panel of the shop is second on small windows and first on wide ones, and Pay is in sight", async ({
  page,
  demo,
  issue,
  language,
}, { project }) => {
  const order = await issue(manyLines);
  await page.goto(`${demo.baseUrl}/pay/order/${order}?lang=${language}`);
  const proceed = page.getByRole("link", { name: texts[language].proceed });
  await expect(proceed).toBeInViewport({ ratio: 1 });
  const [panel, main] = await Promise.all(
    [".side-panel", ".invoice-main"].map((part) => page.locator(part).boundingBox()),
  );
  if (!panel || !main) throw new Error("a part of the page is not there");
  if (project.name === "phone") {
    expect(panel.y).toBeGreaterThanOrEqual(main.y + main.height);
    // The total is at the head of the document, and stays at the end of the window.
    await expect(page.locator(".invoice-due .amount")).toBeInViewport({ ratio: 1 });
    await expect(page.locator(".pay-bar")).toBeInViewport({ ratio: 1 });
    await page.locator(".page-footer").scrollIntoViewIfNeeded();
    await expect(proceed).toBeInViewport({ ratio: 1 });
    // The bar covers nothing that the page ends with.
    const footer = await page.locator(".page-footer a").last().boundingBox();
    const bar = await page.locator(".pay-bar").boundingBox();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const last = await page.locator(".page-footer a").last().boundingBox();
    expect((last?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  } else {
    expect(panel.y).toBeLessThan(main.y + 10);
    expect(panel.x + panel.width).toBeLessThanOrEqual(main.x);
    await expect(page.locator(".invoice-due .amount")).toBeHidden();
  }
  await keepPicture(page, `invoice-long-${language}`);
});

test("the invoice says shop and amount once at every width, with either logo in the bar @phone", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue();
  const logo = page.locator("body .merchant-logo:visible");
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 780 });
    await page.goto(`${demo.baseUrl}/pay/order/${order}?lang=ar`);
    await expect(logo, `${width}`).toHaveCount(1);
    await expect(page.locator(".panel-total-amount:visible"), `${width}`).toHaveCount(1);
    // The total is the largest text of the page, the number of 16 characters among the smallest.
    const sizes = await page
      .locator("main :visible")
      .evaluateAll((all) =>
        all
          .filter((one) =>
            [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
          )
          .map((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
      );
    const sizeOf = (part: string) =>
      page
        .locator(`${part}:visible`)
        .first()
        .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
    expect(await sizeOf(".panel-total-amount"), `${width}`).toBe(Math.max(...sizes));
    expect(await sizeOf(".facts .code"), `${width}`).toBeLessThanOrEqual(Math.min(...sizes) + 0.5);
    // A theme may show the product's logo in the bar: the shop's is elsewhere then.
    await page.locator(".page-header .shop-logo").evaluate((shop) => shop.remove());
    await expect(logo, `${width}`).toHaveCount(1);
  }
});

test("the invoice leads to its printable form, also when it is paid", async ({ page, demo, language }) => {
  const t = texts[language];
  for (const name of ["created", "paid"]) {
    await page.goto(`${demo.baseUrl}/pay/order/${demo.orders[name]}?lang=${language}`);
    await expectAccessible(page);
    await keepPicture(page, `invoice-${name}-${language}`);
    await page.getByRole("link", { name: t.print }).click();
    await page.waitForURL(/\/pay\/print\//);
    await expect(page.locator(".print-sheet .items")).toBeVisible();
  }
});
