/** Selling without invoices: products, links and coupons in the console, in as many presses as promised. */
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, watchConsole } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

const texts = {
  ar: {
    products: "المنتجات",
    newProduct: "منتج جديد",
    name: "اسم المنتج",
    price: "السعر بالريال",
    stock: "المخزون",
    save: "حفظ",
    newLink: "رابط جديد",
    make: "إنشاء الرابط",
    share: "مشاركة",
    whatsapp: "واتساب",
    close: "إغلاق الرابط",
    closed: "مغلق",
    reopen: "إعادة فتح الرابط",
    open: "متاح",
    archive: "أرشفة",
    undo: "تراجع",
    priceMissing: "أدخل السعر",
    noCard: "لا يُكتب رقم بطاقة هنا",
    newCoupon: "كود خصم جديد",
    code: "كود الخصم",
    off: "قيمة الخصم",
    makeCoupon: "إنشاء الكود",
    good: "سارٍ",
    end: "إيقاف",
    ended: "موقوف",
  },
  en: {
    products: "Products",
    newProduct: "New product",
    name: "Name",
    price: "Price in riyals",
    stock: "Stock",
    save: "Save",
    newLink: "New link",
    make: "Make the link",
    share: "Share",
    whatsapp: "WhatsApp",
    close: "Close the link",
    closed: "Closed",
    reopen: "Open the link again",
    open: "Open",
    archive: "Archive",
    undo: "Undo",
    priceMissing: "Enter the price",
    noCard: "a card number does not belong here",
    newCoupon: "New coupon",
    code: "Code",
    off: "Discount",
    makeCoupon: "Make the coupon",
    good: "Good",
    end: "End",
    ended: "Ended",
  },
} as const;

/** A picture twice as wide as high, drawn by the browser itself. */
async function choosePicture(page: Page): Promise<void> {
  const bytes = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 400;
    canvas.height = 200;
    canvas.getContext("2d")?.fillRect(0, 0, 200, 200);
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });
  const buffer = Buffer.from(bytes, "base64");
  await page.locator("input[type=file]").setInputFiles({ name: "dates.png", mimeType: "image/png", buffer });
}

test.describe("at a desk", () => {
  test.use({ viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false });

  test("a product becomes a link in three presses, and is shared by WhatsApp in two", async ({
    page,
    demo,
    language,
  }) => {
    test.slow();
    const t = texts[language];
    const title = `تمر ${language} ${Date.now()}`;
    const { problems } = watchConsole(page);
    await openConsole(page, demo, { language });
    await page.goto(`${demo.person.address}/products/new`);
    await page.getByLabel(t.name).fill(title);
    await page.getByRole("button", { name: t.save }).click();
    await expect(page.getByText(t.priceMissing)).toBeVisible();
    await page.getByLabel(t.price).fill("١٠");
    await page.getByLabel(t.name).fill(`${title} 4111 1111 1111 1111`);
    await page.getByRole("button", { name: t.save }).click();
    await expect(page.getByLabel(t.name)).toHaveAccessibleDescription(new RegExp(t.noCard));
    await page.getByLabel(t.name).fill(title);
    await page.getByLabel(t.stock).fill("٢٥");
    await choosePicture(page);
    await expect(page.locator("canvas.picture-square")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: t.save }).click();
    const card = page.locator("li.card").filter({ hasText: title });
    await expect(card.locator("img")).toBeVisible();

    await page.goto(demo.person.address);
    await page.getByRole("navigation").getByRole("link", { name: t.products }).click();
    await card.getByRole("link", { name: t.newLink }).click();
    await page.getByRole("button", { name: t.make }).click();
    await expect(page.locator(".invoice-sum")).toContainText("10.00");
    const identity = page.url().split("/").at(-1) ?? "";
    await expectAccessible(page);
    await page.getByRole("button", { name: t.close }).click();
    await expect(page.locator(".chip")).toHaveText(t.closed);
    await page.getByRole("button", { name: t.reopen }).click();
    await expect(page.locator(".chip")).toHaveText(t.open);

    await page.goto(`${demo.person.address}/products/links`);
    await expect(card).toBeVisible();
    await card.getByRole("button", { name: t.share }).click();
    const way = page.getByRole("dialog").getByRole("link", { name: t.whatsapp });
    const shared = new URL((await way.getAttribute("href")) ?? "");
    expect(shared.searchParams.get("text")).toBe(`${title}\n${demo.baseUrl}/pay/product/${identity}`);

    await page.goto(`${demo.person.address}/products`);
    await card.getByRole("button", { name: t.archive }).click();
    await expect(card).toHaveCount(0);
    await page.getByRole("button", { name: t.undo }).click();
    await expect(card).toBeVisible();
    expect(problems).toEqual([]);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: false, hasTouch: false, colorScheme: "dark" });

  test("a coupon is made and ended, and the sheet that is printed is the sheet alone", async ({
    page,
    demo,
    language,
  }) => {
    test.slow();
    const t = texts[language];
    const code = `E2E${Date.now()}`;
    await openConsole(page, demo, { language });
    await page.goto(`${demo.person.address}/products/coupons`);
    await page.getByRole("button", { name: t.newCoupon }).click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("[name=code]").fill(code.toLowerCase());
    await dialog.locator("[name=value]").fill("١٥");
    await dialog.getByRole("button", { name: t.makeCoupon }).click();
    const card = page.locator("li.card").filter({ hasText: code });
    await expect(card.locator(".chip")).toHaveText(t.good);
    await card.getByRole("button", { name: t.end }).click();
    await expect(card.locator(".chip")).toHaveText(t.ended);
    await expectInside(page);

    await page.goto(`${demo.person.address}/products/links/${demo.links["stock"]}/sheet`);
    await expect(page.locator(".sheet-code")).toBeVisible();
    await expectAccessible(page);
    await expectInside(page);
    await page.emulateMedia({ media: "print" });
    for (const other of [".top", ".ways", ".screen-head"]) await expect(page.locator(other)).toBeHidden();
    await expect(page.locator(".sheet")).toBeVisible();
  });
});
