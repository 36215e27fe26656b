/** An invoice of a thousand lines, the most that the API takes: it opens, is short at first, and is whole on paper. */
import { expect, expectAccessible, keepPicture, test } from "./fixtures.ts";

const lineCount = 1_000;
const lines = Array.from({ length: lineCount }, (_, index) => ({
  title: `قطعة ${index + 1}`,
  quantity: 1,
  unitPrice: "1.00",
  vatRate: "15",
}));

test("an invoice of 1,000 lines shows ten and all on demand, without scripts, and prints whole", async ({
  browser,
  demo,
  issue,
  language,
}) => {
  const order = await issue({ lines });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const response = await page.goto(`${demo.baseUrl}/pay/order/${order}?lang=${language}`);
  expect((await response?.body())?.length).toBeLessThan(2_000_000);
  const rows = page.locator(".items tbody tr");
  await expect(rows).toHaveCount(lineCount);
  const shown = rows.filter({ visible: true });
  await expect(shown).toHaveCount(10);
  await page.locator(".items-all input").check();
  await expect(shown).toHaveCount(lineCount);
  await page.locator(".items-all input").uncheck();
  await page.emulateMedia({ media: "print" });
  await expect(shown).toHaveCount(lineCount);
  await context.close();
});

test("the pages, the printable page and the papers of such an invoice open", async ({
  page,
  demo,
  issue,
  language,
}) => {
  const order = await issue({ lines });
  await page.goto(`${demo.baseUrl}/pay/order/${order}?lang=${language}`);
  await expectAccessible(page);
  await keepPicture(page, `invoice-1000-lines-${language}`);
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=${language}`);
  await expect(page.locator(".order-summary-items li")).toHaveCount(10);
  await page.goto(`${demo.baseUrl}/pay/print/${order}?lang=${language}`);
  await expect(page.locator(".totals-grand")).toContainText("1,150.00");
});
