/** An invoice of a thousand lines, the most that the API takes: it opens, is short at first, and is whole on paper. */
import type { APIResponse } from "@playwright/test";
import { readPages } from "#test/pdf.ts";
import { expect, expectAccessible, fillCard, keepPicture, test } from "./fixtures.ts";

const lineCount = 1_000;
const lines = Array.from({ length: lineCount }, (_, index) => ({
  title: `قطعة ${index + 1}`,
  quantity: 1,
  unitPrice: "1.00",
  vatRate: "15",
}));

test("an invoice of 1,000 lines shows ten and all on demand, without scripts, and prints whole @phone", async ({
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
  // None of them has a picture: there is no column of empty boxes.
  await expect(page.locator(".item-image").filter({ visible: true })).toHaveCount(0);
  await page.locator(".items-all input").check();
  await expect(shown).toHaveCount(lineCount);
  await page.locator(".items-all input").uncheck();
  await page.emulateMedia({ media: "print" });
  await expect(shown).toHaveCount(lineCount);
  await context.close();
});

test("the pages and the printable page of such an invoice open @phone", async ({
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

/** What the paid page's link leads to: its sheets, once it is there as PDF and not as a page to print. */
async function sheetsOf(response: APIResponse) {
  expect(response.status()).toBe(200);
  expect(response.headers()["content-type"]).toBe("application/pdf");
  return await readPages(new Uint8Array(await response.body()));
}

test("the receipt and the tax invoice of such an order are PDF files of a sensible number of sheets", async ({
  page,
  demo,
  issue,
  language,
}) => {
  test.setTimeout(120_000);
  const order = await issue({ lines });
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=${language}`);
  await fillCard(page, { number: "5123456789012346" });
  await page.locator(".pay-button:visible").click();
  await expect(page.locator('[data-panel="success"]')).toBeVisible();
  for (const paper of ["getPdfReceipt", "getVatInvoice"]) {
    const address = await page.locator(`a[href*="${paper}"]:visible`).first().getAttribute("href");
    // The server makes a paper in 40 s at most, and sends a page to print where it cannot.
    const sheets = await sheetsOf(
      await page.request.get(new URL(address ?? "", page.url()).href, { timeout: 50_000 }),
    );
    expect(sheets.length, paper).toBeGreaterThanOrEqual(20);
    expect(sheets.length, paper).toBeLessThanOrEqual(45);
    expect(sheets.at(-1)?.text, paper).toContain("1,150.00");
  }
});
