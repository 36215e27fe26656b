/** What is typed into a new invoice is on the server before it is sent: left, found again, issued once. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, watchConsole } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

test.use({ isMobile: false, hasTouch: false, viewport: { width: 390, height: 844 } });

const more = (page: Page) => page.getByText("الاسم والتفاصيل");
const kept = (page: Page) => page.getByText("محفوظ كمسودة");
const send = (page: Page) => page.getByRole("button", { name: "إرسال", exact: true });

test("a form that is left continues where it was, and its draft ends with the invoice", async ({
  page,
  demo,
}) => {
  const { problems } = watchConsole(page);
  const name = `مسودة ${randomUUID().slice(0, 8)}`;
  await openConsole(page, demo, { language: "ar", path: "/invoices/new" });
  await page.getByLabel("المبلغ بالريال").fill("٧٧٫٥٠");
  await more(page).click();
  await page.getByLabel("الاسم", { exact: true }).fill(name);
  await page.getByRole("button", { name: "إضافة بند" }).click();
  await page.getByRole("group", { name: "البند 2" }).getByLabel("السعر").fill("10");
  // Left at once, by the bar: nothing waits for the pause after the last key.
  await page.getByRole("link", { name: "الفواتير", exact: true }).click();
  await page.getByRole("link", { name: "فاتورة جديدة" }).first().click();
  await expect(page.getByLabel("المبلغ بالريال")).toHaveValue("");
  await page.getByRole("link", { name: "المسودات" }).click();
  const card = page.locator("li.card").filter({ hasText: name });
  await expect(card).toContainText("77.50");
  await expectInside(page);
  await expectAccessible(page);

  // Thrown away, and back.
  await card.getByRole("button", { name: "حذف" }).click();
  await expect(card).toHaveCount(0);
  await page.getByRole("button", { name: "تراجع" }).click();
  await expect(card).toHaveCount(1);
  await card.getByRole("link").click();
  await expect(page.getByLabel("المبلغ بالريال")).toHaveValue("٧٧٫٥٠");
  await expect(page.getByRole("group", { name: "البند 2" }).getByLabel("السعر")).toHaveValue("10");
  const address = page.url();
  expect(address).toContain("draft=");
  expect(decodeURIComponent(address)).not.toContain(name);

  // Another tab has it open, and is behind from the first change here.
  const other = await page.context().newPage();
  await other.goto(address);
  await expect(other.getByLabel("المبلغ بالريال")).toHaveValue("٧٧٫٥٠");
  const saving = page.waitForResponse((reply) => reply.request().method() === "PUT");
  await page.getByLabel("المبلغ بالريال").fill("80");
  expect((await saving).status()).toBe(200);
  await page.reload();
  await expect(page.getByLabel("المبلغ بالريال")).toHaveValue("80");
  await other.getByLabel("المبلغ بالريال").fill("1");
  await expect(other.getByText("تغيّرت بعد أن فتحتها هنا")).toBeVisible();
  await other.close();
  await send(page).click();
  await expect(page.getByRole("heading", { name: "الفاتورة جاهزة" })).toBeVisible();
  await expect(page.locator(".sent-sum")).toContainText("90.00");
  await page.goto(address);
  await expect(page.getByText("صدرت هذه المسودة أو حُذفت")).toBeVisible();
  await page.getByRole("link", { name: "فاتورة جديدة" }).last().click();
  await expect(page.getByLabel("المبلغ بالريال")).toHaveValue("");
  expect(problems).toEqual([]);
});

test("an answer that is lost issues nothing twice, whatever is changed before the next press", async ({
  page,
  demo,
}) => {
  await openConsole(page, demo, { language: "ar", path: "/invoices/new" });
  await page.getByLabel("المبلغ بالريال").fill("64");
  await page.getByLabel("جوال العميل").fill("0551234567");
  await expect(kept(page)).toBeVisible();
  const draft = new URL(page.url()).searchParams.get("draft") ?? "";
  await page.route("**/issue", async (route) => {
    const request = route.request();
    const response = await fetch(`${demo.baseUrl}/api/v1/invoice-drafts/${draft}/issue`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${demo.apiKey}`,
        "content-type": "application/json",
        "idempotency-key": (await request.headerValue("idempotency-key")) ?? "",
      },
      body: "{}",
    });
    expect(response.status).toBe(201);
    await route.abort("connectionreset");
  });
  await send(page).click();
  await expect(page.getByText("لم يصل رد من الخادم")).toBeVisible();
  await page.unroute("**/issue");
  await page.getByLabel("المبلغ بالريال").fill("65");
  await expect(page.getByText("صدرت هذه المسودة أو حُذفت")).toBeVisible();
  await page.getByLabel("المبلغ بالريال").fill("64");
  await page.reload();
  await expect(page.getByText("صدرت هذه المسودة أو حُذفت")).toBeVisible();
});
