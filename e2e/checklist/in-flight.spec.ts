/** From the press to the result (docs/ux-checklist.md, U81 to U90). */
import type { Page } from "@playwright/test";
import { editPayer, expect, expectAccessible, fillCard, keepPicture, test } from "../fixtures.ts";
import { amountOf, expectDecline, pay } from "../methods/buyer.ts";

const approved = "5123456789012346";
const challenged = "5123450000000008";
const openGateway = "**/rest/pay/openGateway";

async function openForm(page: Page, baseUrl: string, order: string): Promise<void> {
  await page.goto(`${baseUrl}/pay/info/${order}?lang=ar`);
}

const result = (baseUrl: string, message: object): string =>
  `${baseUrl}/pay/displayPayment?lang=ar&msg=${encodeURIComponent(Buffer.from(JSON.stringify(message)).toString("base64"))}`;

test("U81, U82: a press is answered at once and counts once; calm words come after 5, 15 and 60 seconds", async ({
  page,
  demo,
  issue,
}) => {
  await page.clock.install();
  let calls = 0;
  await page.route("**/rest/pay/prepareSession", () => {
    calls += 1;
  });
  await openForm(page, demo.baseUrl, await issue());
  await fillCard(page, { number: approved });
  const button = page.locator(".pay-button:visible");
  const width = (await button.boundingBox())?.width;
  await button.evaluate((element: HTMLButtonElement) => {
    for (let press = 0; press < 3; press += 1) element.click();
  });
  const waiting = page.locator(".processing");
  // The page's clock stands still: nothing but the press itself can have opened it.
  await expect(waiting).toBeVisible();
  await expect(button).toHaveAttribute("aria-busy", "true");
  expect((await button.boundingBox())?.width).toBe(width);
  await expect.poll(() => calls).toBe(1);
  const note = waiting.locator(".processing-note");
  await expect(note).toBeEmpty();
  for (const [ms, text] of [
    [5_100, "يستغرق البنك وقتًا أطول من المعتاد."],
    [10_000, "أبقِ هذه الصفحة مفتوحة ولا تدفع مرة أخرى."],
  ] as const) {
    await page.clock.runFor(ms);
    await expect(note).toHaveText(text);
  }
  expect(calls).toBe(1);
});

test("U82: after a minute the buyer may leave", async ({ page, demo, issue }) => {
  await page.clock.install();
  await page.route("**/rest/pay/stcpay/processPayment", () => undefined);
  await openForm(page, demo.baseUrl, await issue({ allowedMethods: ["stcpay"] }));
  await pay(page);
  await page.locator("#stcpayOtp").waitFor();
  await page.clock.runFor(1_000);
  await page.locator("#stcpayOtp").fill("123456");
  await pay(page);
  await expect(page.locator(".processing")).toBeVisible();
  await page.clock.runFor(60_100);
  await expect(page.locator(".processing-note")).toHaveText(/يمكنك إغلاق هذه الصفحة/);
});

test("U83, U84: Back from the bank keeps the form; coming back to its page asks the server, and what was not finished begins again", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue();
  await openForm(page, demo.baseUrl, order);
  await editPayer(page);
  await page.locator("#clientName").fill("سارة القحطاني");
  await fillCard(page, { number: challenged });
  await pay(page);
  await page.waitForURL(/get3DPage/);
  const bank = page.frameLocator("iframe").first();
  await expect(bank.locator('button[value="successful"]')).toBeVisible();
  // The whole window, on a phone.
  expect((await page.locator("iframe").first().boundingBox())?.width).toBe(page.viewportSize()?.width);
  await page.goBack();
  await expect(page.locator("#clientName")).toHaveValue("سارة القحطاني");
  await expect(page.locator(".pay-button:visible")).toBeEnabled();

  await page.goForward();
  await page.waitForURL(/\/pay\/(process3DSecure|displayPayment)/);
  const begun = page.locator('[data-panel="begun"]');
  await expect(begun.locator("h1")).toHaveText("جارٍ التحقق من عملية الدفع");
  await expectAccessible(page);
  await begun.getByRole("link", { name: "الدفع من جديد" }).click();
  await page.waitForURL(/\/pay\/info\//);
  await fillCard(page, { number: approved });
  await pay(page);
  await expect(page.locator('[data-panel="success"]')).toBeVisible();
});

test("U85, U86: the result is the server's; success says what, how much, when and its number, and takes the focus", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue();
  // Writing "paid" into the address does not make it so.
  await page.goto(result(demo.baseUrl, { orderNumber: order, statusCode: 200, msg: "تم الدفع" }));
  await expect(page.locator('[data-panel="unpaid"]')).toBeVisible();
  await expect(page.locator('[data-panel="success"]:visible')).toHaveCount(0);

  await openForm(page, demo.baseUrl, order);
  await fillCard(page, { number: challenged });
  await pay(page);
  await page.waitForURL(/get3DPage/);
  await page.frameLocator("iframe").first().locator('button[value="successful"]').click();
  const success = page.locator('[data-panel="success"]');
  await expect(success).toBeVisible();
  await expect(success.locator("h1")).toBeFocused();
  const summary = page.locator(".invoice-summary");
  for (const text of ["تمر سكري", "115.00", order]) await expect(summary).toContainText(text);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(summary.locator(".invoice-summary-total")).toBeInViewport({ ratio: 1 });
  const paidOn = summary.locator("[data-paid-on] time");
  const year = new Intl.DateTimeFormat("en", { year: "numeric", timeZone: "Asia/Riyadh" }).format(new Date());
  await expect(paidOn).toContainText(year);
  await expect(success.getByRole("link", { name: "عرض الفاتورة" })).toBeVisible();
  await expect(success.getByRole("link", { name: /الفاتورة الضريبية/ })).toBeVisible();
  await keepPicture(page, "checklist-success-ar");
  await page.reload();
  await expect(paidOn).toContainText(year);
  await expect(paidOn).toHaveAttribute("datetime", /^\d{4}-\d\d-\d\dT/);
});

test("U87: a decline names the reason and the next step, keeps the form and leaves other methods open", async ({
  page,
  demo,
  issue,
  books,
}) => {
  await openForm(page, demo.baseUrl, await issue({ allowedMethods: ["creditcard", "stcpay"] }));
  await fillCard(page, { number: approved, expiry: "05/39" });
  await pay(page);
  await expectDecline({ page, demo, language: "ar", books, issue }, "card_declined");
  await expect(page.locator("#clientName")).toHaveValue("نورة العتيبي");
  await expect(page.locator("#card-number")).not.toHaveValue("");
  await page.locator('label:has([value="stcpay"])').click();
  await expect(page.locator("#stcpayMobile")).toBeVisible();
  // Words about the card do not follow to another method.
  await expect(page.locator(".pay-message p")).toHaveCount(0);
});

test("U88, U89: every end of a payment has a page of its own, with its own colour and one way on", async ({
  page,
  demo,
  issue,
}) => {
  const { orders } = demo;
  const looks = new Map<string, string>();
  const look = async (name: string, panel: string): Promise<void> => {
    const element = page.locator(panel).filter({ visible: true });
    await expect(element).toHaveCount(1);
    looks.set(name, await element.evaluate((one) => getComputedStyle(one).backgroundColor));
    await expect(element.locator("svg").first()).toBeVisible();
    await expect(page.locator("main a:visible").first()).toBeVisible();
  };
  await page.goto(result(demo.baseUrl, { orderNumber: orders["paid"] }));
  await look("paid", ".result-panel");
  await page.goto(result(demo.baseUrl, { orderNumber: orders["pending"] }));
  await look("declined", ".result-panel");
  await page.goto(result(demo.baseUrl, { orderNumber: orders["refunded"] }));
  await look("refunded", ".result-panel");

  for (const name of ["paid", "cancelled", "refunded"]) {
    await page.goto(`${demo.baseUrl}/pay/info/${orders[name]}?lang=ar`);
    await expect(page.locator(`.banner-${name}`)).toBeVisible();
    await expect(page.locator("form.payment-form")).toHaveCount(0);
    await expect(page.locator(".banner a").last()).toBeVisible();
  }
  for (const path of [
    "/pay/order/0000000000000000",
    "/pay/error/expired-qr",
    "/pay/error/not-allowed-country",
    "/nowhere",
  ]) {
    await page.goto(`${demo.baseUrl}${path}?lang=ar`);
    await expect(page.locator(".notice-panel h1, main h1").first()).toBeVisible();
  }

  // Pending: the outcome is not known yet. The amount makes the bank silent, and a proxy gives the answer up.
  await page.route("**/rest/pay/checkPaymentStatus", (route) =>
    route.fulfill({ json: { statusCode: 202, msg: "" } }),
  );
  const order = await issue(amountOf("1077.70"));
  const isUnderWay = async (): Promise<boolean> => {
    const answer = await fetch(`${demo.baseUrl}/rest/pay/order/${order}`);
    return ((await answer.json()) as { isPaymentInProgress: boolean }).isPaymentInProgress;
  };
  await page.route(openGateway, async (route) => {
    void route.fetch().catch(() => undefined);
    await expect.poll(isUnderWay).toBe(true);
    await route.fulfill({ status: 504, body: "" });
  });
  await page.clock.install();
  await openForm(page, demo.baseUrl, order);
  await fillCard(page, { number: approved });
  await pay(page);
  await expect(async () => {
    await page.clock.runFor(2_000);
    await expect(page.locator('[data-panel="checking"]')).toBeVisible({ timeout: 100 });
  }).toPass();
  await look("pending", ".result-panel");
  await expect(page.locator(".result-panel:visible")).toContainText("لا تدفع مرة أخرى");
  await keepPicture(page, "checklist-pending-ar");
  // None can be taken for another: what was refunded is neither paid nor declined.
  expect(new Set(looks.values()).size).toBe(4);
});

test("U90: without a connection a banner says so, a press sends nothing, and a payment under way continues afterwards", async ({
  page,
  demo,
  issue,
  context,
}) => {
  const order = await issue();
  await openForm(page, demo.baseUrl, order);
  await fillCard(page, { number: approved });
  const banner = page.locator(".offline");
  await expect(banner).toBeHidden();
  await context.setOffline(true);
  await expect(banner).toHaveText("أنت غير متصل بالإنترنت. ستعمل الصفحة تلقائيًا عند عودة الاتصال.");
  await expect(banner).toBeInViewport({ ratio: 1 });
  await keepPicture(page, "checklist-offline-ar");
  await pay(page);
  const message = page.locator(".pay-message p");
  await expect(message).toHaveText(/لم تُرسل أي بيانات ولم يُخصم أي مبلغ/);
  await context.setOffline(false);
  await expect(banner).toBeHidden();
  await expect(message).toHaveCount(0);

  // The answer is lost with the connection: the page waits for it instead of leading to the browser's own error.
  await page.route(openGateway, async (route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort();
  });
  await page.locator("#card-securityCode").fill("100");
  await pay(page);
  await expect(banner).toBeVisible();
  await expect(page.locator(".processing")).toBeVisible();
  expect(page.url()).toContain("/pay/info/");
  await context.setOffline(false);
  await page.waitForURL(/\/pay\/displayPayment/);
  await expect(page.locator('[data-panel="success"]')).toBeVisible({ timeout: 20_000 });
  const ledger = await fetch(`${demo.simulatorUrl}/_control/ledger?orderId=${order}`);
  const { entries } = (await ledger.json()) as { entries: { kind: string }[] };
  expect(entries.filter(({ kind }) => kind === "capture")).toHaveLength(1);
});
