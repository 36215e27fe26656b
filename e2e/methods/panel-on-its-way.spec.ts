/** A panel whose code is still on its way when the buyer presses Pay: the press is kept, for that method alone. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";

/** Holds the texts back that such a panel comes with. */
async function holdPanels(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(/\/i18n\/(ar|en)[^/]*\.json/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

test("a press on Pay that comes before the panel is made good for", async ({ page, demo, issue }) => {
  const release = await holdPanels(page);
  const order = await issue({ allowedMethods: ["stcpay"] });
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await expect(page.getByText("Loading this payment method")).toBeVisible();
  await page.locator(".pay-button").click();
  release();
  await expect(page.locator("#stcpayOtp")).toBeFocused();
});

test("a press for a method that was then left does nothing", async ({ page, demo, issue }) => {
  const release = await holdPanels(page);
  const order = await issue({ allowedMethods: ["stcpay", "urpay"] });
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await page.locator(".pay-button:visible").click();
  await page.locator('input[name="method"][value="urpay"]').check();
  release();
  await expect(page.locator("#urpayMobile")).toBeVisible();
  await page.locator('input[name="method"][value="stcpay"]').check();
  await expect(page.locator("#stcpayMobile")).toBeVisible();
  await expect(page.locator(".pay-button:visible")).toHaveText("Send the code");
  await expect(page.locator("#stcpayOtp")).toHaveCount(0);
});
