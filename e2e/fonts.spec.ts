/**
 * How many fonts a page needs. A phone prepares one for every family, size, weight and slant that it meets, and with
 * Arabic letters that is most of the work of the first paint (tokens.css).
 */
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { expect, issueInvoice, test } from "./fixtures.ts";
import { openState, pageStates } from "./page-states.ts";

/** Four sizes in two weights are eight; no page needs all of them. */
const most = 7;

for (const name of [
  "home",
  "invoice-paid",
  "info-card",
  "info-amex",
  "product",
  "result-approved",
  "simple",
]) {
  const state = pageStates.find((one) => one.name === name);
  if (!state) throw new Error(`no such state of a page: ${name}`);
  test(`at most ${most} fonts are needed: ${name}`, async ({ page, demo, language }) => {
    await openState(page, state, { demo, language });
    const fonts = await fontsOf(page);
    expect(fonts, fonts.join("\n")).not.toEqual([]);
    expect(fonts.length, fonts.join("\n")).toBeLessThanOrEqual(most);
  });
}

test("digits are as high beside Arabic letters as in an amount of its own", async ({ page, demo }) => {
  await page.goto(`${demo.baseUrl}/pay/order/${demo.orders["paid"]}?lang=ar`);
  const loaded = (): Promise<number> =>
    page.evaluate(
      () =>
        [...document.fonts].filter((one) => one.family.includes("Wasl") && one.status === "loaded").length,
    );
  await expect.poll(loaded).toBe(4);
  for (const weight of [400, 700]) {
    await page.evaluate((bold) => {
      const lineOf = (before: string, id: string): HTMLElement => {
        const [line, letters, digits] = ["p", "span", "bdi"].map((tag) => document.createElement(tag));
        if (!line || !letters || !digits) throw new Error("nothing was made");
        Object.assign(line.style, { fontSize: "60px", fontWeight: bold });
        digits.textContent = "0123";
        digits.id = id;
        letters.textContent = before;
        letters.style.color = "transparent";
        line.append(letters, digits);
        return line;
      };
      document.body.replaceChildren(lineOf("م ", "beside"), lineOf("", "alone"));
    }, weight);
    const [beside, alone] = [
      await inkHeight(page.locator("#beside")),
      await inkHeight(page.locator("#alone")),
    ];
    expect(alone).toBeGreaterThan(40);
    expect(Math.abs(beside - alone), `${beside} and ${alone} px`).toBeLessThanOrEqual(1);
  }
});

test("Arabic digits are fetched where a theme wants them, and nowhere else", async ({
  page,
  demo,
  ownShop,
}) => {
  const digits = (): Promise<string[]> =>
    page.evaluate(() =>
      [...document.fonts]
        .filter(({ family }) => family.includes("Wasl Digits"))
        .map(({ weight, status }) => `${weight} ${status}`),
    );
  await page.goto(`${demo.baseUrl}/pay/info/${demo.orders["created"]}?lang=ar`);
  await expect(page.locator("html[data-alive]")).toHaveCount(1);
  expect(await digits()).toEqual([]);
  const shop = ownShop.owner;
  const themed = await fetch(`${demo.baseUrl}/api/v1/theme`, {
    method: "PUT",
    headers: { authorization: `Bearer ${shop.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ digits: "arabic" }),
  });
  expect(themed.status).toBe(200);
  const lines = [{ title: "تمر سكري", quantity: 2, unitPrice: "1050.00", vatRate: "15" }];
  const orderNumber = await issueInvoice(shop, { lines });
  await page.goto(`${demo.baseUrl}/pay/info/${orderNumber}?lang=ar`);
  await expect.poll(async () => (await digits()).filter((face) => face.endsWith(" loaded"))).not.toEqual([]);
  await expect(page.locator(".pay-button .amount bdi").first()).toHaveCSS("font-family", /^"Wasl Digits"/);
  await expect(page.locator(".pay-button")).toContainText("2,415.00");
});

/** How high what is drawn of an element is, px. */
async function inkHeight(element: Locator): Promise<number> {
  const { info } = await sharp(await element.screenshot())
    .trim()
    .toBuffer({ resolveWithObject: true });
  return info.height;
}

/** The fonts of all texts and fields that have a place on the page, each with one of its texts. */
async function fontsOf(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const fonts = new Map<string, string>();
    const note = (element: Element, text: string): void => {
      if (element.getClientRects().length === 0) return;
      const { fontFamily, fontSize, fontStyle, fontWeight } = getComputedStyle(element);
      const font = `${fontSize} ${fontWeight} ${fontStyle} ${fontFamily}`;
      if (!fonts.has(font)) fonts.set(font, text.trim().slice(0, 30));
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      if (parentElement && textContent?.trim()) note(parentElement, textContent);
    }
    for (const field of document.querySelectorAll("input, select, textarea")) note(field, field.id);
    return [...fonts].map(([font, text]) => `${font}: ${text}`);
  });
}
