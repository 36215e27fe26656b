/** A test world beside real money: a `live` installation, started as its operator does. */
import type { Page } from "@playwright/test";
import type { MethodId } from "#methods/catalog.ts";
import { payableInvoice } from "#methods/payable-amount.ts";
import { installApplePaySession } from "#test/browser/apple-pay-session.ts";
import { listName } from "#test/list-names.ts";
import { test as base, expect, expectAccessible, googleButton, keepPicture, seen } from "./fixtures.ts";
import { type LiveSystem, startLiveSystem } from "./live-system.ts";
import { pressInSheet } from "./methods/google-pay-sheet.ts";

const test = base.extend<object, { readonly system: LiveSystem }>({
  system: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's parameters
    async ({}, use) => {
      const system = await startLiveSystem();
      await use(system);
      await system.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test.describe.configure({ mode: "default" });
// The certificate of this machine's proxies.
test.use({ ignoreHTTPSErrors: true });

const marks = { ar: "وضع الاختبار: لا يُدفع مال حقيقي.", en: "Test mode: no real money is paid." } as const;
/** Of no bank and no list: what a person's own card would be. */
const realCard = "4242424242424242";
const testCard = "5123450000000008";

async function issue(system: LiveSystem, world: "live" | "test", invoice: object = {}): Promise<string> {
  const { status, body } = await system.call(system.keys[world], "POST", "/invoices", {
    client: { name: "Noura Alotaibi", mobile: "0551234567", countryCode: "SA" },
    ...payableInvoice,
    ...invoice,
  });
  expect(status).toBe(201);
  return String(body["orderNumber"]);
}

const field = (page: Page, place: string) =>
  page.locator(`[data-place="${place}"] iframe`).contentFrame().locator("#field");

async function typeCard(page: Page, number: string): Promise<void> {
  await expect(page.locator('[data-status="ready"]')).toBeVisible();
  const typed = { number, expiryMonth: "01", expiryYear: "39", securityCode: "100", nameOnCard: "NOURA" };
  for (const [place, text] of Object.entries(typed)) await field(page, place).fill(text);
}

const pay = (page: Page) => page.locator(".pay-button:visible").click();

async function expectPaid(page: Page, system: LiveSystem, order: string): Promise<void> {
  await page.waitForURL(/\/pay\/(displayPayment|process3DSecure)/);
  await expect(seen(page, /اكتملت عملية دفع|تم الدفع بنجاح|processed|Paid Successfully/)).toBeVisible();
  await expectBooked(system, order);
}

async function expectBooked(system: LiveSystem, order: string): Promise<void> {
  const { body } = await system.call(system.keys.test, "GET", `/invoices/${order}`);
  expect([body["status"], body["livemode"]]).toEqual(["PAID", false]);
}

test("the gateway's fields refuse a real card at a test invoice before it leaves the browser, and take a test card", async ({
  page,
  system,
  language,
}) => {
  const order = await issue(system, "test");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await page.goto(`${system.pagesUrl}/pay/info/${order}?lang=${language}`);
  await expect(seen(page, marks[language])).toBeVisible();
  await typeCard(page, realCard);
  await pay(page);
  const error = page.locator("#card-number-test");
  await expect(error).toContainText(language === "ar" ? "هذه فاتورة اختبار" : "This is a test invoice");
  await expectAccessible(page);
  await keepPicture(page, `test-world-hosted-${language}`);
  expect(sent.filter((request) => request.includes(realCard))).toEqual([]);
  expect(sent.filter((request) => /\/fields /.test(request))).toEqual([]);
  await typeCard(page, testCard);
  await pay(page);
  await page.waitForURL(/get3DPage/);
  await expect(error).toHaveCount(0);
  await page.frameLocator("iframe").first().locator('button[value="successful"]').click();
  await expectPaid(page, system, order);
  await expect(seen(page, marks[language])).toBeVisible();
});

type Way = {
  /** What the buyer's device has that this browser has not, put there before the page opens. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** On our page and at the simulator, once the method's panel is open. */
  readonly pay: (page: Page, system: LiveSystem, order: string) => Promise<void>;
};

/** How a buyer pays by each method but cards. */
const ways: Readonly<Record<Exclude<MethodId, "card" | "amex">, Way>> = {
  stcpay: { pay: async (page) => await payByCode(page, "stcpay") },
  urpay: { pay: async (page) => await payByCode(page, "urpay") },
  tamara: {
    pay: async (page) => {
      await page.locator("#tamaraMobile").fill("0544337866");
      await page.locator("#tamaraEmail").fill("noura@example.com");
      await page.locator("#tamaraCity").fill("الرياض");
      await page.locator("#tamaraLine1").fill("طريق الملك فهد");
      await approve(page);
    },
  },
  tabby: {
    pay: async (page) => {
      await page.locator("#tabbyMobile").fill("0500000001");
      await page.locator("#tabbyEmail").fill("otp.success@tabby.ai");
      await approve(page);
    },
  },
  sadad: {
    pay: async (page, system, order) => {
      await page.locator("#sadadNationalId").fill("1000000008");
      await payAtBank(page, `${system.simulatorUrl}/moyasar/bank?order=${order}`);
    },
  },
  a2a: {
    pay: async (page, system, order) => {
      await page.locator("#a2aEmail").fill("noura@example.com");
      await payAtBank(page, `${system.simulatorUrl}/viban/bank?order=${order}`);
    },
  },
  applepay: {
    before: async (page) => await page.addInitScript(installApplePaySession, {}),
    pay: async (page) => {
      await page.getByRole("button", { name: "Apple Pay" }).click();
      await expect.poll(() => page.evaluate(() => window.applePayDevice.isOpen())).toBe(true);
      await page.evaluate(() => window.applePayDevice.approve());
    },
  },
  googlepay: {
    pay: async (page) => {
      const opened = page.waitForEvent("popup");
      await googleButton(page).click();
      await pressInSheet((await opened).getByRole("button").first());
    },
  },
};

async function payByCode(page: Page, wallet: string): Promise<void> {
  await pay(page);
  await expect(page.locator(`#${wallet}Otp`)).toBeFocused();
  await page.locator(`#${wallet}Otp`).fill("123456");
  await pay(page);
}

async function approve(page: Page): Promise<void> {
  await pay(page);
  await page.waitForURL(/\/checkout/);
  await page.locator('button[value="approve"]').click();
}

/** Strangers read this page: it shows what was tried with the order whose number is given, and nothing else. */
async function payAtBank(page: Page, address: string): Promise<void> {
  await pay(page);
  await expect(page.locator(".reference h2")).toBeFocused();
  const bank = await page.context().newPage();
  await bank.goto(address.replace(/\?.*/, ""));
  await expect(bank.locator("h1")).toBeVisible();
  await expect(bank.locator("table")).toHaveCount(0);
  await bank.goto(address);
  await bank.locator('button[value="pay"]').click();
  // A tab that is closed while it takes up its next page may never say that it is.
  await expect(bank.locator('button[value="pay"]')).toHaveCount(0);
  await bank.close();
  await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
}

for (const [method, way] of Object.entries(ways))
  test(`${method} pays a test invoice at the simulator, and each page of it is marked`, async ({
    page,
    system,
    language,
  }) => {
    await way.before?.(page);
    const order = await issue(system, "test", {
      allowedMethods: [listName(method as MethodId), "creditcard"],
    });
    await page.goto(`${system.pagesUrl}/pay/info/${order}?lang=${language}`);
    await expect(seen(page, marks[language])).toBeVisible();
    const tile = page.locator(`input[name="method"][value="${method}"]`);
    if ((await tile.count()) > 0) await tile.check();
    await way.pay(page, system, order);
    await expectPaid(page, system, order);
    await expect(seen(page, marks[language])).toBeVisible();
    for (const path of [`/pay/order/${order}`, `/pay/print/${order}`]) {
      await page.goto(`${system.pagesUrl}${path}?lang=${language}`);
      await expect(page.getByText(marks[language]).first()).toBeAttached();
      await page.emulateMedia({ media: "print" });
      await expect(seen(page, marks[language])).toBeVisible();
      await page.emulateMedia({ media: null });
    }
    expect(system.asked.gateway).toEqual([]);
  });

test("a live invoice of the same shop asks its own gateway, never a simulator, and has no mark", async ({
  page,
  system,
  language,
}) => {
  const order = await issue(system, "live");
  const before = system.asked.simulators.length;
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  await page.goto(`${system.pagesUrl}/pay/info/${order}?lang=${language}`);
  await expect(page.locator("[data-status=failed]")).toBeVisible();
  await expect(page.getByText(marks[language])).toHaveCount(0);
  await expect(page.locator("#test-cards-only")).toHaveCount(0);
  expect(sent.filter((address) => address.startsWith(system.simulatorUrl))).toEqual([]);
  expect(system.asked.simulators.slice(before)).toEqual([]);
});
