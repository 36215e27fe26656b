/** The riyal beside its amounts: a drawing for the eye, its name for everything else (docs/ux-checklist.md, U15). */
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { expect, languages, test } from "../fixtures.ts";

/** What a buyer who marks the amount copies. */
async function copied(amount: Locator): Promise<string> {
  return await amount.evaluate((element) => {
    const selection = window.getSelection();
    selection?.selectAllChildren(element);
    return selection?.toString() ?? "";
  });
}

/** Share of a sign's box that differs from its ground: near none or near all would be no drawing. */
async function inkOf(page: Page, sign: Locator): Promise<number> {
  await sign.scrollIntoViewIfNeeded();
  const box = await sign.boundingBox();
  if (!box) throw new Error("the sign has no box");
  const { data } = await sharp(await page.screenshot({ clip: box }))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const ground = data[0] ?? 0;
  return data.filter((value) => Math.abs(value - ground) > 60).length / data.length;
}

test("U15: the riyal is drawn, and copied and read aloud as its name", async ({ page, demo }) => {
  for (const [language, text] of [
    ["ar", "242.71\u00a0ريال"],
    ["en", "SAR\u00a0242.71"],
  ] as const) {
    await page.goto(`${demo.baseUrl}/pay/info/${demo.orders["created"]}?lang=${language}`);
    const amount = page.locator(".shop-bar-total .amount");
    expect(await copied(amount), language).toBe(text);
    const pay = page.locator(".pay-button:visible");
    await expect(pay).toHaveAccessibleName(new RegExp(text.replace("\u00a0", "\\s+")));
    expect(await page.locator("body").ariaSnapshot()).not.toContain("\u20c1");
    const ink = await inkOf(page, amount.locator(".riyal"));
    expect(ink, language).toBeGreaterThan(0.1);
    expect(ink, language).toBeLessThan(0.8);
  }
});

test("U15, U99: the sign is there in forced colours and in the dark", async ({ page, demo }) => {
  for (const media of [{ forcedColors: "active" }, { colorScheme: "dark" }] as const) {
    await page.emulateMedia(media);
    await page.goto(`${demo.baseUrl}/pay/order/${demo.orders["created"]}?lang=ar`);
    const ink = await inkOf(page, page.locator(".panel-total-amount .riyal:visible").first());
    expect(ink, JSON.stringify(media)).toBeGreaterThan(0.1);
    expect(ink, JSON.stringify(media)).toBeLessThan(0.8);
  }
});

test("U15: titles say the currency in letters, which every device has", async ({ page, demo }) => {
  for (const language of languages) {
    await page.goto(`${demo.baseUrl}/pay/order/${demo.orders["created"]}?lang=${language}`);
    await expect(page).toHaveTitle(language === "ar" ? /ر\.س/ : /SAR/);
  }
});
