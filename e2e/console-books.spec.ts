/** Money in the console: fees and what is due from the owner's terms, the close of a day, both books, plots that begin at the right. */
import type { Page } from "@playwright/test";
import { demoCaller } from "#cli/demo-caller.ts";
import { expect, expectAccessible, test, watchConsole } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

const texts = {
  ar: { close: "إقفال اليوم", refunds: "الاستردادات", week: "أسبوع", month: "شهر", riyadh: "بتوقيت الرياض" },
  en: { close: "Daily close", refunds: "Refunds", week: "Week", month: "Month", riyadh: "of Riyadh" },
} as const;

const parts = ["refunds", "due", "fees", "reconciliation", "exports", "close"] as const;

/** Where the middles of the bars of now stand, from the left, in the order of the days. */
async function middlesOfBars(page: Page): Promise<number[]> {
  return await page
    .locator(".plot-now")
    .evaluateAll((bars) =>
      bars.map((bar) => Number(bar.getAttribute("x")) + Number(bar.getAttribute("width")) / 2),
    );
}

for (const { language, viewport, colorScheme } of [
  { language: "ar", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
  { language: "en", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
] as const) {
  const t = texts[language];
  test.describe(language, () => {
    test.use({ viewport, isMobile: false, hasTouch: false, colorScheme });

    test(`the money of the shop is read by method, day and account, and the day is closed in two presses (${language})`, async ({
      page,
      demo,
    }) => {
      const { problems } = watchConsole(page);
      const caller = demoCaller(demo.baseUrl, demo.apiKey);
      await caller.send("PUT", "/account-terms/card", {
        feeRate: "2.20",
        feeFixed: "1.00",
        settlementDays: 30,
      });
      const line = { title: "تمر", quantity: 1, unitPrice: "100.00" };
      await caller.pay(await caller.issue({ client: { name: "Close" }, lines: [line] }), {});
      await openConsole(page, demo, { language });
      await expect(page.locator(".plot svg")).toBeVisible();
      const middles = await middlesOfBars(page);
      expect(middles).toHaveLength(7);
      const ascending = middles.toSorted((left, right) => left - right);
      expect(middles, "the first day stands where reading begins").toEqual(
        language === "ar" ? ascending.toReversed() : ascending,
      );
      await expect(page.locator(".plot table tbody tr")).toHaveCount(7);
      await page.getByRole("button", { name: t.month, exact: true }).click();
      expect((await middlesOfBars(page)).length).toBeGreaterThanOrEqual(28);
      await expectInside(page);
      await expectAccessible(page);

      await page.getByRole("link", { name: t.close, exact: true }).click();
      const whatsapp = page.locator(".close .is-whatsapp");
      await expect(whatsapp).toBeVisible();
      const message = decodeURIComponent((await whatsapp.getAttribute("href")) ?? "");
      expect(message).toContain(t.close);
      expect(message).toContain(
        await page
          .locator(".close-left .amount > bdi, .close-left .amount")
          .evaluateAll(([first]) => /[\d,]+\.\d\d/.exec(first?.textContent ?? "")?.[0] ?? "no amount"),
      );
      for (const part of parts) {
        await page.goto(`${demo.person.address}/payments/${part}`);
        await expect(page.locator("#main h1")).toBeVisible();
        await expect(page.locator(".loading")).toHaveCount(0);
        await expectInside(page);
        await expectAccessible(page);
      }
      expect(problems).toEqual([]);
    });
  });
}

test.describe("states", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: false, hasTouch: false });

  test("without a connection the close says so, a refusal names the owner, and a day without money is no empty page", async ({
    page,
    demo,
  }) => {
    await openConsole(page, demo, { language: "ar", path: "/payments/close?day=2020-02-29" });
    await expect(page.locator(".close")).toContainText("لا مدفوعات ولا استردادات");
    await page.route("**/api/v1/reports/close*", (route) => route.abort("internetdisconnected"));
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "اليوم التالي" }).click();
    await expect(page.getByRole("alert")).toContainText("لا يوجد اتصال بالإنترنت");
    await page.context().setOffline(false);
    await page.unroute("**/api/v1/reports/close*");
    await page.getByRole("button", { name: "إعادة المحاولة" }).click();
    await expect(page.locator(".close")).toContainText("1 مارس 2020");
    await page.route("**/api/v1/reports/due", (route) =>
      route.fulfill({ status: 403, contentType: "application/json", body: '{"code":"permission_missing"}' }),
    );
    await page.goto(`${demo.person.address}/payments/due`);
    await expect(page.getByRole("alert")).toContainText("اطلبه من مالك المتجر");
  });
});
