/** A buyer pays on the provider's page by each method that continues on one, in both languages. */
import { redirectMethods } from "#methods/allowed.ts";
import { payableInvoice } from "#methods/payable-amount.ts";
import { redirectServices } from "#test/redirect-services.ts";
import { expect, expectAccessible, languages, test, watchConsole } from "../fixtures.ts";
import { firstFieldOf } from "./first-field.ts";

for (const lang of languages) {
  for (const id of redirectMethods) {
    const { typed } = redirectServices[id];
    test(`a buyer pays with ${id} in ${lang}`, async ({ page, issue, demo }) => {
      const { problems } = watchConsole(page);
      const client = { name: "Noura Alotaibi", mobile: "0551234567", countryCode: "SA" };
      await page.goto(`${demo.baseUrl}/pay/info/${await issue({ client, ...payableInvoice })}?lang=${lang}`);
      await page.locator(`input[name="method"][value="${id}"]`).check();
      // A panel without fields is waited for, too: nothing is filled in it.
      await expect(page.locator(".method-panel:visible")).not.toBeEmpty();
      const field = firstFieldOf(id);
      if (field !== null) {
        await page.locator(`#${field}`).fill("");
        await page.locator(".pay-button").click();
        await expect(page.locator(".toast")).toBeVisible();
        await expect(page.locator(`#${field}`)).toBeFocused();
      }
      await expectAccessible(page);
      for (const [field, value] of Object.entries(typed)) await page.locator(`#${field}`).fill(value);
      await page.locator(".pay-button").click();
      await page.waitForURL(/\/checkout/);
      await page.locator('button[value="approve"]').click();
      await page.waitForURL(/process3DSecure|displayPayment/);
      await expect(
        page.getByRole("heading", {
          name: lang === "ar" ? "تم الدفع بنجاح" : "Order Paid Successfully",
        }),
      ).toBeVisible();
      expect(problems).toEqual([]);
    });
  }
}
