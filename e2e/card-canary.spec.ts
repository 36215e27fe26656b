/**
 * A buyer pays with a card that no other test uses. After the last test `running-system.ts` looks for this number, and
 * for all others that were typed, in what the server printed and in its database.
 */
import type { Page } from "@playwright/test";
import { expect, fillCard, test } from "./fixtures.ts";

/** Published by the gateway as one whose bank asks for a code: the longest way that a card number can go. */
const canary = "4508750015741019";

const written = {
  ar: { number: "٤٥٠٨ ٧٥٠٠ ١٥٧٤ ١٠١٩", success: /اكتملت عملية دفع|تم الدفع بنجاح/ },
  en: { number: "4508 7500 1574 1019", success: /processed|Paid Successfully/ },
} as const;

test("the canary pays after a decline, typed in groups and in the language's digits", async ({
  page,
  demo,
  issue,
  language,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.postData() ?? ""));
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=${language}`);
  const { number, success } = written[language];
  await payAndAnswer(page, number, "failed");
  await page.locator('a[href*="/pay/info/"]').first().click();
  await page.waitForURL(/\/pay\/info\//);
  await payAndAnswer(page, number, "successful");
  await expect(page.getByText(success).filter({ visible: true }).first()).toBeVisible();
  // What is looked for really went out, both times.
  expect(sent.filter((body) => body.includes(canary)).length).toBeGreaterThanOrEqual(2);
});

/** Presses a button of the bank that asks. */
async function payAndAnswer(page: Page, number: string, answer: "failed" | "successful"): Promise<void> {
  await fillCard(page, { number });
  await page.locator('button[type="submit"]').first().click();
  await page.waitForURL(/get3DPage/);
  await page.frameLocator("iframe").first().locator(`button[value="${answer}"]`).click();
  await page.waitForURL(/\/pay\/(process3DSecure|displayPayment)/);
}
