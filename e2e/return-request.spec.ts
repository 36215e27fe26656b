/** A buyer asks for a return on a phone, in Arabic and without a script; the shop accepts, and its refund has the lines that were asked for. */
import { demoCaller } from "#cli/demo-caller.ts";
import { expect, expectAccessible, keepPicture, test } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

test("a return is asked for without a script, accepted, and leads to the refund of those lines", async ({
  browser,
  ownShop: { owner },
}) => {
  test.slow();
  const { baseUrl, apiKey } = owner;
  const authorization = `Bearer ${apiKey}`;
  const set = await fetch(`${baseUrl}/api/v1/merchant`, {
    method: "PATCH",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ returnRequestDays: 14 }),
  });
  expect(set.status).toBe(200);
  const caller = demoCaller(baseUrl, apiKey);
  const lines = [
    { title: "تمر سكري فاخر في علبة هدية", quantity: 3, unitPrice: "40.00", vatRate: "15" },
    { title: "كوب قهوة من الفخار", quantity: 1, unitPrice: "25.00", vatRate: "15" },
  ];
  const orderNumber = await caller.issue({ client: { name: "نورة العتيبي", mobile: "0551234567" }, lines });
  await caller.pay(orderNumber, {});

  await using buyer = await browser.newContext({
    viewport: { width: 360, height: 780 },
    javaScriptEnabled: false,
  });
  const page = await buyer.newPage();
  await page.goto(`${baseUrl}/pay/order/${orderNumber}?lang=ar`);
  await page.getByText("طلب إرجاع", { exact: true }).click();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await page.getByLabel("هذه المنتجات فقط").check();
  await page.getByLabel("سبب الإرجاع").selectOption("damaged");
  await page.getByLabel("ملاحظة للمتجر").fill("وصلت علبتان مفتوحتان.");
  await page.getByRole("button", { name: "إرسال الطلب" }).click();
  await expect(page.getByRole("alert")).toHaveText("يرجى اختيار منتج واحد على الأقل.");
  // What was written stands in it again, and is not in the address.
  await expect(page.getByLabel("هذه المنتجات فقط")).toBeChecked();
  await expect(page.getByLabel("سبب الإرجاع")).toHaveValue("damaged");
  await expect(page.getByLabel("ملاحظة للمتجر")).toHaveValue("وصلت علبتان مفتوحتان.");
  expect(decodeURI(page.url())).not.toContain("مفتوحتان");
  await page.getByRole("checkbox", { name: "تمر سكري" }).check();
  await page.getByRole("spinbutton", { name: "تمر سكري" }).fill("2");
  await expectInside(page);
  await keepPicture(page, "return-form-ar");
  await page.getByRole("button", { name: "إرسال الطلب" }).click();
  const state = page.getByRole("status").filter({ hasText: "وصل طلب الإرجاع إلى المتجر" });
  await expect(state).toContainText("تمر سكري فاخر في علبة هدية");
  await expect(state).not.toContainText("مفتوحتان");
  await expectInside(page);
  await keepPicture(page, "return-asked-ar");

  // Taken back by a second press, and asked for again.
  await page.getByText("سحب الطلب", { exact: true }).click();
  await keepPicture(page, "return-withdraw-ar");
  await page.getByRole("button", { name: "تأكيد السحب" }).click();
  await expect(page.getByRole("status").filter({ hasText: "تم سحب طلب الإرجاع" })).toBeVisible();
  await page.getByText("طلب إرجاع آخر").click();
  await page.getByLabel("هذه المنتجات فقط").check();
  await page.getByRole("checkbox", { name: "تمر سكري" }).check();
  await page.getByRole("spinbutton", { name: "تمر سكري" }).fill("2");
  await page.getByLabel("سبب الإرجاع").selectOption("damaged");
  await page.getByLabel("ملاحظة للمتجر").fill("وصلت علبتان مفتوحتان.");
  await page.getByRole("button", { name: "إرسال الطلب" }).click();

  await using desk = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const shop = await desk.newPage();
  await openConsole(shop, owner, { language: "en", path: "/" });
  await shop.getByRole("listitem").filter({ hasText: "1 buyer asks for a return" }).getByRole("link").click();
  await shop.getByRole("link", { name: /نورة العتيبي/ }).click();
  const request = shop.getByRole("region", { name: "The buyer asks for a return" });
  await expect(request).toContainText("وصلت علبتان مفتوحتان.");
  await expectAccessible(shop);
  await keepPicture(shop, "console-return-en");
  await request.getByRole("button", { name: "Accept, then refund" }).click();
  const refund = shop.getByRole("dialog");
  await expect(refund.getByRole("checkbox", { name: "تمر سكري" })).toBeChecked();
  await expect(refund.getByRole("textbox").first()).toHaveValue("2");
  await expect(refund).toContainText("92.00");
  await keepPicture(shop, "console-return-refund-en");

  await page.reload();
  await expect(page.getByRole("status").filter({ hasText: "وافق المتجر على الإرجاع" })).toBeVisible();
  await keepPicture(page, "return-accepted-ar");
  await shop.goto(`${baseUrl}/pay/order/${orderNumber}?lang=en&return=reason#return`);
  await expectAccessible(shop);
  await keepPicture(shop, "return-form-en");
});
