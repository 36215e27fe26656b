/** Google Pay on the payment page: with a stand-in for the browser's client, and with the simulator's script and sheet. */
import type { Page } from "@playwright/test";
import { type GooglePayOptions, installGooglePay } from "#test/browser/google-pay-client.ts";
import {
  expect,
  expectAccessible,
  keepPicture,
  type Language,
  languages,
  seen,
  test,
  watchConsole,
} from "../fixtures.ts";
import { pressInSheet } from "./google-pay-sheet.ts";

const words = {
  ar: { button: "الدفع عبر Google Pay", paid: /اكتملت عملية دفع|تم الدفع بنجاح/, declined: /رفض البنك/ },
  en: { button: "Pay with Google Pay", paid: /processed|Paid Successfully/, declined: /declined/ },
} as const;

const invoice = { allowedMethods: ["googlepay", "creditcard"] };
const button = (page: Page, language: Language) =>
  page.frameLocator(".google-pay-frame").getByRole("button", { name: words[language].button });
const browser = (page: Page, options: GooglePayOptions = {}) => page.addInitScript(installGooglePay, options);

async function captures(simulatorUrl: string, order: string): Promise<string[]> {
  const response = await fetch(`${simulatorUrl}/_control/ledger?orderId=${order}`);
  const { entries } = (await response.json()) as { entries: { kind: string; amount: string }[] };
  return entries.filter(({ kind }) => kind === "capture").map(({ amount }) => amount);
}

for (const language of languages) {
  test(`an invoice is paid by a card of the device (${language})`, async ({ page, demo, issue }) => {
    const watched = watchConsole(page);
    const order = await issue(invoice);
    await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=${language}`);
    await expect(button(page, language)).toBeVisible();
    await expectAccessible(page);
    await keepPicture(page, `info-googlepay-${language}`);
    const opened = page.waitForEvent("popup");
    await button(page, language).click();
    const sheet = await opened;
    await keepPicture(sheet, `googlepay-sheet-${language}`);
    await pressInSheet(sheet.getByRole("button").first());
    await page.waitForURL(/\/pay\/displayPayment/);
    await expect(seen(page, words[language].paid)).toBeVisible();
    expect(await captures(demo.simulatorUrl, order)).toEqual(["115.00"]);
    expect(watched.problems).toEqual([]);
  });
}

test("a card of the account goes through its bank's page", async ({ page, demo, issue }) => {
  const order = await issue(invoice);
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  const opened = page.waitForEvent("popup");
  await button(page, "en").click();
  await pressInSheet((await opened).getByRole("button", { name: /its bank asks/ }));
  await page.waitForURL(/get3DPage/);
  expect(await captures(demo.simulatorUrl, order)).toEqual([]);
  await page.frameLocator("iframe").first().locator('button[value="successful"]').click();
  await page.waitForURL(/\/pay\/(process3DSecure|displayPayment)/);
  await expect(seen(page, words.en.paid)).toBeVisible();
  expect(await captures(demo.simulatorUrl, order)).toEqual(["115.00"]);
});

test("a decline is shown with its reason, a closed sheet charges nothing, and then a card pays", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue(invoice);
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  const choose = async (name: RegExp): Promise<void> => {
    const opened = page.waitForEvent("popup");
    await button(page, "en").click();
    await pressInSheet((await opened).getByRole("button", { name }));
  };
  await choose(/bank declines/);
  await expect(page.getByRole("alert").filter({ hasText: words.en.declined })).toBeVisible();
  await choose(/Close without paying/);
  await expect(page.getByRole("alert").filter({ hasText: "Nothing was charged" })).toBeVisible();
  expect(await captures(demo.simulatorUrl, order)).toEqual([]);
  await choose(/without a question/);
  await page.waitForURL(/\/pay\/displayPayment/);
  await expect(seen(page, words.en.paid)).toBeVisible();
});

test("a sheet that is closed by its window charges nothing", async ({ page, demo, issue }) => {
  const order = await issue(invoice);
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  const opened = page.waitForEvent("popup");
  await button(page, "en").click();
  const sheet = await opened;
  // As a buyer closes it: not in the moment in which the browser opens it.
  await expect(sheet.getByRole("button").first()).toBeVisible();
  await sheet.close();
  await expect(page.getByRole("alert").filter({ hasText: "Nothing was charged" })).toBeVisible();
});

test("U65: the browser is asked what Spec 9 says, and the token is for our account at the gateway", async ({
  page,
  demo,
  issue,
}) => {
  await browser(page);
  const order = await issue(invoice);
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  const sent = page.waitForRequest("**/rest/pay/google/processPayment");
  await button(page, "en").click();
  const body = (await sent).postDataJSON();
  const log = await page.evaluate(() => window.googlePayLog);
  const parameters = {
    allowedAuthMethods: ["PAN_ONLY", "CRYPTOGRAM_3DS"],
    allowedCardNetworks: ["MASTERCARD", "VISA"],
  };
  const base = { apiVersion: 2, apiVersionMinor: 0 };
  expect(log).toEqual([
    { asked: "new", request: "TEST" },
    { asked: "isReadyToPay", request: { ...base, allowedPaymentMethods: [{ type: "CARD", parameters }] } },
    {
      asked: "loadPaymentData",
      request: {
        ...base,
        allowedPaymentMethods: [
          {
            type: "CARD",
            parameters,
            tokenizationSpecification: {
              type: "PAYMENT_GATEWAY",
              parameters: { gateway: "mpgs", gatewayMerchantId: "TESTWASL" },
            },
          },
        ],
        merchantInfo: { merchantName: "متجر النخيل" },
        transactionInfo: {
          totalPriceStatus: "FINAL",
          totalPrice: "115.00",
          currencyCode: "SAR",
          countryCode: "SA",
        },
      },
    },
  ]);
  expect(body.total).toBe(115);
  expect(body.paymentPacket.orderNumber).toBe(order);
  expect(Object.keys(body.paymentPacket)).toContain("shippingAddress");
  expect(JSON.parse(Buffer.from(body.paymentToken, "base64").toString("utf8")).protocolVersion).toBe("ECv2");
  await page.waitForURL(/\/pay\/displayPayment/);
});

for (const [what, options, told] of [
  ["is closed", { ends: "CANCELED" }, "Google Pay was closed"],
  ["cannot be opened", { ends: "DEVELOPER_ERROR" }, "could not be opened"],
] as const) {
  test(`a sheet that ${what} sends nothing and says so`, async ({ page, demo, issue }) => {
    await browser(page, options);
    const order = await issue(invoice);
    await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
    await button(page, "en").click();
    await expect(page.getByRole("alert").filter({ hasText: told })).toBeVisible();
    expect(await captures(demo.simulatorUrl, order)).toEqual([]);
  });
}

test("U21: a browser that cannot pay so has no button", async ({ page, demo, issue }) => {
  await browser(page, { isReady: false });
  const order = await issue(invoice);
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await expect.poll(() => page.evaluate(() => window.googlePayLog.length)).toBe(2);
  await expect(button(page, "en")).toHaveCount(0);
});

test("an invoice that it alone may pay says that this device does not have it", async ({
  page,
  demo,
  issue,
}) => {
  await browser(page, { isReady: false });
  const order = await issue({ allowedMethods: ["googlepay"] });
  for (const [language, words] of [
    ["ar", "لا تعمل Google Pay على هذا الجهاز."],
    ["en", "Google Pay does not work on this device."],
  ] as const) {
    await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=${language}`);
    await expect(page.getByText(words)).toBeVisible();
    await expectAccessible(page);
  }
});

test("U8: nothing is fetched from elsewhere for an order that does not allow Google Pay", async ({
  page,
  demo,
  issue,
}) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(demo.baseUrl) && !request.url().startsWith("data:"))
      elsewhere.push(request.url());
  });
  const order = await issue({ allowedMethods: ["creditcard", "applepay"] });
  const response = await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await page.waitForLoadState("networkidle");
  expect(elsewhere).toEqual([]);
  const policy = response?.headers()["content-security-policy"] ?? "";
  expect(policy).not.toContain(new URL(demo.simulatorUrl).host);
  const allowed = await page.goto(`${demo.baseUrl}/pay/info/${await issue(invoice)}?lang=en`);
  expect(allowed?.headers()["content-security-policy"]).toContain(new URL(demo.simulatorUrl).host);
});

test("the terms of sale come before the sheet", async ({ page, demo, issue }) => {
  await browser(page);
  const order = await issue({
    ...invoice,
    agreement: { title: "Terms", text: "Delivered within three days." },
  });
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  // Google's button is never grey: a press says what is missing.
  await button(page, "en").click();
  await expect(page.locator("#agreement")).toBeFocused();
  expect(await page.evaluate(() => window.googlePayLog.length)).toBe(2);
  await page.locator("#agreement").check();
  await button(page, "en").click();
  await page.waitForURL(/\/pay\/displayPayment/);
});
