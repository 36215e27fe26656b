/** The field for a one-time code is there again for a buyer who left the page to fetch the code. */
import { otpMethods } from "#methods/allowed.ts";
import { listName } from "#test/list-names.ts";
import { expect, expectAccessible, keepPicture, languages, test } from "./fixtures.ts";

for (const method of otpMethods)
  for (const language of languages) {
    const codeField = `#${method}Otp`;
    test(`${method}: a page that is loaded again, and another device, open at the code, with the number masked (${language})`, async ({
      page,
      demo,
      issue,
      browser,
    }) => {
      const order = await issue({ allowedMethods: ["creditcard", listName(method)] });
      const info = `${demo.baseUrl}/pay/info/${order}?lang=${language}`;
      await page.setViewportSize({ width: 360, height: 640 });
      await page.goto(info);
      await page.locator(`label:has([value="${method}"])`).click();
      await page.locator(`#${method}Mobile`).fill("0512345678");
      await page.locator(".pay-button:visible").click();
      // The field is ready for the code, and the button that pays can be seen below it.
      await expect(page.locator(codeField)).toBeFocused();
      await expect(page.locator(codeField)).toBeInViewport({ ratio: 1 });
      await expect(page.locator(".pay-button:visible")).toBeInViewport({ ratio: 1 });

      await page.reload();
      await expect(page.locator(codeField)).toBeVisible();
      await expect(page.locator(`[data-method="${method}"]`)).toContainText("+966 ••• ••• 678");
      await expect(page.locator(`#${method}Mobile`)).toBeHidden();
      await expect(page.locator(".pay-button:visible")).toContainText("115.00");
      await expectAccessible(page);
      await keepPicture(page, `code-step-${method}-${language}`);

      const elsewhere = await browser.newContext();
      const other = await elsewhere.newPage();
      await other.goto(info);
      await other.locator(codeField).fill("123456");
      await other.locator(".pay-button:visible").click();
      await expect(other.locator('[data-panel="success"]')).toBeVisible({ timeout: 20_000 });
      await elsewhere.close();
    });
  }

test("another number can be named at the code step of a page that was loaded again, and is the one that stays", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue({ allowedMethods: ["creditcard", "stcpay"] });
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await page.locator('label:has([value="stcpay"])').click();
  await page.locator("#stcpayMobile").fill("0512345678");
  await page.locator(".pay-button:visible").click();
  await expect(page.locator("#stcpayOtp")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Change the mobile number" }).click();
  await expect(page.locator("#stcpayMobile")).toBeFocused();
  await expect(page.locator("#stcpayMobile")).toHaveValue("0512345678");
  await expect(page.locator(".pay-button:visible")).toHaveText("Send the code");
  await page.locator("#stcpayMobile").fill("0551234567");
  await page.locator(".pay-button:visible").click();
  const panel = page.locator('[data-method="stcpay"]');
  await expect(panel).toContainText("+966 ••• ••• 567");

  // Both numbers have an attempt: the one that was sent the last code counts, after a reload too.
  await page.reload();
  await expect(page.locator("#stcpayOtp")).toBeVisible();
  await expect(panel).toContainText("+966 ••• ••• 567");
  await expect(panel).not.toContainText("678");
  await page.locator("#stcpayOtp").fill("123456");
  await page.locator(".pay-button:visible").click();
  await expect(page.locator('[data-panel="success"]')).toBeVisible({ timeout: 20_000 });
});
