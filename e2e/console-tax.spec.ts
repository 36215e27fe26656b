/** The units of e-invoicing on their screen: connected by a code of the portal, with what was rejected and its next step. */
import type { Page } from "@playwright/test";
import { demoCaller } from "#cli/demo-caller.ts";
import { expect, expectAccessible, test, watchConsole } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

test.use({ viewport: { width: 390, height: 844 }, isMobile: false, hasTouch: false });

async function expectGood(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectInside(page);
    await expectAccessible(page);
  }
}

test("an owner connects the shop to the tax authority by a code, a wrong one is said at its field, and what is rejected is corrected by one press", async ({
  page,
  demo,
  ownShop: { owner },
}) => {
  test.slow();
  const { problems } = watchConsole(page);
  await openConsole(page, owner, { language: "ar", path: "/shop/tax" });
  await expect(page.getByRole("heading", { name: "المرحلة الأولى: فواتير ضريبية بلا ختم" })).toBeVisible();
  await page.getByRole("button", { name: "الربط مع الهيئة" }).click();
  const dialog = page.getByRole("dialog");
  const code = dialog.locator("[name=otp]");
  await code.fill("١٢٣");
  await dialog.locator("[type=submit]").click();
  await expect(dialog.getByText("الرمز من ستة أرقام")).toBeVisible();
  await code.fill("111111");
  await dialog.locator("[type=submit]").click();
  await expect(dialog.getByText("رفضت الهيئة هذا الرمز")).toBeVisible();
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await code.fill("١٢٣٣٤٥");
  await dialog.locator("[type=submit]").click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "المرحلة الثانية: فواتير ضريبية مختومة" })).toBeVisible();
  await expect(page.getByText("تختم وترسل")).toBeVisible();
  const allTaken = page.getByText("قبلت الهيئة كل المستندات.");
  await expect(allTaken).toBeVisible();
  await expectGood(page);

  const fault = { simulator: "fatoora", operation: "REPORT", fault: "reject", times: 1 };
  const set = await fetch(`${demo.simulatorUrl}/_control/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fault),
  });
  expect(set.status, await set.text()).toBeLessThan(300);
  const caller = demoCaller(owner.baseUrl, owner.apiKey);
  const line = { title: "تمر", quantity: 1, unitPrice: "100.00" };
  await caller.pay(await caller.issue({ client: { name: "نورة" }, lines: [line] }), {});
  const correct = page.getByRole("button", { name: "إصدار مستند مصحح" });
  await expect(async () => {
    await page.reload();
    await expect(correct).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expectGood(page);
  await correct.click();
  await expect(allTaken).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${owner.person.address}/shop/tax?lang=en`);
  await expect(page.getByText("The tax authority has accepted everything.")).toBeVisible();
  await expectGood(page);
  expect(problems).toEqual([]);
});

test("a manager finds the units, and connecting the shop is for its owner", async ({
  page,
  ownShop: { manager },
}) => {
  await openConsole(page, manager, { language: "en", path: "/more" });
  await page.locator("#main").getByRole("link", { name: "Settings" }).click();
  await expect(page.getByText("are changed by its owner")).toBeVisible();
  await page.getByRole("link", { name: "E-invoicing" }).click();
  await expect(page.getByRole("heading", { name: "Phase 1: tax invoices without stamps" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Connect to the tax authority" })).toHaveCount(0);
  await expectGood(page);
});
