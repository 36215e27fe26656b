/** Language, direction, dates and plurals (docs/ux-checklist.md, U91 to U95), and the words beside QR codes (U100). */
import { editPayer, expect, expectAccessible, keepPicture, test } from "../fixtures.ts";
import { openState, pageStates } from "../page-states.ts";

test("U91: the language link is in its own language, stands in the address and keeps page and form", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue();
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=ar`);
  await editPayer(page);
  await page.locator("#clientName").fill("سارة القحطاني");
  const link = page.locator(".language-switch").first();
  await expect(link).toHaveText("English");
  await expect(link).toHaveAttribute("lang", "en");
  await expect(link).toHaveAttribute("hreflang", "en");
  await link.click();
  await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
  expect(page.url()).toBe(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await expect(page.locator("#clientName")).toHaveValue("سارة القحطاني");
  await expect(page.locator(".language-switch").first()).toHaveText("العربية");
});

test("what a page has put into its address since it was loaded stays in the other language @phone", async ({
  page,
  demo,
}) => {
  const address = (query: string): string => `${demo.baseUrl}/pay/order/${demo.orders["paid"]}?${query}`;
  await page.goto(address("lang=ar&shown=all&tab=1"));
  await page.evaluate(() => history.replaceState(null, "", "?lang=ar&tab=2&sum=a%26b"));
  await page.locator(".language-switch").first().click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  expect(page.url()).toBe(address("lang=en&tab=2&sum=a%26b"));
  await page.locator(".language-switch").first().press("Enter");
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  expect(page.url()).toBe(address("lang=ar&tab=2&sum=a%26b"));
});

test("U92: arrows follow the direction of the page, ticks and clocks do not", async ({ page, demo }) => {
  for (const [language, arrow] of [
    ["ar", "-1 1"],
    ["en", "none"],
  ] as const) {
    await page.goto(`${demo.baseUrl}/pay/order/${demo.orders["refunded"]}?lang=${language}`);
    await expect(page.locator(".banner-refunded .banner-icon")).toHaveCSS("scale", arrow);
    await page.goto(`${demo.baseUrl}/pay/order/${demo.orders["paid"]}?lang=${language}`);
    await expect(page.locator(".banner-paid .banner-icon")).toHaveCSS("scale", "none");
  }
});

const shownStates = [
  "home",
  "sales-terms",
  "invoice-paid",
  "info-agreement",
  "product-coupon",
  "result-declined",
];

test("U93: Arabic is never spaced out, slanted or squeezed, and its lines have room", async ({
  page,
  demo,
}) => {
  for (const state of pageStates.filter(({ name }) => shownStates.includes(name))) {
    await openState(page, state, { demo, language: "ar" });
    const wrong = await page.evaluate(() => {
      // The text of the riyal's sign is for ears and for copying; what is seen is drawn.
      const isArabic = (element: Element) =>
        [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && /\p{Script=Arabic}/u.test(node.textContent ?? ""),
        );
      return [...document.querySelectorAll("body *:not(script, style, option, .riyal)")]
        .filter((element) => isArabic(element) && element.checkVisibility())
        .flatMap((element) => {
          const { letterSpacing, fontStyle, textTransform, lineHeight, fontSize } = getComputedStyle(element);
          const room = Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
          // Browsers round.
          const isRight =
            ["normal", "0px"].includes(letterSpacing) &&
            fontStyle === "normal" &&
            textTransform === "none" &&
            (lineHeight === "normal" || room >= 1.59);
          return isRight
            ? []
            : [`${element.className || element.tagName}: ${letterSpacing} ${fontStyle} ${room}`];
        });
    });
    expect(wrong, state.name).toEqual([]);
  }
});

test.describe("far away", () => {
  test.use({ timezoneId: "America/New_York", locale: "en-US" });
  test("U94: dates have the name of their month and the time of Riyadh, wherever they are read", async ({
    page,
    demo,
    issue,
  }) => {
    const order = await issue({ expiresAt: "2039-03-04T22:30:00Z" });
    for (const [language, text] of [
      ["ar", /5 مارس 2039 في 1:30 ص/],
      ["en", /5 March 2039 at 01:30/],
    ] as const) {
      await page.goto(`${demo.baseUrl}/pay/order/${order}?lang=${language}`);
      await expect(page.locator(".pay-until time:visible")).toHaveText(text);
      await expect(page.locator(".pay-until time:visible")).toHaveAttribute("datetime", /^2039-03-04T22:30/);
    }
  });
});

test("U95: the number of items is counted as Arabic counts", async ({ page, demo, issue }) => {
  for (const [count, text] of [
    [1, "منتج واحد"],
    [2, "منتجان"],
    [3, "3 منتجات"],
    [11, "11 منتجًا"],
    [100, "100 منتج"],
  ] as const) {
    const lines = Array.from({ length: count }, (_, index) => ({
      title: `تمر ${index}`,
      quantity: 1,
      unitPrice: "1.00",
      vatRate: "15",
    }));
    await page.goto(`${demo.baseUrl}/pay/order/${await issue({ lines })}?lang=ar`);
    await expect(page.locator(".panel-count:visible")).toHaveText(text);
  }
});

test("U100: a QR code says what it does, on the screen and on paper, with a margin of its own", async ({
  page,
  demo,
}) => {
  for (const path of ["order", "print"]) {
    await page.goto(`${demo.baseUrl}/pay/${path}/${demo.orders["paid"]}?lang=ar`);
    const code = page.locator(".qr-code");
    await expect(code.locator("img")).toHaveAttribute("alt", /رمز/);
    await expect(code.locator("figcaption")).toHaveText(/امسحه/);
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".qr-code figcaption")).toBeVisible();
  const side = (await page.locator(".qr-code img").boundingBox())?.width ?? 0;
  expect(side / (96 / 2.54)).toBeGreaterThanOrEqual(2.5);
  await keepPicture(page, "checklist-print-ar");
  await page.emulateMedia({ media: "screen" });
  await expectAccessible(page);
});
