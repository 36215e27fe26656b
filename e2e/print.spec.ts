/** The printable invoice: on the screen, in the browser's print window, and on paper. */
import { expect, expectAccessible, keepPicture, languages, test, watchConsole } from "./fixtures.ts";

const manyLines = {
  lines: Array.from({ length: 60 }, (_, index) => ({
    title: `تمر سكري ${index + 1}`,
    quantity: 1,
    unitPrice: "1.00",
    vatRate: "15",
  })),
};

for (const language of languages) {
  test(`the printable invoice can be read, and prints (${language})`, async ({ page, demo }) => {
    const watched = watchConsole(page);
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute("data-printed", "");
    });
    for (const name of ["created", "paid"]) {
      await page.goto(`${demo.baseUrl}/pay/print/${demo.orders[name]}?lang=${language}`);
      await expect(page.locator(".items")).toBeVisible();
      await keepPicture(page, `print-${name}-${language}`);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    }
    await page.locator("button[data-prints]").click();
    await expect(page.locator("html[data-printed]")).toHaveCount(1);
    await page.emulateMedia({ media: "print" });
    await expect(page.locator(".print-bar")).toBeHidden();
    await expect(page.locator(".testing-phase")).toBeHidden();
    await keepPicture(page, `print-paper-${language}`);
    expect(watched.problems).toEqual([]);
  });
}

test("U101: paper is black on white, in the dark scheme, too", async ({ page, demo }) => {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.goto(`${demo.baseUrl}/pay/print/${demo.orders["paid"]}?lang=en`);
  const colours = await page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>(".print-sheet, .print-sheet *")].filter(
      (element) => element.checkVisibility() && element.closest("svg") === null,
    );
    const styles = [document.documentElement, ...shown].map((element) => getComputedStyle(element));
    return {
      ink: [...new Set(styles.map(({ color }) => color))],
      paper: [...new Set(styles.map(({ backgroundColor }) => backgroundColor))].sort(),
    };
  });
  expect(colours.ink).toEqual(["rgb(0, 0, 0)"]);
  expect(colours.paper).toEqual(["rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"]);
});

test("U101: a long invoice breaks between its lines, and every sheet begins with the head of the table", async ({
  page,
  demo,
  issue,
}) => {
  await page.goto(`${demo.baseUrl}/pay/print/${await issue(manyLines)}?lang=en`);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  expect(document.numPages).toBeGreaterThan(1);
  let rows = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const sheet = await document.getPage(number);
    const [, , width = 0, height = 0] = sheet.view;
    expect([Math.round(width), Math.round(height)]).toEqual([595, 842]);
    const { items } = await sheet.getTextContent();
    const text = items.map((item) => ("str" in item ? item.str : "")).join(" ");
    const rowsHere = text.match(/1\.00/g)?.length ?? 0;
    if (rowsHere > 0) expect(text).toContain("Items");
    rows += rowsHere;
  }
  expect(rows).toBe(60);
});
