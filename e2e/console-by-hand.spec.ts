/** An invoice that was paid without a provider: recorded, and given back, by the shop's own word. */
import type { Page } from "@playwright/test";
import { demoCaller } from "#cli/demo-caller.ts";
import { expect, expectAccessible, test, watchConsole } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

const storage = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));

const card = "4111 1111 1111 1111";

test.use({
  viewport: { width: 390, height: 844 },
  isMobile: false,
  hasTouch: false,
  colorScheme: "dark",
});

test("cash is recorded, what was typed of it comes back after a reload to who typed it alone, and half of it is given back by hand", async ({
  page,
  ownShop: { owner, manager },
}) => {
  const { problems } = watchConsole(page);
  const caller = demoCaller(owner.baseUrl, owner.apiKey);
  const orderNumber = await caller.issue({ lines: [{ title: "تمر", quantity: 1, unitPrice: "100.00" }] });
  await openConsole(page, owner, { language: "ar", path: `/invoices/${orderNumber}` });
  const acts = page.locator(".invoice-acts");
  const dialog = page.getByRole("dialog");
  const open = () => acts.getByRole("button", { name: "دُفعت خارج المنصة" }).click();
  await open();
  await dialog.getByLabel("جهاز نقاط البيع").check();
  await dialog.getByLabel("المرجع").fill("00481");
  await dialog.getByLabel("ملاحظة").fill("عن نورة");
  await page.reload();
  await open();
  await expect(dialog.getByRole("status")).toContainText("لم يُحفظ بعد");
  await expect(dialog.getByLabel("جهاز نقاط البيع")).toBeChecked();
  await expect(dialog.getByLabel("المرجع")).toHaveValue("00481");
  await expect(dialog.getByLabel("ملاحظة")).toHaveValue("عن نورة");
  expect(await storage(page), "a note may name somebody").not.toMatch(/نورة/);
  await expectAccessible(page);
  // The session ends, and a colleague signs in where the owner has typed.
  await page.context().clearCookies();
  await openConsole(page, manager, { language: "ar", path: `/invoices/${orderNumber}` });
  await open();
  await expect(dialog.getByLabel("المرجع")).toHaveValue("00481");
  await expect.poll(() => storage(page)).not.toContain("sealed");
  await expect(dialog.getByLabel("ملاحظة")).toHaveValue("");
  await dialog.getByLabel("ملاحظة").fill(`بطاقة ${card}`);
  await dialog.getByRole("button", { name: "تسجيل الدفع" }).click();
  await expect(dialog.getByLabel("ملاحظة")).toHaveAccessibleDescription(/لا يُكتب رقم بطاقة هنا/);
  await expect(dialog.getByLabel("المرجع")).not.toHaveAttribute("aria-invalid");
  await expectAccessible(page);
  await dialog.getByLabel("ملاحظة").fill("");
  await dialog.getByRole("button", { name: "تسجيل الدفع" }).click();
  await expect(page.locator(".invoice-head")).toContainText("مدفوعة");
  expect(await storage(page)).not.toContain("00481");

  await acts.getByRole("button", { name: "استرداد" }).click();
  await expect(dialog).toContainText("أعد المبلغ بنفسك");
  await dialog.getByRole("button", { name: "النصف" }).click();
  await expectInside(page);
  await expectAccessible(page);
  await dialog.getByLabel("السبب").fill(card);
  await dialog.getByRole("button", { name: "تسجيل الاسترداد" }).click();
  await expect(dialog.getByLabel("السبب")).toHaveAccessibleDescription(/لا يُكتب رقم بطاقة هنا/);
  await dialog.getByLabel("السبب").fill("");
  await dialog.getByRole("button", { name: "تسجيل الاسترداد" }).click();
  await expect(page.locator(".invoice-head")).toContainText("مستردة جزئيًا");
  expect(problems).toEqual([]);
});
