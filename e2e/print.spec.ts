/** The printable invoice: on the screen, in the browser's print window, and on paper. */
import type { Page } from "@playwright/test";
import { pressableControls } from "#test/browser/pressable-controls.ts";
import {
  expect,
  expectAccessible,
  fillCard,
  keepPicture,
  languages,
  test,
  watchConsole,
} from "./fixtures.ts";
import { expectInside } from "./open-console.ts";

const linesOf = (count: number, unit?: string) => ({
  lines: Array.from({ length: count }, (_, index) => ({
    title: `تمر سكري ${index + 1}`,
    quantity: 1,
    ...(unit && { unit, quantity: "2.5" }),
    unitPrice: "1.00",
    vatRate: "15",
  })),
});

/** What Chromium's own print window would send to the printer. */
async function printed(page: Page, paper: { format: "A4" } | { width: "80mm"; height: "297mm" }) {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const data = new Uint8Array(await page.pdf(paper));
  return await getDocument({ data, verbosity: 0 }).promise;
}

const roll = { width: "80mm", height: "297mm" } as const;
/** Of the roll between its margins of 4 mm, at 96 px an inch. */
const rollWidthPx = 272;

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
      await expectInside(page);
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
    // The sign of the riyal is drawn in ink, by its background.
    const shown = [...document.querySelectorAll<HTMLElement>(".print-sheet, .print-sheet *")].filter(
      (element) => element.checkVisibility() && element.closest("svg, .riyal") === null,
    );
    const styles = [document.documentElement, ...shown].map((element) => getComputedStyle(element));
    return {
      ink: [...new Set(styles.map(({ color }) => color))],
      paper: [...new Set(styles.map(({ backgroundColor }) => backgroundColor))].sort(),
    };
  });
  expect(colours.ink).toEqual(["rgb(0, 0, 0)"]);
  expect(colours.paper).toEqual(["rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"]);
  // Nor is the ground of a sign, which printers of rolls would burn all over.
  for (const name of ["paid", "refunded"]) {
    await page.goto(`${demo.baseUrl}/pay/print/${demo.orders[name]}?lang=ar`);
    const sign = page.locator(".print-sheet .banner-icon");
    await expect(sign).toHaveCSS("background-color", "rgb(255, 255, 255)");
    await expect(sign).toHaveCSS("border-top-width", "1px");
  }
});

test("U101: no order's page prints what can only be pressed @phone", async ({ page, demo }) => {
  await page.emulateMedia({ media: "print" });
  const printed: string[] = [];
  for (const [name, order] of Object.entries(demo.orders)) {
    await page.goto(`${demo.baseUrl}/pay/order/${order}?lang=ar`);
    const controls = await page.evaluate(pressableControls);
    printed.push(...controls.filter(({ isShown }) => isShown).map(({ drawn }) => `${name}: ${drawn}`));
  }
  expect(printed).toEqual([]);
});

test("U101: a long invoice breaks between its lines, and every sheet begins with the head of the table", async ({
  page,
  demo,
  issue,
}) => {
  await page.goto(`${demo.baseUrl}/pay/print/${await issue(linesOf(60))}?lang=en`);
  const document = await printed(page, { format: "A4" });
  expect(document.numPages).toBeGreaterThan(1);
  let rows = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const sheet = await document.getPage(number);
    const { items } = await sheet.getTextContent();
    const text = items.map((item) => ("str" in item ? item.str : "")).join(" ");
    const rowsHere = text.match(/1\.00/g)?.length ?? 0;
    if (rowsHere > 0) expect(text).toContain("Items");
    rows += rowsHere;
  }
  expect(rows).toBe(60);
});

test("U101: a paid order of two lines and one of ten take one sheet of A4, one of 100 lines five at most", async ({
  page,
  demo,
  issue,
}) => {
  const paid = await issue(linesOf(2));
  const paidInKilos = await issue(linesOf(10, "KGM"));
  for (const order of [paid, paidInKilos]) {
    await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=ar`);
    await fillCard(page, { number: "5123456789012346" });
    await page.locator(".pay-button:visible").click();
    await expect(page.locator('[data-panel="success"]')).toBeVisible();
  }
  for (const [order, most] of [
    [paid, 1],
    [paidInKilos, 1],
    [await issue(linesOf(10)), 1],
    [await issue(linesOf(100)), 5],
  ] as const)
    for (const language of languages) {
      await page.goto(`${demo.baseUrl}/pay/print/${order}?lang=${language}`);
      expect((await printed(page, { format: "A4" })).numPages, language).toBeLessThanOrEqual(most);
    }
});

test("U101: the sign of the riyal is cut out of ink on paper, by what every viewer of files knows", async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.baseUrl}/pay/print/${demo.orders["paid"]}?lang=ar`);
  const sign = page.locator(".riyal").first();
  await page.emulateMedia({ media: "print" });
  // Some viewers, Firefox for one, show a mask as a black square.
  await expect(sign).toHaveCSS("mask-image", "none");
  await expect(sign).toHaveCSS("clip-path", /^polygon/);
  await expect(sign).toHaveCSS("background-color", "rgb(0, 0, 0)");
  await expect(sign).toHaveCSS("print-color-adjust", "exact");
});

for (const language of languages)
  test(`U101: on a roll of 80 mm nothing is cut and Arabic words stay whole (${language})`, async ({
    page,
    demo,
    issue,
  }) => {
    for (const order of [demo.orders["paid"], demo.orders["refunded"], await issue(linesOf(10))]) {
      await page.emulateMedia({ media: "print" });
      await page.setViewportSize({ width: rollWidthPx, height: 800 });
      await page.goto(`${demo.baseUrl}/pay/print/${order}?lang=${language}`);
      await keepPicture(page, `print-roll-${language}`);
      expect(await brokenWords(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        rollWidthPx,
      );
      const paper = await printed(page, roll);
      expect(paper.numPages).toBeLessThanOrEqual(2);
      for (let number = 1; number <= paper.numPages; number += 1) {
        const sheet = await paper.getPage(number);
        const [, , width = 0] = sheet.view;
        expect(Math.round(width)).toBe(227);
        for (const item of (await sheet.getTextContent()).items) {
          if (!("str" in item) || item.str.trim() === "") continue;
          expect(item.transform[4], item.str).toBeGreaterThanOrEqual(0);
          expect(item.transform[4] + item.width, item.str).toBeLessThanOrEqual(width);
        }
      }
    }
  });

/** Arabic words whose letters do not stand in one line: broken, they are not joined either. */
async function brokenWords(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const sheet = document.querySelector(".print-sheet");
    const walker = document.createTreeWalker(sheet ?? document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    let words = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.checkVisibility()) continue;
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(
        /[\u0620-\u064a\u064b-\u0652]{2,}/g,
      )) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = [...range.getClientRects()].map(({ top, height }) => top + height / 2);
        words += 1;
        if (Math.max(...tops) - Math.min(...tops) > 6) broken.push(word);
      }
    }
    return words === 0 ? ["no Arabic word at all"] : broken;
  });
}
