/** The product page of a payment link: from the picture to a paid order, and everything that can come between. */
import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  fillCard,
  keepPicture,
  type Language,
  languages,
  test,
  watchConsole,
} from "./fixtures.ts";
import { expectInside } from "./open-console.ts";
import { changeProduct, sell, statusOf } from "./product-offer.ts";

const words = {
  ar: {
    checkout: "إتمام الطلب الآن",
    outOfStock: "نفدت الكمية",
    invalid: "كود الخصم غير صالح",
    applied: /تم تطبيق كود الخصم\. قيمة الخصم \u206610%\u2069/,
    success: /اكتملت عملية دفع|تم الدفع بنجاح/,
    notFound: "المنتج غير موجود",
    nameMissing: "يرجى إدخال اسمك",
  },
  en: {
    checkout: "Checkout Now",
    outOfStock: "Out of Stock",
    invalid: "Coupon is invalid",
    applied: /Coupon applied successfully. Discounted Amount .?10.? %/,
    success: /processed|Paid Successfully/,
    notFound: "Product is not found",
    nameMissing: "Please provide valid name. The field is empty.",
  },
} as const;

const address = (baseUrl: string, linkIdentity: string, language: Language): string =>
  `${baseUrl}/pay/product/${linkIdentity}?lang=${language}`;

const orderAmount = (page: Page) => page.locator(".order-amount dd");

async function fillCustomer(page: Page): Promise<void> {
  await page.locator("#customerName").fill("نورة العتيبي");
  await page.locator("#customerMobile").fill("٠٥٥١٢٣٤٥٦٧");
}

async function applyCoupon(page: Page, code: string): Promise<void> {
  await page.locator(".coupon summary").click();
  await page.locator("#couponCode").fill(code);
  await page.locator(".coupon-button").click();
}

for (const language of languages) {
  const text = words[language];

  test(`two pieces with a coupon are ordered and paid through 3-D Secure (${language})`, async ({
    page,
    demo,
  }) => {
    const watched = watchConsole(page);
    const sold = await sell(demo, {
      product: { stockQty: 5 },
      discount: { type: "PERCENTAGE", value: "10" },
    });
    await page.goto(address(demo.baseUrl, sold.linkIdentity, language));
    await expect(page.locator("html")).toHaveAttribute("dir", language === "ar" ? "rtl" : "ltr");
    await expect(orderAmount(page)).toContainText("115.00");
    await keepPicture(page, `product-${language}`);

    await applyCoupon(page, sold.couponCode.toLowerCase());
    await expect(page.getByText(text.applied)).toBeVisible();
    await expect(orderAmount(page)).toContainText("103.50");
    await page.locator(".quantity-controls button").last().click();
    await expect(page.locator("#qty")).toHaveValue("2");
    await expect(orderAmount(page)).toContainText("207.00");
    await expect(page.getByRole("status").filter({ hasText: "207.00" })).toHaveCount(1);
    await fillCustomer(page);
    await keepPicture(page, `product-filled-${language}`);
    await expectAccessible(page);

    await page.getByRole("button", { name: text.checkout }).click();
    await page.waitForURL(/\/pay\/info\//);
    await expect(page.locator("#clientName")).toHaveValue("نورة العتيبي");
    await expect(page.locator("#clientMobile")).toHaveValue("551234567");
    await expect(page.locator(".pay-button")).toContainText("207.00");
    const orderNumber = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await fillCard(page, { number: "5123450000000008" });
    await page.locator('button[type="submit"]').first().click();
    await page.waitForURL(/get3DPage/);
    await page.frameLocator("iframe").first().locator('button[value="successful"]').click();
    await page.waitForURL(/\/pay\/(process3DSecure|displayPayment)/);
    await expect(page.getByText(text.success).filter({ visible: true }).first()).toBeVisible();
    await expect.poll(() => statusOf(demo, orderNumber)).toBe("PAID_LINK");
    expect(watched.problems).toEqual([]);
  });

  test(`a product that is sold out cannot be ordered (${language}) @phone`, async ({ page, demo }) => {
    const { linkIdentity } = await sell(demo, { product: { stockQty: 0 } });
    await page.goto(address(demo.baseUrl, linkIdentity, language));
    await expect(page.getByRole("heading", { name: text.outOfStock })).toBeVisible();
    await expect(page.getByRole("button", { name: text.checkout })).toHaveCount(0);
    await expect(page.locator("#qty, .method-logos, .terms-link").filter({ visible: true })).toHaveCount(0);
    await keepPicture(page, `product-out-of-stock-${language}`);
    await expectAccessible(page);
  });

  test(`a coupon that is not valid is shown as such, and stops the checkout (${language}) @phone`, async ({
    page,
    demo,
  }) => {
    const sold = await sell(demo, { discount: { type: "FIXED", value: "15.00" } });
    await page.goto(address(demo.baseUrl, sold.linkIdentity, language));
    await applyCoupon(page, "NO-SUCH");
    await expect(page.getByText(text.invalid)).toBeVisible();
    await expect(orderAmount(page)).toContainText("115.00");
    await keepPicture(page, `product-coupon-invalid-${language}`);
    await expectAccessible(page);

    await fillCustomer(page);
    await page.getByRole("button", { name: text.checkout }).click();
    await expect(page.locator("#couponCode")).toBeFocused();
    expect(page.url()).toContain("/pay/product/");

    // A good one, typed and not applied, counts; taken away again, it does not.
    await page.locator("#couponCode").fill(sold.couponCode);
    await page.locator("#couponCode").press("Enter");
    await expect(orderAmount(page)).toContainText("97.75");
    await page.locator(".coupon-button").click();
    await expect(orderAmount(page)).toContainText("115.00");
    await expect(page.locator("#couponCode")).toHaveValue("");
  });

  test(`an empty form shows what is missing, in words of the specification (${language}) @phone`, async ({
    page,
    demo,
  }) => {
    const { linkIdentity } = await sell(demo);
    await page.goto(address(demo.baseUrl, linkIdentity, language));
    await page.getByRole("button", { name: text.checkout }).click();
    await expect(page.locator("#customerName")).toBeFocused();
    await expect(page.getByText(text.nameMissing)).toBeVisible();
    await keepPicture(page, `product-errors-${language}`);
    await expectAccessible(page);
  });

  test(`a link that leads nowhere says so (${language}) @phone`, async ({ page, demo }) => {
    const response = await page.goto(address(demo.baseUrl, "000000000000", language));
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: text.notFound })).toBeVisible();
    await expectAccessible(page);
  });

  test(`all of the offer can be read without scripts (${language}) @phone`, async ({ browser, demo }) => {
    const { linkIdentity } = await sell(demo);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(address(demo.baseUrl, linkIdentity, language));
    for (const shown of ["صندوق تمر سكري فاخر", "تمر من مزارع القصيم", "100.00", "115.00", "15.00%"])
      await expect(page.locator("main")).toContainText(shown);
    await expect(page.locator(".needs-script")).toBeVisible();
    const opened = context.waitForEvent("page");
    await page.locator(".terms-link a").click();
    const terms = await opened;
    await terms.waitForURL(/\/sales-terms/);
    await context.close();
  });

  test(`320 pixels are enough, with everything open (${language}) @phone`, async ({ page, demo }) => {
    const sold = await sell(demo, { discount: { type: "PERCENTAGE", value: "12.5" } });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(address(demo.baseUrl, sold.linkIdentity, language));
    await applyCoupon(page, sold.couponCode);
    await expect(page.locator(".coupon-applied .icon")).toBeVisible();
    await expectInside(page);
    for (const button of await page.locator(".quantity-controls button").all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
  });
}

test("stock that shrinks meanwhile is shown, the figures follow, and what was typed stays @phone", async ({
  page,
  demo,
}) => {
  const sold = await sell(demo, { product: { stockQty: 5 } });
  await page.goto(address(demo.baseUrl, sold.linkIdentity, "en"));
  await page.locator("#qty").fill("٣");
  await expect(orderAmount(page)).toContainText("345.00");
  await fillCustomer(page);
  await changeProduct(demo, sold, { stockQty: 1 });
  await page.getByRole("button", { name: "Checkout Now" }).click();
  await expect(page.getByRole("dialog")).toContainText("Please wait while processing payment");
  const banner = page.getByRole("alert").filter({ hasText: "no longer in stock" });
  await expect(banner).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator("#qty")).toHaveValue("1");
  await expect(orderAmount(page)).toContainText("115.00");
  await expect(page.locator("#customerName")).toHaveValue("نورة العتيبي");
  await keepPicture(page, "product-stock-shrank-en");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Checkout Now" }).click();
  await page.waitForURL(/\/pay\/info\//);
});

test("stock that is gone meanwhile leaves a notice, no form @phone", async ({ page, demo }) => {
  const sold = await sell(demo, { product: { stockQty: 2 } });
  await page.goto(address(demo.baseUrl, sold.linkIdentity, "en"));
  await fillCustomer(page);
  await changeProduct(demo, sold, { stockQty: 0 });
  await page.getByRole("button", { name: "Checkout Now" }).click();
  await expect(page.getByRole("heading", { name: "Out of Stock" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Checkout Now" })).toHaveCount(0);
});

test("a new price is shown before it can be ordered @phone", async ({ page, demo }) => {
  const sold = await sell(demo);
  await page.goto(address(demo.baseUrl, sold.linkIdentity, "en"));
  await fillCustomer(page);
  await changeProduct(demo, sold, { price: "120.00" });
  await page.getByRole("button", { name: "Checkout Now" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The price has changed" })).toBeFocused();
  await expect(orderAmount(page)).toContainText("138.00");
  await page.getByRole("button", { name: "Checkout Now" }).click();
  await page.waitForURL(/\/pay\/info\//);
  await expect(page.locator(".pay-button")).toContainText("138.00");
});

test("a link that has expired, was taken off or is sold out keeps its shop and the way to it; one that never was has none @phone", async ({
  page,
  demo,
  language,
}) => {
  const contact = page.locator('a.button[href^="tel:"]');
  for (const [name, path] of [
    ["expired", "/pay/error/expired-qr"],
    ["inactive", "/pay/product/"],
    ["outOfStock", "/pay/product/"],
  ] as const) {
    await page.goto(address(demo.baseUrl, demo.links[name] ?? "", language));
    expect(new URL(page.url()).pathname).toContain(path);
    await expect(page.locator(".page-header .shop-logo")).toContainText("متجر النخيل");
    await expect(contact).toBeVisible();
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState === "finished"),
    );
    await expectAccessible(page);
    await keepPicture(page, `product-closed-${name}-${language}`);
  }
  await page.goto(address(demo.baseUrl, "000000000000", language));
  await expect(contact).toHaveCount(0);
});

test("the quantity is between one and what is in stock, whatever is typed @phone", async ({ page, demo }) => {
  const { linkIdentity } = await sell(demo, { product: { stockQty: 4 } });
  await page.goto(address(demo.baseUrl, linkIdentity, "ar"));
  const field = page.locator("#qty");
  await field.fill("٩٩");
  await expect(field).toHaveValue("4");
  await expect(orderAmount(page)).toContainText("460.00");
  await field.fill("0");
  await field.blur();
  await expect(field).toHaveValue("4");
  await field.press("ArrowUp");
  await expect(field).toHaveValue("4");
  await field.press("ArrowDown");
  await expect(field).toHaveValue("3");
});

test("a part of a piece is refused: no character is dropped to make another number of it", async ({
  page,
  demo,
  language,
}) => {
  const { linkIdentity } = await sell(demo);
  await page.goto(address(demo.baseUrl, linkIdentity, language));
  const field = page.locator("#qty");
  await fillCustomer(page);
  for (const [typed, shown] of [
    ["2.5", "2.5"],
    ["٢٫٥", "2٫٥"],
    ["-4", "-4"],
  ] as const) {
    await field.fill("");
    await field.pressSequentially(typed);
    await expect(field).toHaveValue(shown);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator("#qty-hint")).toHaveText(
      { ar: "أدخل عددًا صحيحًا بلا كسور.", en: "Enter a whole number." }[language],
    );
  }
  await page.locator('.checkout-bar button[type="submit"]').click();
  await expect(field).toBeFocused();
  expect(page.url()).toContain("/pay/product/");
  await page.locator(".quantity-controls button").last().click();
  await expect(field).not.toHaveAttribute("aria-invalid", "true");
  await field.fill("٢");
  await expect(orderAmount(page)).toContainText("230.00");
});

test("a name that papers cannot print is refused at its field with the reason, and nothing typed is lost", async ({
  page,
  demo,
  language,
}) => {
  const { linkIdentity } = await sell(demo);
  await page.goto(address(demo.baseUrl, linkIdentity, language));
  await fillCustomer(page);
  const name = page.locator("#customerName");
  const mobile = await page.locator("#customerMobile").inputValue();
  await name.fill("王小明");
  await page.locator('.checkout-bar button[type="submit"]').click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator("#customerName-error")).toHaveText(
    {
      ar: "لا تُطبع في الفاتورة إلا الأحرف العربية والإنجليزية",
      en: "Invoices print Arabic and Latin letters only",
    }[language],
  );
  await expect(name).toHaveValue("王小明");
  await expect(page.locator("#customerMobile")).toHaveValue(mobile);
  await name.fill("Wang Xiaoming");
  await page.locator('.checkout-bar button[type="submit"]').click();
  await page.waitForURL(/\/pay\/info\//);
});

test("the language switch keeps what was typed @phone", async ({ page, demo }) => {
  const sold = await sell(demo, { discount: { type: "PERCENTAGE", value: "10" } });
  await page.goto(address(demo.baseUrl, sold.linkIdentity, "ar"));
  await page.locator("#qty").fill("3");
  await fillCustomer(page);
  await applyCoupon(page, sold.couponCode);
  await expect(orderAmount(page)).toContainText("310.50");
  await page.locator(".page-header .language-switch").click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator("#customerName")).toHaveValue("نورة العتيبي");
  await expect(page.locator("#qty")).toHaveValue("3");
  await expect(page.getByText(words.en.applied)).toBeVisible();
  await expect(orderAmount(page)).toContainText("310.50");
});

test("the keyboard alone orders", async ({ page, demo }) => {
  const sold = await sell(demo, { discount: { type: "PERCENTAGE", value: "10" } });
  await page.goto(address(demo.baseUrl, sold.linkIdentity, "en"));
  // The arrow keys of the quantity are the form's own; without it they do nothing.
  await expect(page.locator("html[data-alive]")).toHaveCount(1);
  await page.locator("#qty").focus();
  for (const key of ["ArrowUp", "Tab", "Tab", "Enter", "Tab"]) await page.keyboard.press(key);
  await page.keyboard.type(sold.couponCode);
  await page.keyboard.press("Enter");
  await expect(orderAmount(page)).toContainText("207.00");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Noura");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("0551234567");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/pay\/info\//);
});

test("the picture and the terms open in windows that Escape closes @phone", async ({ page, demo }) => {
  const { linkIdentity } = await sell(demo, {
    link: { agreement: { title: "شروط المتجر", text: "لا تُسترجع التمور بعد فتحها." } },
  });
  await page.goto(address(demo.baseUrl, linkIdentity, "ar"));
  await page.locator("a.product-image").click();
  await expect(page.getByRole("dialog").locator("img")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("a.product-image")).toBeFocused();
  await page.locator(".terms-link a").click();
  await expect(page.getByRole("dialog")).toContainText("لا تُسترجع التمور بعد فتحها.");
  await keepPicture(page, "product-terms-ar");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a press before the page's scripts are there is not lost @phone", async ({ page, demo }) => {
  const { linkIdentity } = await sell(demo);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/assets\/hydrate-.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(address(demo.baseUrl, linkIdentity, "ar"), { waitUntil: "commit" });
  await page.locator("#qty").fill("2");
  await fillCustomer(page);
  await page.getByRole("button", { name: words.ar.checkout }).click();
  await expect(page.locator("html[data-pressed]")).toHaveCount(1);
  release();
  await page.waitForURL(/\/pay\/info\//);
  await expect(page.locator(".pay-button")).toContainText("230.00");
});
