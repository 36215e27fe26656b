/** Apple Pay on the payment page and on its own page, with a stand-in for the device (test/browser). */
import type { Page } from "@playwright/test";
import { type ApplePayDeviceOptions, installApplePaySession } from "#test/browser/apple-pay-session.ts";
import {
  expect,
  expectAccessible,
  keepPicture,
  type Language,
  languages,
  pressLocked,
  seen,
  test,
  watchConsole,
} from "../fixtures.ts";
import { amountOf } from "./buyer.ts";

const words = {
  ar: {
    button: "الدفع عبر Apple Pay",
    paid: /اكتملت عملية دفع|تم الدفع بنجاح/,
    declined: /رفض البنك/,
    closed: "أُغلقت نافذة Apple Pay. لم يُخصم أي مبلغ.",
    howTo: "طريقة استخدام Apple Pay",
    close: "إغلاق",
    cancel: "الغاء",
    checking: /قيد التحقق|نتحقق/,
    waiting: "يرجى الانتظار",
  },
  en: {
    button: "Pay with Apple Pay",
    paid: /processed|Paid Successfully/,
    declined: /declined/,
    closed: "Apple Pay was closed. Nothing was charged.",
    howTo: "How to use Apple Pay",
    close: "Close",
    cancel: "Cancel",
    checking: /being checked/,
    waiting: "Please wait while processing payment",
  },
} as const;

const invoice = { allowedMethods: ["applepay", "creditcard"] };
const button = (page: Page, language: Language) => page.getByRole("button", { name: words[language].button });
const device = (page: Page, options: ApplePayDeviceOptions = {}) =>
  page.addInitScript(installApplePaySession, options);
const log = (page: Page) => page.evaluate(() => window.applePayDevice.log);

async function sheetIsOpen(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.applePayDevice.isOpen())).toBe(true);
}

async function captures(simulatorUrl: string, order: string): Promise<string[]> {
  const response = await fetch(`${simulatorUrl}/_control/ledger?orderId=${order}`);
  const { entries } = (await response.json()) as { entries: { kind: string; amount: string }[] };
  return entries.filter(({ kind }) => kind === "capture").map(({ amount }) => amount);
}

/** Lets two seconds pass on the page; it asks for the status of the payment, and is answered. */
async function askedAfterTwoSeconds(page: Page): Promise<void> {
  const answered = page.waitForResponse("**/rest/pay/checkPaymentStatus");
  await page.clock.runFor(2_000);
  await (await answered).finished();
}

for (const language of languages) {
  test(`an invoice is paid by the sheet, which asks for what Spec 9 says (${language})`, async ({
    page,
    demo,
    issue,
  }) => {
    const watched = watchConsole(page);
    await device(page);
    const order = await issue(invoice);
    await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=${language}`);
    await expect(button(page, language)).toBeVisible();
    await keepPicture(page, `info-applepay-${language}`);
    await button(page, language).click();
    await sheetIsOpen(page);
    await page.evaluate(() => window.applePayDevice.approve());
    await page.waitForURL(/\/pay\/displayPayment/);
    await expect(seen(page, words[language].paid)).toBeVisible();
    expect(await captures(demo.simulatorUrl, order)).toEqual(["115.00"]);
    expect(watched.problems).toEqual([]);
  });

  test(`a declined card closes the sheet as a failure and shows why, then another one pays (${language})`, async ({
    page,
    demo,
    issue,
  }) => {
    await device(page);
    const order = await issue(invoice);
    await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=${language}`);
    await button(page, language).click();
    await sheetIsOpen(page);
    await page.evaluate(() => window.applePayDevice.approve({ expiry: "05/39" }));
    await expect(page.getByRole("alert").filter({ hasText: words[language].declined })).toBeVisible();
    expect(await log(page)).toContainEqual({ completed: 1 });
    expect(await captures(demo.simulatorUrl, order)).toEqual([]);
    await button(page, language).click();
    await sheetIsOpen(page);
    await page.evaluate(() => window.applePayDevice.approve());
    await page.waitForURL(/\/pay\/displayPayment/);
    await expect(seen(page, words[language].paid)).toBeVisible();
  });

  test(`other devices get a window about how to use it (${language})`, async ({ page, demo, issue }) => {
    const order = await issue(invoice);
    await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=${language}`);
    await expect(page.locator(".apple-pay-button, .wallet-place:visible")).toHaveCount(0);
    const link = page.getByRole("button", { name: words[language].howTo });
    await link.click();
    const dialog = page.getByRole("dialog", { name: words[language].howTo });
    await expect(dialog).toBeVisible();
    await keepPicture(page, `applepay-how-to-${language}`);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: words[language].close }).click();
    await expect(dialog).toBeHidden();
    await expect(link).toBeFocused();
  });

  test(`U60: the page of its own shows what is paid, waits for a tap, and continues after three seconds (${language})`, async ({
    page,
    demo,
    issue,
  }) => {
    const watched = watchConsole(page);
    await device(page);
    const order = await issue(invoice);
    await page.goto(`${demo.baseUrl}/pay/applePay/${order}?lang=${language}`);
    await expect(page.getByText("115.00")).toBeVisible();
    await expectAccessible(page);
    await keepPicture(page, `applepay-page-${language}`);
    // The page presses automatically; without a gesture the device refuses, and nothing is shown of it.
    await expect.poll(() => page.evaluate(() => window.applePayDevice.refusals())).toBe(1);
    expect(await log(page)).toEqual([]);
    await expect(page.getByRole("alert")).toHaveText("");
    await button(page, language).click();
    await sheetIsOpen(page);
    await page.evaluate(() => window.applePayDevice.approve());
    await expect(page.getByRole("dialog")).toContainText(words[language].waiting);
    const approvedAt = Date.now();
    await page.waitForURL(/\/pay\/displayPayment\?.*displayOnly=true/);
    expect(Date.now() - approvedAt).toBeGreaterThan(2_900);
    await expect(seen(page, words[language].paid)).toBeVisible();
    expect(await captures(demo.simulatorUrl, order)).toEqual(["115.00"]);
    expect(watched.problems).toEqual([]);
  });
}

test("U62: the sheet is asked in the highest version, for the networks, the capability and the total", async ({
  page,
  demo,
  issue,
}) => {
  await device(page);
  const order = await issue(invoice);
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await button(page, "en").click();
  await sheetIsOpen(page);
  expect(await log(page)).toEqual([
    {
      made: 6,
      request: {
        countryCode: "SA",
        currencyCode: "SAR",
        supportedNetworks: ["masterCard", "visa", "mada"],
        merchantCapabilities: ["supports3DS"],
        total: { label: "متجر النخيل", amount: "115.00" },
      },
    },
    { validated: true },
  ]);
});

test("an old device is asked in its own version, without the networks that it does not know", async ({
  page,
  demo,
  issue,
}) => {
  await device(page, { version: 2 });
  const order = await issue(invoice);
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await button(page, "en").click();
  await sheetIsOpen(page);
  await page.evaluate(() => window.applePayDevice.approve());
  await page.waitForURL(/\/pay\/displayPayment/);
});

test("a buyer who closes the sheet sees that nothing was charged", async ({ page, demo, issue }) => {
  await device(page);
  const order = await issue(invoice);
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await button(page, "en").click();
  await sheetIsOpen(page);
  await page.evaluate(() => window.applePayDevice.dismiss());
  await expect(page.getByRole("alert").filter({ hasText: words.en.closed })).toBeVisible();
  expect(await captures(demo.simulatorUrl, order)).toEqual([]);
});

test("a device that names another server than Apple's gets no session", async ({ page, demo, issue }) => {
  await device(page, { validationURL: "https://apple-pay-gateway.apple.com.evil.example/" });
  const order = await issue(invoice);
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await button(page, "en").click();
  await expect(page.getByRole("alert").filter({ hasText: "not allowed" })).toBeVisible();
  expect(await log(page)).toContain("aborted");
});

test("the terms of sale come before the sheet", async ({ page, demo, issue }) => {
  await device(page);
  const order = await issue({
    ...invoice,
    agreement: { title: "Terms", text: "Delivered within three days." },
  });
  for (const address of [`/pay/info/${order}`, `/pay/applePay/${order}`]) {
    await page.goto(`${demo.baseUrl}${address}?lang=en`);
    await expect(button(page, "en")).toHaveAttribute("aria-disabled", "true");
    // A locked button can be pressed all the same: it says what is missing.
    await pressLocked(button(page, "en"));
    expect(await log(page)).toEqual([]);
    await expect(page.locator("#agreement")).toBeFocused();
  }
  await page.locator("#agreement").check();
  await button(page, "en").click();
  await sheetIsOpen(page);
  await page.evaluate(() => window.applePayDevice.approve());
  await page.waitForURL(/\/pay\/displayPayment/);
  await expect(seen(page, words.en.paid)).toBeVisible();
});

test("U63: twenty seconds without an answer close the sheet as a success, and the page finds what was paid", async ({
  page,
  demo,
  issue,
}) => {
  await device(page);
  await page.clock.install();
  const order = await issue(invoice);
  // The server does its work; its answer never arrives.
  let isDone = false;
  await page.route("**/rest/pay/apple/processPayment", async (route) => {
    await route.fetch();
    isDone = true;
  });
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await button(page, "en").click();
  await page.clock.runFor(100);
  await sheetIsOpen(page);
  await page.evaluate(() => window.applePayDevice.approve());
  await expect.poll(() => isDone).toBe(true);
  await page.clock.runFor(20_100);
  await expect.poll(() => log(page)).toContainEqual({ completed: 0 });
  await expect(page.getByRole("dialog")).toContainText(words.en.waiting);
  await askedAfterTwoSeconds(page);
  // Once it is known, the result stands for three seconds.
  await page.clock.runFor(2_900);
  expect(page.url()).toContain("/pay/info/");
  await page.clock.runFor(200);
  await page.waitForURL(/\/pay\/displayPayment/);
  const msg = new URL(page.url()).searchParams.get("msg") ?? "";
  expect(JSON.parse(Buffer.from(msg, "base64").toString("utf8")).mode).toBe("ApplePayTimeout");
  await expect(seen(page, words.en.paid)).toBeVisible();
  expect(await captures(demo.simulatorUrl, order)).toEqual(["115.00"]);
});

test("U63: when the outcome is unknown after that, the page says that the payment is being checked and offers no second one", async ({
  page,
  demo,
  issue,
}) => {
  await device(page);
  await page.clock.install();
  // The amount makes the bank silent, now and when it is asked again.
  const order = await issue({ ...invoice, ...amountOf("1077.70") });
  await page.route("**/rest/pay/apple/processPayment", async (route) => {
    await route.fetch();
  });
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await button(page, "en").click();
  await page.clock.runFor(100);
  await sheetIsOpen(page);
  await page.evaluate(() => window.applePayDevice.approve());
  await page.clock.runFor(20_100);
  await expect.poll(() => log(page)).toContainEqual({ completed: 0 });
  for (let check = 0; check < 5; check += 1) {
    expect(page.url()).toContain("/pay/info/");
    await askedAfterTwoSeconds(page);
  }
  await page.waitForURL(/\/pay\/displayPayment/);
  await expect(seen(page, words.en.checking)).toBeVisible();
  await expect(page.getByRole("link", { name: "Try Again" })).toBeHidden();
  await page.goto(`${demo.baseUrl}/pay/applePay/${order}?lang=en`);
  await expect(button(page, "en")).toHaveCount(0);
  expect(await captures(demo.simulatorUrl, order)).toEqual([]);
});

test("U60: a device that needs no press opens the sheet once, a second after the page has come", async ({
  page,
  demo,
  issue,
}) => {
  await device(page, { needsNoPress: true });
  await page.clock.install();
  const order = await issue(invoice);
  await page.goto(`${demo.baseUrl}/pay/applePay/${order}?lang=en`);
  await sheetIsOpen(page);
  await page.evaluate(() => window.applePayDevice.dismiss());
  await expect(page.getByRole("alert").filter({ hasText: words.en.closed })).toBeVisible();
  await page.clock.runFor(5_000);
  expect((await log(page)).filter((entry) => Object.hasOwn(Object(entry), "made"))).toHaveLength(1);
});

test("Cancel and the end of a payment lead to the shop where the order has a way there", async ({
  page,
  demo,
  issue,
}) => {
  await device(page);
  await page.route("https://shop.example/**", (route) => route.fulfill({ body: "the shop" }));
  const order = await issue({ ...invoice, callbackUrl: "https://shop.example/done" });
  const address = `${demo.baseUrl}/pay/applePay/${order}?lang=en`;
  await page.goto(address);
  await page.getByRole("link", { name: words.en.cancel }).click();
  await page.waitForURL("https://shop.example/done?orderNumber=*&status=CREATED&*");
  await page.goto(address);
  await button(page, "en").click();
  await sheetIsOpen(page);
  await page.evaluate(() => window.applePayDevice.approve());
  await page.waitForURL("https://shop.example/done?orderNumber=*&status=PAID&*");
  expect(await captures(demo.simulatorUrl, order)).toEqual(["115.00"]);
});

test("a decline on the page of its own is shown there, and another method is one press away (decision 0019)", async ({
  page,
  demo,
  issue,
}) => {
  await device(page);
  const order = await issue(invoice);
  await page.goto(`${demo.baseUrl}/pay/applePay/${order}?lang=en`);
  await button(page, "en").click();
  await sheetIsOpen(page);
  await page.evaluate(() => window.applePayDevice.approve({ expiry: "05/39" }));
  await expect(page.getByRole("alert").filter({ hasText: words.en.declined })).toBeVisible();
  await page.getByRole("link", { name: "Choose another payment method" }).click();
  await page.waitForURL(/\/pay\/info\//);
});

test("Cancel leads back to where the buyer came from", async ({ page, demo, issue }) => {
  const order = await issue(invoice);
  await page.goto(`${demo.baseUrl}/pay/order/${order}?lang=en`);
  // Before the page's script is there the link leads to the other methods.
  await page.goto(`${demo.baseUrl}/pay/applePay/${order}?lang=en`, { waitUntil: "networkidle" });
  await page.getByRole("link", { name: words.en.cancel }).click();
  await page.waitForURL(/\/pay\/order\//);
});

test("a buyer whom the order does not name is asked for by the sheet", async ({ page, demo, issue }) => {
  await device(page);
  const order = await issue({ ...invoice, client: undefined });
  await page.goto(`${demo.baseUrl}/pay/applePay/${order}?lang=en`);
  await button(page, "en").click();
  await sheetIsOpen(page);
  const [made] = await log(page);
  expect(Object(made).request.requiredShippingContactFields).toEqual(["name", "phone"]);
  await page.evaluate(() => window.applePayDevice.approve());
  await page.waitForURL(/\/pay\/displayPayment/);
  await expect(seen(page, words.en.paid)).toBeVisible();
});

test("orders that are unknown, paid, or not for Apple Pay show no button", async ({ page, demo, issue }) => {
  const missing = await page.goto(`${demo.baseUrl}/pay/applePay/7K3M9Q2XW4HTBZ6N?lang=en`);
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Order not found" })).toBeVisible();
  await page.goto(`${demo.baseUrl}/pay/applePay/${demo.orders["paid"]}?lang=en`);
  await expect(page.getByText("This invoice is already paid")).toBeVisible();
  await expect(button(page, "en")).toHaveCount(0);
  const cardOnly = await issue({ allowedMethods: ["creditcard"] });
  await page.goto(`${demo.baseUrl}/pay/applePay/${cardOnly}?lang=en`);
  await expect(page.getByRole("link", { name: "Choose another payment method" })).toBeVisible();
  await expect(button(page, "en")).toHaveCount(0);
});

test("a buyer who must confirm an e-mail address first is asked on the payment page", async ({
  page,
  demo,
  issue,
}) => {
  const line = { title: "كتاب", quantity: 1, unitPrice: "39.00", vatRate: "15", isDigital: true };
  const order = await issue({ ...invoice, lines: [line] });
  await page.goto(`${demo.baseUrl}/pay/applePay/${order}?lang=en`);
  expect(new URL(page.url()).pathname).toBe(`/pay/info/${order}`);
});
