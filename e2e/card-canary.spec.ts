/**
 * A buyer pays with a card that no other test uses. After the last test `running-system.ts` looks for this number, and
 * for all others that were typed, in what the server printed and in its database.
 */
import type { Page } from "@playwright/test";
import { expect, expectAccessible, fillCard, issueInvoice, keepPicture, test } from "./fixtures.ts";

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

/** Of no bank and no list: what a person's own card would be. */
const realCard = "4242424242424242";

test("a real card that is typed at a test invoice leaves the browser by no request", async ({
  page,
  demo,
  language,
}) => {
  const opened = await fetch(`${demo.baseUrl}/api/v1/merchant/test-world`, {
    method: "POST",
    headers: { authorization: `Bearer ${demo.apiKey}`, "idempotency-key": crypto.randomUUID() },
  });
  expect(opened.status).toBe(201);
  const { key } = ((await opened.json()) as { key: { key: string } }).key;
  const order = await issueInvoice({ ...demo, apiKey: key });
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  for (const way of ["info", "frame", "simple"]) {
    await page.goto(`${demo.baseUrl}/pay/${way}/${order}?lang=${language}`);
    await expect(page.locator("html[data-alive]")).toHaveCount(1);
    await fillCard(page, { number: language === "ar" ? "٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢" : realCard });
    await page.locator(".pay-button").click();
    const error = page.locator("#card-number-test");
    await expect(error).toContainText(language === "ar" ? "هذه فاتورة اختبار" : "This is a test invoice");
    await expect(page.locator("#card-number")).toBeFocused();
    await expect(page.locator("#card-number")).toHaveAttribute("aria-describedby", "card-number-test");
    expect(sent.filter((request) => request.includes(realCard))).toEqual([]);
    expect(sent.filter((request) => /prepareSession/.test(request))).toEqual([]);
    if (way === "info") {
      await expectAccessible(page);
      await keepPicture(page, `test-world-real-card-${language}`);
    }
    const list = await error.getByRole("link").getAttribute("href");
    expect((await fetch(`${demo.baseUrl}${list}`)).status).toBe(200);
    await page.locator("#card-number").fill(canary);
    await expect(error).toHaveCount(0);
  }
  await page.locator(".pay-button").click();
  await page.waitForURL(/get3DPage/);
});
