/** Buyers who leave in the middle: what is kept for them, and what they find when they come back. */
import type { Page } from "@playwright/test";
import { expect, fillCard, test } from "./fixtures.ts";

async function askForBill(page: Page): Promise<void> {
  await page.locator('label:has([value="sadad"])').click();
  await page.locator("#sadadNationalId").fill("1012345672");
  await page.locator("#sadadFirstName").fill("Noura");
  await page.locator("#sadadLastName").fill("Alotaibi");
}

function storedText(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
}

test("the national id and the names of a bill are kept nowhere, and the rest goes once the bill is issued", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue();
  await page.goto(`${demo.baseUrl}/pay/info/${order}`);
  await askForBill(page);
  await page.locator("#sadadMobile").fill("0559998877");
  const typed = await storedText(page);
  expect(typed).toContain("0559998877");
  for (const text of ["1012345672", "Noura", "Alotaibi"]) expect(typed).not.toContain(text);
  await page.locator(".pay-button:visible").click();
  await expect(page.locator(".reference")).toBeVisible();
  expect(await storedText(page)).not.toContain(order);
});

test("nothing of what was typed is left in the browser once the order is paid", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue();
  await page.goto(`${demo.baseUrl}/pay/info/${order}`);
  await fillCard(page, { number: "5123450000000008" });
  expect(await storedText(page)).toContain(order);
  await page.locator(".pay-button:visible").click();
  await page.frameLocator("iframe").first().locator('button[value="successful"]').click();
  await page.waitForURL(/\/pay\/(process3DSecure|displayPayment)/);
  await expect(page.locator('[data-panel="success"]')).toBeVisible();
  expect(await storedText(page)).not.toContain(order);
});
