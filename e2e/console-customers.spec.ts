/** Customers in the console: corrected, joined after a look at both, and their account with its file. */
import { demoCaller } from "#cli/demo-caller.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

const texts = {
  ar: {
    edit: "تعديل",
    name: "الاسم",
    mobile: "رقم الجوال",
    save: "حفظ",
    merge: "دمج سجل مكرر",
    now: "دمج",
    statement: "كشف حساب",
    closing: "الرصيد الختامي",
    wrong: /رقم الجوال غير صحيح/,
  },
  en: {
    edit: "Edit",
    name: "Name",
    mobile: "Mobile",
    save: "Save",
    merge: "Merge duplicate",
    now: "Merge",
    statement: "Statement",
    closing: "Closing balance",
    wrong: /Not a mobile/,
  },
} as const;

for (const { language, viewport, colorScheme } of [
  { language: "ar", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
  { language: "en", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
] as const) {
  const t = texts[language];
  test.describe(language, () => {
    test.use({ viewport, isMobile: false, hasTouch: false, colorScheme });

    test(`a customer is corrected, its duplicate merged, and its account adds up (${language})`, async ({
      page,
      demo,
    }) => {
      const name = `Merged ${language} ${Date.now()}`;
      const caller = demoCaller(demo.baseUrl, demo.apiKey);
      const line = (unitPrice: string) => [{ title: "تمر", quantity: 1, unitPrice }];
      await caller.issue({ client: { name, mobile: "0551239001" }, lines: line("100.00") });
      await caller.issue({ client: { name, mobile: "0551239002" }, lines: line("40.00") });
      await openConsole(page, demo, { language, path: "/customers" });
      await page.getByRole("searchbox").fill(name);
      const found = page.locator(".card", { hasText: name });
      await expect(found).toHaveCount(2);
      await found.filter({ hasText: "+966551239001" }).getByRole("link").click();

      await page.getByRole("button", { name: t.edit, exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(t.name, { exact: true }).fill(`${name} corrected`);
      await dialog.getByLabel(t.mobile).fill("12");
      await dialog.getByRole("button", { name: t.save }).click();
      await expect(dialog.getByText(t.wrong)).toBeVisible();
      await dialog.getByLabel(t.mobile).fill("0551239003");
      await page.reload();
      await page.getByRole("button", { name: t.edit, exact: true }).click();
      await expect(dialog.getByLabel(t.name, { exact: true })).toHaveValue(`${name} corrected`);
      await expect(dialog.getByLabel(t.mobile)).toHaveValue("0551239003");
      await expectAccessible(page);
      await dialog.getByRole("button", { name: t.save }).click();
      await expect(page.getByRole("heading", { name: `${name} corrected` })).toBeVisible();
      await expect(page.locator(".panel")).toContainText("+966551239003");

      await page.getByRole("button", { name: t.merge }).click();
      await dialog.getByRole("searchbox").fill(name);
      await dialog.locator(".card", { hasText: "+966551239002" }).getByRole("button").click();
      await expect(dialog.getByRole("radio")).toHaveCount(2);
      await expectAccessible(page);
      await dialog.getByRole("button", { name: t.now, exact: true }).click();
      await expect(dialog).toBeHidden();
      // Both invoices, each with the name that it was issued to.
      await expect(page.locator(".screen", { hasText: "corrected" }).locator(".amount")).toHaveCount(2);

      await page.getByRole("link", { name: t.statement }).click();
      const sum = page.locator(".panel-sum .fact", { hasText: t.closing });
      // VAT of 15 % on both.
      await expect(sum).toContainText("161.00");
      await expectAccessible(page);
      await expectInside(page);
      const loading = page.waitForEvent("download");
      await page.getByRole("button", { name: "CSV", exact: true }).click();
      expect((await loading).suggestedFilename()).toMatch(/\.csv$/);
    });
  });
}
