/** WCAG 1.4.4 and 1.4.12: buyers who need large text, or text further apart, read the same amounts, whole and in one line. */
import type { Page } from "@playwright/test";
import { expect, languages, test } from "../fixtures.ts";

/** The total 1,150,000.00, and discount and instalments with it. */
const large = {
  allowedMethods: ["creditcard", "mada", "tabby", "tamara", "sadad"],
  lines: [{ title: "معدات", quantity: 1, unitPrice: "1000000.00", vatRate: "15" }],
};

const phoneWidth = 360;

const windows = [
  { width: 360, percent: 100 },
  { width: 360, percent: 130 },
  { width: 360, percent: 150 },
  { width: 360, percent: 200 },
  { width: 320, percent: 100 },
  { width: 320, percent: 200 },
] as const;

for (const { width, percent } of windows) {
  test(`no amount breaks, and nothing is cut, on ${width} px with text of ${percent} %`, async ({
    page,
    demo,
    issue,
  }) => {
    const order = await issue(large);
    await page.setViewportSize({ width, height: 740 });
    for (const language of languages)
      for (const path of [
        `info/${order}`,
        `order/${order}`,
        `simple/${order}`,
        `frame/${order}`,
        `product/${demo.links["coupon"]}`,
      ]) {
        await page.goto(`${demo.baseUrl}/pay/${path}?lang=${language}`);
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = `${size}%`;
        }, percent);
        const where = `${path} ${language}`;
        expect(await brokenAmounts(page), where).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(
          width,
        );
        expect(await cutPlaceholders(page), where).toEqual([]);
        const marks = await page
          .locator(".mark:visible")
          .evaluateAll((all) => all.map((mark) => mark.getBoundingClientRect().width));
        expect(Math.min(40, ...marks), where).toBe(40);
        if (percent === 100) expect(await cutWhenSpaced(page, language), where).toEqual([]);
        const buttons = page.locator(".pay-button:visible, .button-primary:visible");
        for (const button of await buttons.all()) {
          const box = await button.boundingBox();
          expect(box?.x, where).toBeGreaterThanOrEqual(0);
          expect((box?.x ?? 0) + (box?.width ?? 0), where).toBeLessThanOrEqual(width);
        }
      }
  });
}

/**
 * Texts that are cut, and how far the page scrolls sideways, with the spacing of WCAG 1.4.12. Letters of Arabic are joined: it has
 * no space between them, and the criterion asks for none there.
 */
async function cutWhenSpaced(page: Page, language: string): Promise<string[]> {
  return await page.evaluate((isLatin) => {
    const sheet = new CSSStyleSheet();
    const letters = isLatin ? "letter-spacing: 0.12em !important;" : "";
    sheet.replaceSync(`* { line-height: 1.5 !important; word-spacing: 0.16em !important; ${letters} }
      p { margin-block-end: 2em !important; }`);
    document.adoptedStyleSheets.push(sheet);
    // The riyal's sign is a drawing: its name, for who listens and copies, has no size.
    const isCut = (element: Element): boolean =>
      !element.matches(".riyal") &&
      getComputedStyle(element).overflowY === "hidden" &&
      element.clientHeight > 2 &&
      element.scrollHeight > element.clientHeight + 1 &&
      (element.textContent ?? "").trim() !== "";
    const faults = [...document.querySelectorAll("body *")].filter(isCut).map((element) => element.className);
    const sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    document.adoptedStyleSheets.pop();
    return sideways > 0 ? [...faults, `${sideways} px sideways`] : faults;
  }, language === "en");
}

test("amounts below 100,000 grow to twice their size with the text, or until they fill the window", async ({
  page,
  demo,
}) => {
  await page.setViewportSize({ width: phoneWidth, height: 740 });
  const sizeAt = (percent: number) =>
    page
      .locator(".amount:visible")
      .first()
      .evaluate((amount, size) => {
        document.documentElement.style.fontSize = `${size}%`;
        return Number.parseFloat(getComputedStyle(amount).fontSize);
      }, percent);
  for (const path of ["info", "order"]) {
    await page.goto(`${demo.baseUrl}/pay/${path}/${demo.orders["created"]}?lang=ar`);
    const usual = await sizeAt(100);
    expect(await sizeAt(200), path).toBeGreaterThanOrEqual(Math.min(2 * usual, 0.11 * phoneWidth));
    expect(await brokenAmounts(page), path).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(
      phoneWidth,
    );
  }
});

/** Shapes of what is to be typed, such as MM/YY, for which their fields have no room. */
async function cutPlaceholders(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>("input[placeholder]")];
    return fields
      .filter((field) => field.checkVisibility() && field.placeholder.trim() !== "")
      .filter((field) => {
        const style = getComputedStyle(field);
        const words = document.body.appendChild(document.createElement("span"));
        Object.assign(words.style, { font: style.font, position: "absolute", whiteSpace: "nowrap" });
        words.textContent = field.placeholder;
        const { width } = words.getBoundingClientRect();
        words.remove();
        const sides = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
        return width > field.clientWidth - sides + 0.5;
      })
      .map(({ id, placeholder }) => `${id}: ${placeholder}`);
  });
}

/** The texts of amounts whose parts do not stand in one line. */
async function brokenAmounts(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const amounts = [...document.querySelectorAll(".amount")].filter(
      (one) => one.getClientRects().length > 0,
    );
    if (amounts.length === 0) return ["no amount at all"];
    return amounts
      .filter((amount) => {
        const range = document.createRange();
        range.selectNodeContents(amount);
        const places = [...range.getClientRects()].filter(({ width: wide }) => wide > 0);
        const middles = places.map(({ top, bottom }) => (top + bottom) / 2);
        return Math.max(...middles) - Math.min(...middles) > 6;
      })
      .map((amount) => amount.textContent ?? "");
  });
}
