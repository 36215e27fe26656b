/** What a buyer sees whose cards are held back: for how long, what works instead, and that it does. */
import { expect, expectAccessible, fillCard, keepPicture, test } from "./fixtures.ts";
import { choose, openInfo, pay } from "./methods/buyer.ts";

const words = {
  ar: {
    declined: "رفض البنك",
    held: /رُفضت عدة محاولات لدفع هذه الفاتورة.*مدة الانتظار: \d+ دقيقة\. يمكنك الدفع الآن عبر .*سداد/,
    notCompleted: "لم تكتمل عملية الدفع",
  },
  en: {
    declined: "declined the payment",
    held: /declined several times.*Time to wait: \d+ minutes\. You can pay now by .*SADAD/,
    notCompleted: "Payment not completed",
  },
} as const;

test("a buyer after five declined cards reads how long to wait and what works, and pays by that", async ({
  page,
  demo,
  issue,
  language,
  books,
}) => {
  await openInfo(
    { page, demo, language, issue, books },
    { allowedMethods: ["creditcard", "amex", "stcpay", "sadad"] },
  );
  const message = page.locator(".pay-section .pay-message");
  for (let time = 0; time < 5; time += 1) {
    await fillCard(page, { number: "5123456789012346", expiry: "05/39" });
    const answer = page.waitForResponse(/openGateway/);
    await pay(page);
    expect((await answer).status()).toBe(402);
    await expect(message).toContainText(words[language].declined);
    await expect(page.locator(".processing")).toBeHidden();
  }
  await fillCard(page, { number: "5123456789012346" });
  await pay(page);
  await expect(message).toHaveText(words[language].held);
  await expectAccessible(page);
  await keepPicture(page, `info-held-back-${language}`);
  await choose(page, "stcpay");
  await page.locator("#stcpayMobile").fill("512345678");
  await pay(page);
  await expect(page.locator("#stcpayOtp")).toBeVisible();
});

test("the result page of an order without a try calls nothing declined", async ({
  page,
  demo,
  issue,
  language,
}) => {
  const order = await issue();
  const msg = Buffer.from(JSON.stringify({ orderNumber: order })).toString("base64");
  await page.goto(`${demo.baseUrl}/pay/displayPayment?lang=${language}&msg=${encodeURIComponent(msg)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words[language].notCompleted);
  await expect(page.locator("main")).not.toContainText(/declined|رفض/i);
  await expectAccessible(page);
  await keepPicture(page, `result-not-tried-${language}`);
});

test("a lost call of American Express has the words of the specification, and nothing is called declined", async ({
  page,
  demo,
  issue,
  language,
  books,
}) => {
  await openInfo({ page, demo, language, issue, books }, { allowedMethods: ["amex"] });
  await page.route("**/rest/pay/openAmexGateway", (route) => route.abort());
  await page.locator("#amex-number").fill("371881887105009");
  await page.locator("#amex-expiry").fill("01/39");
  await page.locator("#amex-securityCode").fill("1000");
  await page.locator("#amex-nameOnCard").fill("NOURA ALOTAIBI");
  await pay(page);
  const said = language === "ar" ? /أمريكان إكسبريس|AMEX/ : "Error while connecting to AMEX system.";
  await expect(page.locator(".pay-section .pay-message")).toContainText(said);
  await expect(page).toHaveURL(/\/pay\/info\//);
});
