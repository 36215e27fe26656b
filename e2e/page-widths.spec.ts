/** How wide the pages become, and where they change for small windows (Spec 9). */
import { expect, test } from "./fixtures.ts";

const heightPx = 900;

test("in a very wide window the invoice stays within 1500 px, its body within 900 px", async ({
  page,
  demo,
}) => {
  await page.setViewportSize({ width: 2400, height: heightPx });
  await page.goto(`${demo.baseUrl}/pay/order/${demo.orders["created"]}?lang=ar`);
  expect((await page.locator(".invoice-layout").boundingBox())?.width).toBe(1500);
  expect((await page.locator(".invoice-main").boundingBox())?.width).toBeLessThanOrEqual(900);
});

test("the summary stands beside the payment form from 769 px on, below that it is not", async ({
  page,
  demo,
}) => {
  for (const [width, isBeside] of [
    [768, false],
    [769, true],
  ] as const) {
    await page.setViewportSize({ width, height: heightPx });
    await page.goto(`${demo.baseUrl}/pay/info/${demo.orders["created"]}?lang=ar`);
    const form = await page.locator(".info-main").boundingBox();
    const summary = await page.locator(".order-summary").boundingBox();
    if (!form || !summary) throw new Error("a part of the page is missing");
    expect(form.x >= summary.x + summary.width || summary.x >= form.x + form.width, `${width} px`).toBe(
      isBeside,
    );
  }
});

test("up to 600 px the letters of an English page are smaller", async ({ page, demo }) => {
  const sizeAt = async (width: number): Promise<number> => {
    await page.setViewportSize({ width, height: heightPx });
    return await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  };
  await page.goto(`${demo.baseUrl}/pay/order/${demo.orders["created"]}?lang=en`);
  expect(await sizeAt(600)).toBeLessThan(await sizeAt(601));
});

test("in a very wide window the product panel is 900 px", async ({ page, demo }) => {
  await page.setViewportSize({ width: 2400, height: heightPx });
  await page.goto(`${demo.baseUrl}/pay/product/${demo.links["coupon"]}?lang=ar`);
  expect((await page.locator(".product-panel").boundingBox())?.width).toBe(900);
});
