/**
 * Order and weight of the payment page: what stands where, in px, on a phone of 360 x 740 and on a wide window
 * (decision 0035).
 */
import type { Locator, Page } from "@playwright/test";
import { instalmentMethods, type PanelMethod } from "#methods/allowed.ts";
import { expect, languages, test } from "../fixtures.ts";
import { firstFieldOf } from "../methods/first-field.ts";

const phone = { width: 360, height: 740 };
const largestPay = 800;
const rowHeight = 52;
/** Above the rows and in the open one: eight rows are a screen and a half with it. */
const besideRows = phone.height * 1.5 - 8 * rowHeight;

/** Where an element stands on the page, px from its top. */
async function placeOf(element: Locator): Promise<{ top: number; bottom: number; height: number }> {
  return await element.evaluate((one) => {
    const { top, bottom, height } = one.getBoundingClientRect();
    return { top: top + window.scrollY, bottom: bottom + window.scrollY, height };
  });
}

const tops = (page: Page) =>
  page.locator(".method-tile").evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top));

for (const language of languages) {
  test(`a known payer's phone: one bar, Pay and all methods near the top (${language})`, async ({
    page,
    demo,
  }) => {
    await page.setViewportSize(phone);
    await page.goto(`${demo.baseUrl}/pay/info/${demo.orders["created"]}?lang=${language}`);
    await expect(page.frameLocator(".google-pay-frame").getByRole("button")).toBeVisible();

    expect((await placeOf(page.locator(".page-header"))).height).toBe(56);
    const logos = page.locator("body :is(.merchant-logo, .product-logo):visible");
    await expect(logos).toHaveCount(1);
    expect(await logos.boundingBox()).toMatchObject({ width: 32, height: 32 });
    for (const part of ["متجر النخيل", "242.71"])
      await expect(page.locator(".page-header")).toContainText(part);
    await expect(page.locator(".page-header .language-switch")).toBeVisible();

    const payer = page.locator(".payer");
    await expect(payer.locator("summary")).toContainText("\u2066+966 551234567");
    // The greeting has said it: nothing stands twice on the first screen.
    await expect(page.getByText("نورة العتيبي").filter({ visible: true })).toHaveCount(1);
    expect((await placeOf(payer)).height).toBeLessThanOrEqual(45);
    await expect(page.locator("#clientName")).toBeHidden();

    const pay = page.locator(".pay-button:visible");
    await expect(page.locator(".method[data-open] .pay-button")).toHaveCount(1);
    expect((await placeOf(pay)).top).toBeLessThanOrEqual(largestPay);
    const rows = await page.locator(".method-tile").count();
    expect(
      (await placeOf(page.locator(".method-tile").last())).bottom,
      `${rows} rows of ${rowHeight} px, and ${besideRows} px beside them`,
    ).toBeLessThanOrEqual(besideRows + rows * rowHeight);
    const wallets = await placeOf(page.locator(".google-pay-frame"));
    expect(wallets.bottom).toBeLessThan((await placeOf(page.locator(".method-tile").first())).top);
    const mada = await placeOf(page.locator('[data-mark="mada"]:visible'));
    expect(mada.bottom).toBeLessThan(phone.height);

    const [, second = 0, ...others] = await tops(page);
    for (const [index, top] of others.entries()) expect(top - second).toBeCloseTo(rowHeight * (index + 1), 0);
    await expect(page.locator(".card-preview")).toBeHidden();
  });

  test(`an unknown payer's phone: the fields are there, and Pay is not far below (${language})`, async ({
    page,
    demo,
    issue,
  }) => {
    await page.setViewportSize(phone);
    await page.goto(`${demo.baseUrl}/pay/info/${await issue({ client: undefined })}?lang=${language}`);
    await expect(page.locator("#clientName")).toBeVisible();
    await expect(page.locator("#clientMobile")).toBeVisible();
    expect((await placeOf(page.locator(".pay-button:visible"))).top).toBeLessThanOrEqual(largestPay);
  });

  test(`a wide window has the summary beside the form, and Pay on its first screen (${language})`, async ({
    page,
    demo,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${demo.baseUrl}/pay/info/${demo.orders["created"]}?lang=${language}`);
    const form = await page.locator(".info-main").boundingBox();
    const summary = await page.locator(".order-summary").boundingBox();
    if (!form || !summary) throw new Error("a part of the page is missing");
    expect(form.width).toBe(450);
    const gap = language === "ar" ? form.x - (summary.x + summary.width) : summary.x - (form.x + form.width);
    expect(gap).toBe(48);
    expect(summary.y).toBeLessThan(form.y);
    await expect(page.locator(".order-summary .totals")).toBeVisible();
    expect((await placeOf(page.locator(".pay-button:visible"))).bottom).toBeLessThanOrEqual(900);
  });
}

test("a payer's details are changed behind the line, which says what is in them", async ({
  page,
  demo,
  issue,
}) => {
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=en`);
  const line = page.locator(".payer > summary");
  await expect(line).toContainText("Edit");
  await line.focus();
  await page.keyboard.press("Enter");
  await page.locator("#clientName").fill("Sara K");
  await page.locator("#clientMobile").fill("0559876543");
  await line.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#clientName")).toBeHidden();
  await expect(line).toContainText("Sara K");
  await expect(line).toContainText("0559876543");
  // What is wrong in them opens the line again.
  await line.click();
  await page.locator("#clientMobile").fill("");
  await line.click();
  await page.locator(".pay-button:visible").click();
  await expect(page.locator("#clientMobile")).toBeFocused();
});

test("an address is asked for where something can be delivered, and nowhere else", async ({ page, demo }) => {
  for (const [name, count] of [
    ["created", 1],
    ["digital", 0],
  ] as const) {
    await page.goto(`${demo.baseUrl}/pay/info/${demo.orders[name]}?lang=en`);
    await expect(page.locator(".delivery")).toHaveCount(count);
  }
});

const actions = {
  card: /^Pay SAR\s242\.71$/,
  amex: /^Pay SAR\s242\.71$/,
  stcpay: "Send the code",
  urpay: "Send the code",
  tamara: "Continue to Tamara",
  tabby: "Continue to Tabby",
  sadad: "Issue the SADAD number",
  a2a: "Show the transfer details",
} as const satisfies Record<PanelMethod, string | RegExp>;

test("every button says what its press does, and instalments stand in the rows that take them", async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.baseUrl}/pay/info/${demo.orders["created"]}?lang=en`);
  await expect(page.locator("html[data-alive]")).toHaveCount(1);
  for (const [method, says] of Object.entries(actions)) {
    await page.locator(`input[name="method"][value="${method}"]`).check();
    const row = page.locator(`.method:has([value="${method}"])`);
    await expect(row.locator(".pay-button")).toHaveText(says);
    const content = firstFieldOf(method) === null ? ".method-panel" : ".method-panel input:visible";
    await expect(row.locator(content).first()).toBeVisible();
    await expect(page.locator(".pay-button:visible")).toHaveCount(1);
  }
  await expect(page.locator(".method-note")).toHaveText(
    instalmentMethods.map(() => /interest-free payments from SAR\s60\.67/),
  );
  for (const method of instalmentMethods) {
    const row = page.locator(`label:has([value="${method}"])`);
    await expect(row.locator(".method-note .riyal")).toBeVisible();
    // Button, two lines and mark stand on one middle line, off the edges of the row.
    const { middle, parts } = await row.evaluate((tile) => {
      const middleOf = (one: Element): number => {
        const { top, bottom } = one.getBoundingClientRect();
        return (top + bottom) / 2;
      };
      return { middle: middleOf(tile), parts: [...tile.querySelectorAll("input, .mark")].map(middleOf) };
    });
    expect(parts).toHaveLength(2);
    for (const part of parts) expect(part).toBeCloseTo(middle, 0);
  }
});

test("every mark is in the one file of marks, which is fetched once", async ({ page, demo }) => {
  const fetched: string[] = [];
  page.on("request", (request) => void (/marks-.*\.svg/.test(request.url()) && fetched.push(request.url())));
  await page.goto(`${demo.baseUrl}/pay/info/${demo.orders["created"]}?lang=ar`);
  const marks = page.locator(".mark:visible");
  await expect(marks.last()).toBeVisible();
  await expect
    .poll(() =>
      marks.evaluateAll((all) =>
        all
          .filter((mark) => (mark.querySelector("use")?.getBBox().width ?? 0) < 1)
          .map(({ outerHTML }) => outerHTML),
      ),
    )
    .toEqual([]);
  expect(new Set(fetched).size).toBe(1);
});
