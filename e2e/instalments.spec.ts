import { expect, expectAccessible, languages, test, watchConsole } from "./fixtures.ts";

const services = [
  { id: "tamara", mobile: "٠٥٤٤٣٣٧٨٦٦", fields: { tamaraCity: "الرياض", tamaraLine1: "طريق الملك فهد" } },
  { id: "tabby", mobile: "0500000001", fields: {} },
] as const;

for (const lang of languages) {
  for (const { id, mobile, fields } of services) {
    test(`a buyer pays with ${id} in ${lang}`, async ({ page, issue, demo }) => {
      const { problems } = watchConsole(page);
      const client = { name: "Noura Alotaibi", mobile: "0551234567", countryCode: "SA" };
      await page.goto(`${demo.baseUrl}/pay/info/${await issue({ client })}?lang=${lang}`);
      await page.locator(`input[name="method"][value="${id}"]`).check();
      await page.locator(`#${id}Mobile`).fill("");
      await page.locator(".pay-button").click();
      await expect(page.locator(".toast")).toBeVisible();
      await expect(page.locator(`#${id}Mobile`)).toBeFocused();
      await expectAccessible(page);
      await page.locator(`#${id}Mobile`).fill(mobile);
      await page.locator(`#${id}Email`).fill("otp.success@tabby.ai");
      for (const [field, value] of Object.entries(fields)) await page.locator(`#${field}`).fill(value);
      await page.locator(".pay-button").click();
      await page.waitForURL(/\/checkout/);
      await page.locator('button[value="approve"]').click();
      await page.waitForURL(/process3DSecure|displayPayment/);
      await expect(
        page.getByText(lang === "ar" ? "تم دفع الطلب بنجاح" : "Order Paid Successfully"),
      ).toBeVisible();
      expect(problems).toEqual([]);
    });
  }
}

test("an Arabic name is refused for Tabby with the toast of the specification, and nothing is sent", async ({
  page,
  issue,
  demo,
}) => {
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=en`);
  await page.locator('input[name="method"][value="tabby"]').check();
  await page.locator("#tabbyEmail").fill("otp.success@tabby.ai");
  await page.locator(".pay-button").click();
  await expect(page.locator(".toast")).toHaveText("Only English name is allowed for Tabby payment.");
  await expect(page.locator("#clientName")).toBeFocused();
});

test("a payment above the limits is told in the words of the service", async ({ page, issue, demo }) => {
  const orderNumber = await issue({
    client: { name: "Noura", mobile: "0551234567", countryCode: "SA" },
    lines: [{ title: "سجاد", quantity: 1, unitPrice: "9000.00", vatRate: "15" }],
  });
  await page.goto(`${demo.baseUrl}/pay/info/${orderNumber}?lang=en`);
  await page.locator('input[name="method"][value="tabby"]').check();
  await page.locator("#tabbyEmail").fill("otp.success@tabby.ai");
  await page.locator(".pay-button").click();
  await expect(page.locator(".pay-message")).toContainText("above your current spending limit with Tabby");
});

test("the window about Tabby opens, can be read and closes again", async ({ page, issue, demo }) => {
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=ar`);
  await page.locator('input[name="method"][value="tabby"]').check();
  await page.getByRole("button", { name: "كيف تعمل تابي؟" }).click();
  await expect(page.locator("dialog.modal[open]")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog.modal[open]")).toHaveCount(0);
});
