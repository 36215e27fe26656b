/** The console lives: what happens in the shop is on its screens without a reload, and what it cannot follow any more it says. */
import type { Page } from "@playwright/test";
import { demoCaller } from "#cli/demo-caller.ts";
import { type Demo, expect, expectAccessible, test, watchConsole } from "./fixtures.ts";

test.use({ isMobile: false, hasTouch: false, viewport: { width: 390, height: 844 } });

const line = { title: "تمر", quantity: 1, unitPrice: "100.00" };

async function signIn(page: Page, { person: { address, email, password } }: Demo, path: string) {
  await page.context().addCookies([{ name: "lang", value: "ar", url: address }]);
  await page.goto(`${address}/sign-in?next=${encodeURIComponent(path)}`);
  await page.locator("[name=name]").fill(email);
  await page.locator("[name=password]").fill(password);
  await page.locator("form button").first().click();
  await expect(page.locator("#main h1")).toBeVisible();
}

/** Resolves once one of the pages follows the shop. */
async function followed(pages: readonly Page[]): Promise<void> {
  const isStream = (url: string) => url.includes("/events/stream");
  await Promise.any(pages.map((page) => page.waitForResponse((answer) => isStream(answer.url()))));
}

test("a payment appears in the list, the open invoice and on home, in two tabs over one connection", async ({
  page,
  context,
  demo,
}) => {
  const { problems } = watchConsole(page);
  const caller = demoCaller(demo.baseUrl, demo.apiKey);
  const issue = async (name: string) => await caller.issue({ client: { name }, lines: [line] });
  const [first, second] = [await issue("سارة المطيري مباشر"), await issue("خالد الدوسري مباشر")];
  const streams: string[] = [];
  context.on("request", (request) => {
    const address = request.url();
    if (address.includes("/events/stream")) streams.push(address);
  });
  const opened = followed([page]);
  await signIn(page, demo, `/invoices/${first}`);
  await opened;
  const other = await context.newPage();
  await other.goto(`${demo.person.address}/invoices`);
  const row = other.locator("li.card").filter({ has: other.locator(`a[href="/invoices/${first}"]`) });
  await expect(row).toContainText("بانتظار الدفع");
  await caller.pay(first, {});
  await expect(page.locator(".invoice-head")).toContainText("مدفوعة");
  await expect(row).toContainText("مدفوعة");
  await expect(page.locator(`.live a[href="/invoices/${first}"]`)).toContainText("115.00");
  await expectAccessible(page);
  expect(streams).toHaveLength(1);

  await other.getByRole("link", { name: "الرئيسية" }).click();
  await expect(other.locator("#latest")).toBeVisible();
  const readAgain = other.waitForResponse((answer) => answer.url().endsWith("/api/v1/home"));
  await caller.pay(second, {});
  await readAgain;
  // In the document: a phone shows the newest alone, which may be a payment of another test.
  await expect(other.locator(`.live a[href="/invoices/${second}"]`)).toBeAttached();
  await page.close();
  // The tab that is left continues from where the other one was.
  const third = await issue("نوف الحربي مباشر");
  await caller.pay(third, {});
  await expect(other.locator(`.live a[href="/invoices/${third}"]`)).toBeAttached();
  expect(problems).toEqual([]);
});

test("a session that ends elsewhere is said at once, and after signing in the screen is followed again", async ({
  page,
  context,
  demo,
}) => {
  const caller = demoCaller(demo.baseUrl, demo.apiKey);
  const opened = followed([page]);
  await signIn(page, demo, "/payments");
  await opened;
  const other = await context.newPage();
  await other.goto(`${demo.person.address}/more`);
  await other.locator("#main").getByRole("button", { name: "تسجيل الخروج" }).click();
  await expect(other.locator("[name=password]")).toBeVisible();
  const orderNumber = await caller.issue({ client: { name: "لمى القحطاني مباشر" }, lines: [line] });
  // Payments of the shop that other tests pay meanwhile have notices of their own.
  const over = page.locator(".live-notice").filter({ hasText: "انتهت جلستك" });
  await expect(over).toBeVisible();
  const dialog = page.getByRole("dialog");
  // A list that is read just then has opened the dialog already, and nothing below it can be pressed.
  await expect(async () => {
    if (!(await dialog.isVisible()))
      await over.getByRole("button", { name: "تسجيل الدخول" }).click({ timeout: 1_000 });
    await expect(dialog).toBeVisible();
  }).toPass();
  await dialog.getByLabel("كلمة المرور").fill(demo.person.password);
  const again = followed([page]);
  await dialog.getByRole("button", { name: "تسجيل الدخول" }).click();
  await again;
  await expect(over).toHaveCount(0);
  await caller.pay(orderNumber, {});
  await expect(page.locator(`#main a[href="/invoices/${orderNumber}"]`).first()).toBeVisible();
});

test("what is typed into an open dialog stays while the invoice changes, and is not written over the change", async ({
  page,
  demo,
}) => {
  const caller = demoCaller(demo.baseUrl, demo.apiKey);
  const orderNumber = await caller.issue({ client: { name: "هند الشمري مباشر" }, lines: [line] });
  await signIn(page, demo, `/invoices/${orderNumber}`);
  await page.getByRole("button", { name: "تعديل" }).click();
  const note = page.getByRole("dialog").getByLabel("ملاحظة");
  await note.fill("الاستلام من الفرع");
  const elsewhere = await fetch(`${demo.baseUrl}/api/v1/invoices/${orderNumber}`, {
    method: "PATCH",
    headers: {
      authorization: `Bearer ${demo.apiKey}`,
      "content-type": "application/json",
      "if-match": "*",
    },
    body: JSON.stringify({ note: "التوصيل مساءً" }),
  });
  expect(elsewhere.status).toBe(200);
  // The screen behind has read the change: what the dialog has read would have been read by now, too.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(page.locator(".invoice-note")).toContainText("التوصيل مساءً");
  await expect(note).toHaveValue("الاستلام من الفرع");
  const save = page.getByRole("dialog").getByRole("button", { name: "حفظ" });
  await save.click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("تغيّرت بعد أن فتحتها");
  await expect(note).toHaveValue("الاستلام من الفرع");
  await page.getByRole("dialog").getByRole("button", { name: "إغلاق" }).click();
  await page.getByRole("button", { name: "تعديل" }).click();
  await note.fill("الاستلام من الفرع");
  await save.click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator(".invoice-note")).toContainText("الاستلام من الفرع");
});
