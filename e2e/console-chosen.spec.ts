/** Acts on several invoices at once in the console: each with its own result. */
import { randomUUID } from "node:crypto";
import { demoCaller } from "#cli/demo-caller.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

test.use({ isMobile: false, hasTouch: false, viewport: { width: 390, height: 844 } });

test("chosen invoices are cancelled after one question, and one that was paid meanwhile says so", async ({
  page,
  demo,
}) => {
  const caller = demoCaller(demo.baseUrl, demo.apiKey);
  const own = randomUUID().slice(0, 8);
  const line = { title: "تمر", quantity: 1, unitPrice: "10.00" };
  const names = ["أ", "ب", "ج"].map((letter) => `${letter} ${own}`);
  const numbers: string[] = [];
  for (const name of names) numbers.push(await caller.issue({ client: { name }, lines: [line] }));
  await openConsole(page, demo, { language: "ar", path: "/invoices" });
  await page.getByRole("link", { name: "اختيار عدة فواتير" }).click();
  for (const name of names)
    await page.locator("li.card").filter({ hasText: name }).getByRole("checkbox").check();
  await expect(page.getByText("3 فواتير مختارة")).toBeVisible();
  await expectInside(page);
  await expectAccessible(page);
  await caller.pay(numbers[1] ?? "", {});
  await page.getByRole("button", { name: "إلغاء الفواتير المختارة" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "إلغاء الفواتير المختارة" }).click();
  await expect(page.getByText("تم 2 من 3")).toBeVisible();
  await expect(page.locator("li.card").filter({ hasText: names[1] ?? "" })).toContainText(
    "تم دفع هذه الفاتورة",
  );
  await expect(
    page
      .locator("li.card")
      .filter({ hasText: names[0] ?? "" })
      .locator(".chip"),
  ).toHaveText("تم");
  await expectInside(page);
  await expectAccessible(page);
});
