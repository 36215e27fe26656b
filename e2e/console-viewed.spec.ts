/** What the console says of a buyer who has opened an invoice, and the console as an app on a home screen. */
import { demoCaller } from "#cli/demo-caller.ts";
import { expect, expectAccessible, test, watchConsole } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

const texts = {
  ar: { viewed: "فتح المشتري الفاتورة", asBuyer: "كما يراها المشتري", issued: "صدرت الفاتورة" },
  en: { viewed: "The buyer opened the invoice", asBuyer: "As the buyer sees it", issued: "Issued" },
} as const;
/** A browser without a window says so, and is taken for a program. */
const userAgent =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";
const windows = { ar: { width: 390, height: 844 }, en: { width: 1280, height: 900 } } as const;

for (const language of ["ar", "en"] as const) {
  test.describe(language, () => {
    test.use({ isMobile: false, hasTouch: false, userAgent, viewport: windows[language] });

    test("the shop sees when its buyer opens an invoice, while it looks; its own look from the console is none", async ({
      page,
      browser,
      demo,
    }) => {
      const { problems } = watchConsole(page);
      const t = texts[language];
      const caller = demoCaller(demo.baseUrl, demo.apiKey);
      const line = { title: "تمر", quantity: 1, unitPrice: "100.00" };
      const orderNumber = await caller.issue({ client: { name: `Viewed ${language}` }, lines: [line] });
      await openConsole(page, demo, { language, path: `/invoices/${orderNumber}` });
      const happened = page.locator(".happened");
      await expect(happened).toContainText(t.issued);
      const [own] = await Promise.all([
        page.waitForEvent("popup"),
        page.getByRole("link", { name: t.asBuyer }).click(),
      ]);
      await own.waitForLoadState();
      expect(await own.evaluate(() => document.referrer)).toBe(`${new URL(demo.person.address).origin}/`);
      const address = own.url();
      await own.close();
      await page.reload();
      await expect(happened).toContainText(t.issued);
      await expect(happened).not.toContainText(t.viewed);

      await using buyer = await browser.newContext({ userAgent });
      const opened = await buyer.newPage();
      await opened.goto(address);
      await expect(happened.locator("li").filter({ hasText: t.viewed })).toHaveCount(1);
      await expectInside(page);
      await expectAccessible(page);
      expect(problems).toEqual([]);
    });

    test("the browser reads the console's manifest and finds nothing wrong with it", async ({
      page,
      demo,
    }) => {
      const { problems } = watchConsole(page);
      await openConsole(page, demo, { language });
      const session = await page.context().newCDPSession(page);
      const { url, errors, data } = await session.send("Page.getAppManifest");
      expect(new URL(url).pathname).toBe("/console.webmanifest");
      expect(errors).toEqual([]);
      expect(JSON.parse(data ?? "{}").lang).toBe(language);
      expect(problems).toEqual([]);
    });
  });
}
