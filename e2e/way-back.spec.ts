/**
 * The buyer's way back to the shop from every page that leads there: it says what the order is when the buyer leaves,
 * not what it was when the page came, and carries our signature (docs/return-address.md).
 */
import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { type Demo, expect, fillCard, seen, test } from "./fixtures.ts";

const shop = "https://shop.example";
const way = {
  callbackUrl: `${shop}/done?basket=7`,
  cancelUrl: `${shop}/cart`,
  externalOrderNumber: "NK-7.1",
};

/** Opens a page of the order; the shop's own pages are there, too. */
async function open(page: Page, address: string): Promise<void> {
  await page.route(`${shop}/**`, (route) => route.fulfill({ body: "the shop" }));
  await page.goto(address);
}

/** Waits for the shop's page and judges its address as the shop does. */
async function arrive(page: Page, demo: Demo, path: string): Promise<URLSearchParams> {
  await page.waitForURL(`${shop}${path}?*`);
  const query = new URL(page.url()).searchParams;
  const reply = await fetch(`${demo.baseUrl}/api/v1/merchant/return-secret`, {
    headers: { authorization: `Bearer ${demo.apiKey}` },
  });
  const { secret } = (await reply.json()) as { secret: string };
  const signed = ["timestamp", "orderNumber", "status", "externalOrderNumber"].map((name) => query.get(name));
  expect(query.get("signature")).toBe(createHmac("sha256", secret).update(signed.join(".")).digest("hex"));
  return query;
}

test("after 3-D Secure the shop receives that the order is paid, which it was not when the page came", async ({
  page,
  demo,
  issue,
  language,
}) => {
  const order = await issue(way);
  await open(page, `${demo.baseUrl}/pay/info/${order}?lang=${language}`);
  await fillCard(page, { number: "5123450000000008" });
  await page.locator('button[type="submit"]').first().click();
  await page.frameLocator("iframe").first().locator('button[value="successful"]').click();
  await page.waitForURL(/\/pay\/(process3DSecure|displayPayment)/);
  const query = await arrive(page, demo, "/done");
  expect(query.get("status")).toBe("PAID");
  expect(query.get("orderNumber")).toBe(order);
  expect(query.get("basket")).toBe("7");
});

test("a buyer who fails at the bank comes back unpaid @phone", async ({ page, demo, issue, language }) => {
  const order = await issue(way);
  await open(page, `${demo.baseUrl}/pay/info/${order}?lang=${language}`);
  await fillCard(page, { number: "5123450000000008" });
  await page.locator('button[type="submit"]').first().click();
  await page.frameLocator("iframe").first().locator('button[value="failed"]').click();
  expect((await arrive(page, demo, "/done")).get("status")).toBe("PENDING");
});

test("the simple page and the cancel link lead back with the order as it is @phone", async ({
  page,
  demo,
  issue,
  language,
}) => {
  const order = await issue(way);
  await open(page, `${demo.baseUrl}/pay/info/${order}?lang=${language}`);
  await page.locator("a.cancel-link").click();
  expect((await arrive(page, demo, "/cart")).get("status")).toBe("CREATED");
  await page.goto(`${demo.baseUrl}/pay/simple/${order}?lang=${language}`);
  await fillCard(page, { number: "5123456789012346" });
  await page.locator('button[type="submit"]').first().click();
  expect((await arrive(page, demo, "/done")).get("status")).toBe("PAID");
});

test("a paid order's result leads to the shop by its link, too @phone", async ({
  page,
  demo,
  issue,
  language,
}) => {
  const order = await issue(way);
  await open(page, `${demo.baseUrl}/pay/info/${order}?lang=${language}`);
  await fillCard(page, { number: "5123456789012346" });
  await page.locator('button[type="submit"]').first().click();
  await page.waitForURL(/\/pay\/displayPayment/);
  await expect(seen(page, "shop.example")).toBeVisible();
  await page.locator("[data-way-back]:visible").click();
  expect((await arrive(page, demo, "/done")).get("status")).toBe("PAID");
});
