/** The promise of instalments on a product page while the buyer changes the order, in Arabic on a small phone. */
import { expect, expectAccessible, keepPicture, test, watchConsole } from "./fixtures.ts";
import { expectInside } from "./open-console.ts";
import { sell } from "./product-offer.ts";

test.use({ viewport: { width: 360, height: 780 } });

test("the promise of instalments follows what the order comes to: it names no service that does not take it", async ({
  page,
  demo,
}) => {
  const watched = watchConsole(page);
  const due = page.locator(".order-amount dd");
  const promise = page.locator(".promos");
  const both = "تمارا أو تابي:";
  const link = { allowedMethods: ["tamara", "tabby"] };
  const sold = await sell(demo, {
    link,
    product: { price: "1000.00" },
    discount: { type: "PERCENTAGE", value: "25" },
  });
  await page.goto(`${demo.baseUrl}/pay/product/${sold.linkIdentity}?lang=ar`);
  await expect(promise.locator("strong")).toHaveText(both);
  // Tamara takes at most 5,000.
  await page.locator("#qty").fill("6");
  await expect(due).toContainText("6,900.00");
  await expect(promise.locator("strong")).toHaveText("تابي:");
  await expect(promise).toContainText("1,725.00");
  await promise.scrollIntoViewIfNeeded();
  await keepPicture(page, "product-instalments-above-limit-ar");
  await expectAccessible(page);
  // A reader of the screen hears the new amount, and no more.
  await expect(page.getByRole("status").filter({ hasText: /دفعات|6,900\.00/ })).toHaveCount(1);
  await expect(page.locator('[role="status"], [role="alert"], [aria-live]').locator(".promos")).toHaveCount(
    0,
  );
  await page.locator("#qty").fill("5");
  await expect(due).toContainText("5,750.00");
  await page.locator(".coupon summary").click();
  await page.locator("#couponCode").fill(sold.couponCode);
  await page.locator(".coupon-button").click();
  await expect(due).toContainText("4,312.50");
  await expect(promise.locator("strong")).toHaveText(both);

  // And at least 1: one piece is too little.
  const small = await sell(demo, { link, product: { price: "0.60" } });
  await page.goto(`${demo.baseUrl}/pay/product/${small.linkIdentity}?lang=ar`);
  await expect(promise.locator("strong")).toHaveText("تابي:");
  await page.locator(".quantity-controls button").last().click();
  await expect(due).toContainText("1.38");
  await expect(promise.locator("strong")).toHaveText(both);
  await expectInside(page);
  expect(watched.problems).toEqual([]);
});

test("an order that no method of its link takes is refused beside the button, and what was typed stays", async ({
  page,
  demo,
}) => {
  const sold = await sell(demo, { product: { price: "1000.00" }, link: { allowedMethods: ["tamara"] } });
  await page.goto(`${demo.baseUrl}/pay/product/${sold.linkIdentity}?lang=ar`);
  await page.locator("#qty").fill("6");
  await expect(page.locator(".order-amount dd")).toContainText("6,900.00");
  await page.locator("#customerName").fill("نورة العتيبي");
  await page.locator("#customerMobile").fill("0551234567");
  await page.locator('.checkout-bar button[type="submit"]').click();
  await expect(page.getByText("لا تقبل أي طريقة دفع لدى هذا المتجر هذا المبلغ")).toBeVisible();
  await expect(page.locator("#qty")).toHaveValue("6");
  await expectInside(page);
  await expectAccessible(page);
  await keepPicture(page, "product-amount-not-taken-ar");
});
