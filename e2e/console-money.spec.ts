/** The month's VAT in the console: two presses from home, every figure the sum of the documents that it opens. */
import type { Page } from "@playwright/test";
import { demoCaller } from "#cli/demo-caller.ts";
import { type Demo, expect, expectAccessible, type Language, test, watchConsole } from "./fixtures.ts";
import { expectInside } from "./open-console.ts";

const texts = {
  ar: { way: "ضريبة هذا الشهر", before: "الفترة السابقة", file: "CSV", hijri: /14\d\d هـ/ },
  en: { way: "This month's VAT", before: "Period before", file: "CSV", hijri: /14\d\d AH/ },
} as const;

async function openHome(page: Page, demo: Demo, language: Language): Promise<void> {
  const { address, email, password } = demo.person;
  await page.context().addCookies([{ name: "lang", value: language, url: address }]);
  await page.goto(`${address}/sign-in?next=%2F`);
  await page.locator("[name=name]").fill(email);
  await page.locator("[name=password]").fill(password);
  await page.locator("form button").first().click();
  await expect(page.locator(".figures")).toBeVisible();
}

const numberIn = (text: string): number => Number(/-?[\d,]+\.\d\d/.exec(text)?.[0].replaceAll(",", ""));

for (const { language, viewport, colorScheme } of [
  { language: "ar", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
  { language: "en", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
] as const) {
  const t = texts[language];
  test.describe(language, () => {
    test.use({ viewport, isMobile: false, hasTouch: false, colorScheme });

    test(`the VAT of the month before is two presses away, and a figure is the sum of its documents (${language})`, async ({
      page,
      demo,
    }) => {
      const { problems } = watchConsole(page);
      const caller = demoCaller(demo.baseUrl, demo.apiKey);
      const line = { title: "تمر", quantity: 1, unitPrice: "100.00" };
      await caller.pay(await caller.issue({ client: { name: "VAT" }, lines: [line] }), {});
      await openHome(page, demo, language);
      await page.getByRole("link", { name: t.way }).click();
      await expect(page.locator(".period .field-hint")).toHaveText(t.hijri);
      await page.getByRole("button", { name: t.before }).click();
      await expect(page).toHaveURL(/\/vat\?period=20\d\d-\d\d$/);
      await expect(page.locator(".loading")).toHaveCount(0);
      await page.goto(`${demo.person.address}/vat`);

      const loading = page.waitForEvent("download");
      await page.getByRole("button", { name: t.file, exact: true }).click();
      expect((await loading).suggestedFilename()).toMatch(/\.csv$/);
      await expectAccessible(page);

      // Other tests sell at the same time: the figure may be of a moment before its documents.
      await expect(async () => {
        await page.goto(`${demo.person.address}/vat`);
        const figure = page.locator('.figure-link[href*="figure=amount"][href*="standardRated"]');
        const shown = numberIn(await figure.innerText());
        await figure.click();
        await expect(page.locator(".cards .card").first()).toBeVisible();
        const more = page.locator(".list-more");
        while (await more.isVisible()) {
          const count = await page.locator(".cards .card").count();
          await more.click();
          await expect(page.locator(".cards .card").nth(count)).toBeVisible();
        }
        const amounts = await page.locator(".cards .amount").allInnerTexts();
        const sum = amounts.reduce((all, text) => all + Math.round(numberIn(text) * 100), 0);
        expect(sum).toBe(Math.round(shown * 100));
      }).toPass({ timeout: 15_000 });
      await expectInside(page);
      await expectAccessible(page);
      expect(problems).toEqual([]);
    });
  });
}
