/** The checklist's "Order summary and amounts" (docs/ux-checklist.md). */
import type { Locator, Page } from "@playwright/test";
import { editPayer, expect, languages, test } from "../fixtures.ts";

/** The digits of an amount as a number of halalas. */
async function halalas(amount: Locator): Promise<number> {
  return toHalalas((await amount.textContent()) ?? "");
}

function toHalalas(text: string): number {
  return Math.round(Number(/[\d,]+\.\d{2}/.exec(text)?.[0].replaceAll(",", "")) * 100);
}

test("U11: on a phone the total stays in sight, and its details are one tap away", async ({ page, demo }) => {
  await page.goto(`${demo.baseUrl}/pay/info/${demo.orders["discountFixed"]}?lang=ar`);
  const total = page.locator(".shop-bar-total");
  for (const share of [0, 0.5, 1]) {
    await page.evaluate((part) => window.scrollTo(0, document.documentElement.scrollHeight * part), share);
    await expect(total).toBeInViewport({ ratio: 1 });
  }
  await expect(page.locator(".totals")).toBeHidden();
  await page.locator(".order-summary summary").click();
  await expect(page.locator(".totals")).toBeInViewport();
  // The bar hides no field that takes the focus from below it.
  await page.locator(".order-summary summary").click();
  await editPayer(page);
  await page.locator("#clientName").focus();
  const bar = await page.locator(".page-header").boundingBox();
  const field = await page.locator("#clientName").boundingBox();
  expect(field?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
});

test("U12: the Pay button says the verb and the server's total, in both languages", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue({ lines: [{ title: "x", quantity: 10, unitPrice: "1234.56", vatRate: "15" }] });
  const model = (await (await fetch(`${demo.baseUrl}/rest/pay/order/${order}`)).json()) as { total: number };
  for (const [language, verb] of [
    ["ar", "ادفع"],
    ["en", "Pay"],
  ]) {
    await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=${language}`);
    const button = page.locator(".pay-button:visible");
    await expect(button).toContainText(`${verb} `);
    expect(await halalas(button)).toBe(Math.round(model.total * 100));
    // U17: thousands are grouped, digits have one width.
    await expect(button).toContainText("14,197.44");
  }
});

test("U13: a new amount is spoken once, politely", async ({ page, demo }) => {
  await page.goto(`${demo.baseUrl}/pay/product/${demo.links["stock"]}?lang=en`);
  const spoken = page.locator(".order-amounts [role=status]");
  await expect(spoken).toHaveText("");
  await expect(async () => {
    await page.locator("#qty").press("ArrowUp");
    await expect(spoken).toContainText("Order amount", { timeout: 500 });
  }).toPass();
  const now = (await page.locator(".order-amount dd").textContent()) ?? "";
  expect(toHalalas((await spoken.textContent()) ?? "")).toBe(toHalalas(now));
  await expect(page.locator("[role=status]", { hasText: "Order amount" })).toHaveCount(1);
});

test("U14: discount and VAT have lines of their own, and all lines add up to the halala", async ({
  page,
  demo,
}) => {
  for (const [kind, name] of [
    ["order", "created"],
    ["order", "discountFixed"],
    ["info", "discountFixed"],
  ] as const) {
    await page.goto(`${demo.baseUrl}/pay/${kind}/${demo.orders[name]}?lang=en`);
    const rows = await page
      .locator(".totals .totals-row")
      .evaluateAll((all) =>
        all.map((row) => [row.querySelector("dt")?.textContent, row.querySelector("dd")?.textContent]),
      );
    const sums = rows.map(([label = "", text]) => ({
      label: label ?? "",
      amount: toHalalas(text ?? "") * (label?.startsWith("Discount") ? -1 : 1),
    }));
    const total = sums.at(-1)?.amount;
    expect(sums.slice(0, -1).reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
    expect(sums.map(({ label }) => label.split(" ")[0])).toContain("VAT");
    if (name === "discountFixed") expect(sums.some(({ amount }) => amount < 0)).toBe(true);
  }
  // A product whose buyer pays the fee names it, beside VAT and the sum of both.
  await page.goto(`${demo.baseUrl}/pay/product/${demo.links["clientPaysFees"]}?lang=en`);
  await expect(page.getByText(/Includes a service fee of/)).toBeVisible();
  const [subTotal = 0, vat = 0, total] = await Promise.all(
    (await page.locator(".order-amounts dd").all()).map(halalas),
  );
  expect(subTotal + vat).toBe(total);
});

test("U15, U16, U17: the currency stands to the left of isolated, tabular digits in both directions", async ({
  page,
  demo,
}) => {
  for (const language of languages) {
    for (const path of [`order/${demo.orders["created"]}`, `product/${demo.links["coupon"]}`]) {
      await page.goto(`${demo.baseUrl}/pay/${path}?lang=${language}`);
      const amounts = await page.locator("bdi.amount:visible").evaluateAll((all) =>
        all.map((amount) => {
          const whole = amount.getBoundingClientRect();
          const label = amount.querySelector(".currency")?.getBoundingClientRect();
          const style = getComputedStyle(amount);
          return {
            gap: Math.abs((label?.left ?? Number.NaN) - whole.left) < 1,
            space: amount.textContent?.includes("\u00a0"),
            isolated: style.unicodeBidi === "isolate",
            tabular: style.fontVariantNumeric === "tabular-nums",
          };
        }),
      );
      expect(amounts.length).toBeGreaterThan(2);
      for (const amount of amounts)
        expect(amount).toEqual({ gap: true, space: true, isolated: true, tabular: true });
      expect(await page.locator(".amount:not(bdi)").count()).toBe(0);
    }
  }
  await page.goto(`${demo.baseUrl}/pay/order/${demo.orders["created"]}?lang=ar`);
  // Numbers that are not amounts: order, VAT number, mobile.
  for (const text of [demo.orders["created"] ?? "", "310122393500003", "+966"])
    await expect(page.locator("[dir=ltr]", { hasText: text }).filter({ visible: true }).first()).toHaveCSS(
      "direction",
      "ltr",
    );
});

test("U15: the sign of a discount stands to the left of its amount in both directions", async ({
  page,
  demo,
}) => {
  for (const language of languages) {
    for (const path of [`order/${demo.orders["created"]}`, `order/${demo.orders["discountFixed"]}`]) {
      await page.goto(`${demo.baseUrl}/pay/${path}?lang=${language}`);
      const sum = page.locator(".totals dd", { hasText: "−" });
      await expect(sum).toHaveCount(1);
      const { sign, amount } = await sum.evaluate((one) => {
        const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
        while (texts.nextNode() && !texts.currentNode.textContent?.includes("−"));
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        return {
          sign: range.getBoundingClientRect().left,
          amount: one.querySelector(".currency")?.getBoundingClientRect().left ?? Number.NaN,
        };
      });
      expect(sign, `${path} ${language}`).toBeLessThan(amount);
    }
  }
});

test("U18: a foreign equivalent is about, with its rate and day; the charge is larger", async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.baseUrl}/pay/info/${demo.orders["foreignCurrency"]}?lang=en`);
  await expect(page.locator(".pay-foreign")).toContainText(/about .*USD/);
  await page.locator(".order-summary summary").click();
  const equivalent = page.locator(".totals .foreign-equivalent");
  await expect(equivalent).toContainText(/about .*52\.13/);
  await expect(equivalent).toContainText(/USD 1 = SAR 3\.75 on \d+ \w+ \d{4}\. You pay in SAR\./);
  const size = (place: Locator) =>
    place.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(await size(equivalent)).toBeLessThan(await size(page.locator(".totals-grand .amount")));
  // The total stands beside its label, and what it is worth below that.
  for (const language of languages) {
    await page.goto(`${demo.baseUrl}/pay/order/${demo.orders["foreignCurrency"]}?lang=${language}`);
    const label = await page.locator(".totals-grand dt").boundingBox();
    const amount = await page.locator(".totals-grand .amount").boundingBox();
    expect((amount?.y ?? Number.NaN) - (label?.y ?? 0), language).toBeLessThan(24);
  }
});

test("U19: four instalments sum to the total, the last one with the rest, each with its day", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue({
    pricesIncludeVat: true,
    lines: [{ title: "x", quantity: 1, unitPrice: "100.01", vatRate: "15" }],
  });
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await page.locator('label:has([value="tamara"])').click();
  const parts = page.locator('[data-method="tamara"] .instalment-plan li');
  await expect(parts).toHaveCount(4);
  expect(await Promise.all((await parts.locator(".amount").all()).map(halalas))).toEqual([
    2500, 2500, 2500, 2501,
  ]);
  await expect(parts.nth(0)).toContainText("Today");
  for (const index of [1, 2, 3]) await expect(parts.nth(index)).toContainText(/\d{1,2} [A-Z]\w+ 20\d{2}/);
});

test("U20: the picture of an item opens in a dialog that keeps the focus and gives it back", async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.baseUrl}/pay/product/${demo.links["coupon"]}?lang=ar`);
  const picture = page.locator("a.product-image");
  await picture.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator("img")).toBeVisible();
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press("Tab");
    expect(await focusIsIn(page, "dialog")).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(picture).toBeFocused();
});

/** Whether the focus is inside, or with the browser's own buttons: never on the page behind. */
async function focusIsIn(page: Page, selector: string): Promise<boolean> {
  return await page.evaluate((wanted) => {
    const { activeElement } = document;
    return activeElement === document.body || activeElement?.closest(wanted) != null;
  }, selector);
}
