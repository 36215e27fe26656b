/** Acts on several invoices at once in the console: each with its own result. */
import { randomInt, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { demoCaller } from "#cli/demo-caller.ts";
import { expect, expectAccessible, keepPicture, test } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

test.use({ isMobile: false, hasTouch: false, viewport: { width: 390, height: 844 } });

test("buyers of chosen invoices are reminded at once, none of them twice a day; and one of the cancelled that was paid meanwhile says so", async ({
  page,
  demo,
}) => {
  const caller = demoCaller(demo.baseUrl, demo.apiKey);
  const own = randomUUID().slice(0, 8);
  const line = { title: "تمر", quantity: 1, unitPrice: "10.00" };
  const names = ["أ", "ب", "ج"].map((letter) => `${letter} ${own}`);
  const numbers: string[] = [];
  for (const [index, name] of names.entries()) {
    const email = index < 2 ? { email: `chosen-${index}-${own}@example.com` } : {};
    numbers.push(await caller.issue({ client: { name, ...email }, lines: [line] }));
  }
  await openConsole(page, demo, { language: "ar", path: "/invoices" });
  await page.getByRole("link", { name: "اختيار عدة فواتير" }).click();
  const cardOf = (name = "") => page.locator("li.card").filter({ hasText: name });
  const choose = async (): Promise<void> => {
    for (const name of names) await cardOf(name).getByRole("checkbox").check();
    await expect(page.getByText("3 فواتير مختارة")).toBeVisible();
  };
  const remind = async (): Promise<void> => {
    await page.getByRole("button", { name: "تذكير بالدفع" }).click();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "البريد" }).click();
    await expect(page.getByText("تم 2 من 3")).toBeVisible();
  };
  await choose();
  await remind();
  await expect(cardOf(names[2])).toContainText("لا يوجد للعميل رقم أو بريد لهذه القناة");
  await expect(cardOf(names[0])).not.toContainText("أُرسلت اليوم");
  await page.getByRole("button", { name: "فواتير أخرى" }).click();
  await choose();
  await remind();
  await expect(cardOf(names[0])).toContainText("أُرسلت اليوم من قبل ولم تُكرر");
  const headers = { authorization: `Bearer ${demo.apiKey}` };
  const log = await fetch(`${demo.baseUrl}/api/v1/invoices/${numbers[0]}/messages`, { headers });
  const { items } = (await log.json()) as { items: readonly { kind: string; channel: string }[] };
  expect(items.filter(({ kind }) => kind.startsWith("reminder"))).toHaveLength(1);
  await page.getByRole("button", { name: "فواتير أخرى" }).click();
  await choose();
  await expectInside(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "تصدير إلى Excel" }).click();
  await expect(page.getByText("سيضم الملف 3 فواتير.")).toBeVisible();
  await expectAccessible(page);
  const loading = page.waitForEvent("download");
  await page.getByRole("button", { name: /^CSV/ }).click();
  const text = await readFile(await (await loading).path(), "utf8");
  expect(text.startsWith("\ufeff"), "Excel reads the mark").toBe(true);
  const [, ...rows] = text.trimEnd().split("\r\n");
  expect(rows.map((row) => row.split(";")[0])).toEqual(numbers);
  await page.getByRole("button", { name: "إغلاق" }).click();
  await caller.pay(numbers[1] ?? "", {});
  await page.getByRole("button", { name: "إلغاء الفواتير المختارة" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "إلغاء الفواتير المختارة" }).click();
  await expect(page.getByText("تم 2 من 3")).toBeVisible();
  await expect(cardOf(names[1])).toContainText("تم دفع هذه الفاتورة");
  await expect(cardOf(names[0]).locator(".chip")).toHaveText("تم");
  await expectInside(page);
  await expectAccessible(page);
});

/** The server takes its time with the list until the look is over: what is shown is still the list of before. */
async function whileListIsRead(page: Page, look: () => Promise<void>): Promise<void> {
  const over = Promise.withResolvers<void>();
  const isList = ({ pathname }: URL): boolean => pathname === "/api/v1/invoices";
  await page.route(isList, async (route) => {
    await over.promise;
    await route.continue();
  });
  await look();
  over.resolve();
  await page.unrouteAll({ behavior: "wait" });
}

for (const { language, viewport, words } of [
  {
    language: "ar",
    viewport: { width: 390, height: 844 },
    words: { keep: "حفظ طريقة العرض", name: "اسم طريقة العرض", save: "حفظ", edit: "تعديل طريقة العرض" },
  },
  {
    language: "en",
    viewport: { width: 1280, height: 900 },
    words: { keep: "Save this view", name: "Name of the view", save: "Save", edit: "Edit this view" },
  },
] as const)
  test.describe(language, () => {
    test.use({ viewport, colorScheme: language === "ar" ? "dark" : "light" });

    test(`a view of the list is kept under a name, comes back by one press, and its removal is undone (${language})`, async ({
      page,
      demo,
    }) => {
      const name = `${language === "ar" ? "ملغاة" : "Cancelled"} ${randomUUID().slice(0, 8)}`;
      // One person tries both languages at the same time, and again what failed: what is narrowed down to is new each time.
      const day = new Date(Date.UTC(2000, 0, randomInt(8000))).toISOString().slice(0, 10);
      const filters = `show=cancelled&from=${day}`;
      await openConsole(page, demo, { language, path: `/invoices?${filters}` });
      await page.getByRole("button", { name: words.keep }).click();
      await page.getByLabel(words.name).fill(name);
      await expectAccessible(page);
      await page.getByRole("button", { name: words.save, exact: true }).click();
      const chip = page.getByRole("link", { name });
      await expect(chip).toHaveAttribute("aria-current", "page");
      await page.goto(`${demo.person.address}/invoices`);
      await expect(chip).toBeVisible();
      await expect(chip).not.toHaveAttribute("aria-current");
      await whileListIsRead(page, async () => {
        await chip.click();
        await expect(page).toHaveURL(`${demo.person.address}/invoices?${filters}`);
        await expect(page.locator('[aria-busy="true"]')).toBeVisible();
        await expectInside(page);
        await expectAccessible(page);
        await keepPicture(page, `console-old-list-${language}`);
      });
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expectInside(page);
      await expectAccessible(page);
      await page.getByRole("button", { name: words.edit }).click();
      await page.getByLabel(words.name).fill(`${name} 2`);
      await page.getByRole("button", { name: words.save, exact: true }).click();
      await expect(chip).toHaveText(`${name} 2`);
      await page.getByRole("button", { name: words.edit }).click();
      await page.locator("dialog .button-danger").click();
      await expect(chip).toHaveCount(0);
      await page.locator(".notice").getByRole("button").click();
      await expect(chip).toHaveText(`${name} 2`);
      await expect(page.locator(".notice")).toHaveCount(0);
    });
  });
