/** The checklist's "Choosing a method" (docs/ux-checklist.md). */
import { allMethods } from "#methods/allowed.ts";
import { editPayer, expect, languages, test } from "../fixtures.ts";

test("U22, U23, U25: one group with a name, wallets first, then cards; choosing moves neither focus nor window", async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.baseUrl}/pay/info/${demo.orders["created"]}?lang=ar`);
  await expect(page.locator("html[data-alive]")).toHaveCount(1);
  const group = page.getByRole("group", { name: "طريقة الدفع" });
  const radios = group.getByRole("radio");
  expect(await radios.evaluateAll((all) => all.map((radio) => (radio as HTMLInputElement).value))).toEqual(
    allMethods.filter(({ surface }) => surface === "panel").map(({ id }) => id),
  );
  const wallet = await page.locator(".google-pay-frame").boundingBox();
  const first = await radios.first().boundingBox();
  expect(wallet?.y).toBeLessThan(first?.y ?? 0);

  await radios.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(radios.nth(1)).toBeChecked();
  await expect(radios.nth(1)).toBeFocused();
  await expect(radios.first()).not.toBeChecked();
  await page.keyboard.press("ArrowUp");
  await expect(radios.first()).toBeChecked();

  const tile = page.locator('label:has([value="tabby"])');
  await tile.scrollIntoViewIfNeeded();
  const before = await tile.boundingBox();
  await tile.click();
  await expect(page.locator("#tabbyEmail")).toBeVisible();
  await expect(page.locator('input[value="tabby"]')).toBeFocused();
  const after = await tile.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
  await expect(tile).toBeInViewport({ ratio: 1 });
});

test("U24: a single method is not offered for choice", async ({ page, demo, issue }) => {
  const order = await issue({ allowedMethods: ["mada"] });
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await expect(page.locator("#card-number")).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  await expect(page.locator(".wallet-place, .google-pay-frame")).toHaveCount(0);
});

test("U26: mada stands first in reading order beside the other marks", async ({ page, demo }) => {
  for (const language of languages) {
    for (const [path, marks] of [
      [`info/${demo.orders["created"]}`, '.method:has([value="card"]) .method-tile .mark'],
      [`product/${demo.links["coupon"]}`, ".method-logos .mark"],
      [`frame/${demo.orders["created"]}`, ".card-marks .mark"],
      [`simple/${demo.orders["created"]}`, '.method-tile:has([value="card"]) .mark'],
    ] as const) {
      await page.goto(`${demo.baseUrl}/pay/${path}?lang=${language}`);
      const places = await page.locator(marks).evaluateAll((all) =>
        all.map((mark) => ({
          isMada: /^(?:mada|مدى)$/.test(mark.closest("[role=img]")?.getAttribute("aria-label") ?? ""),
          x: mark.getBoundingClientRect().x,
          y: mark.getBoundingClientRect().y,
        })),
      );
      const row = places.filter(({ y }) => Math.abs(y - (places[0]?.y ?? 0)) < 4);
      expect(row.length).toBeGreaterThanOrEqual(3);
      const sorted = row.toSorted((a, b) => (language === "ar" ? b.x - a.x : a.x - b.x));
      expect(sorted[0]?.isMada).toBe(true);
    }
  }
});

test("U27: another method and back, and everything typed is still there", async ({ page, demo }) => {
  await page.goto(`${demo.baseUrl}/pay/info/${demo.orders["created"]}?lang=en`);
  await editPayer(page);
  await page.locator("#clientName").fill("Sara K");
  await page.locator("#card-number").fill("5123450000000008");
  await page.locator('label:has([value="tabby"])').click();
  await page.locator("#tabbyEmail").fill("sara@example.com");
  await page.locator('label:has([value="card"])').click();
  await expect(page.locator("#card-number")).toHaveValue("5123 4500 0000 0008");
  await page.locator('label:has([value="tabby"])').click();
  await expect(page.locator("#tabbyEmail")).toHaveValue("sara@example.com");
  await expect(page.locator("#clientName")).toHaveValue("Sara K");
});

test("U28: a method that does not answer says so beside its name, and the next one is a press away", async ({
  page,
  demo,
  issue,
}) => {
  await page.route("**/rest/pay/tamara/authorize", (route) =>
    route.fulfill({
      status: 502,
      contentType: "application/problem+json",
      body: JSON.stringify({
        type: "urn:wasl:problem:gateway_unavailable",
        code: "gateway_unavailable",
        error: "This payment method is not available now. Choose another one or try later.",
      }),
    }),
  );
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=en`);
  const tile = page.locator('label:has([value="tamara"])');
  await tile.click();
  await page.locator("#tamaraEmail").fill("sara@example.com");
  await page.locator("#tamaraCity").fill("Riyadh");
  await page.locator("#tamaraLine1").fill("Olaya Street 1");
  await page.locator(".pay-button:visible").click();
  await expect(page.getByRole("alert").filter({ hasText: "not available now" })).toBeVisible();
  await expect(tile).toContainText("not available now");
  await page.getByRole("button", { name: "Pay with Bank card instead" }).click();
  await expect(page.locator('input[value="card"]')).toBeFocused();
  await expect(page.locator("#card-number")).toBeVisible();
  await expect(tile).toContainText("not available now");
});
