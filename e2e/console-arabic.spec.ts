/**
 * What other consoles get wrong in Arabic, by the numbers of the list in src/console/arabic-failures.test.ts: what only a browser
 * can show, on screens that there are.
 */
import { demoCaller } from "#cli/demo-caller.ts";
import { expect, test } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

type Box = { readonly x: number; readonly width: number };

const middle = (box: Box | null): number => (box === null ? Number.NaN : box.x + box.width / 2);

test.describe("at a desk", () => {
  test.use({ viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false });

  test("1, 3, 4, 5, 6, 16, 18, 19: the frame, rows of links, steps of time, tables, dialogs and plots go from right to left", async ({
    page,
    demo,
  }) => {
    await openConsole(page, demo, { language: "ar" });
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    const ways = await page.locator(".ways").boundingBox();
    expect(ways?.x, "the bar is there, at the right").toBeGreaterThan(800);
    const amounts = page.locator(".figures .amount");
    await expect(amounts).not.toHaveCount(0);
    const days = page.locator(".plot-days span");
    await expect(days).not.toHaveCount(0);
    const places = await days.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
    expect(places, "the first day is at the right").toEqual(places.toSorted((a, b) => b - a));
    const bars = await page
      .locator(".plot-now")
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute("x"))));
    expect(bars, "and so is its bar").toEqual(bars.toSorted((a, b) => b - a));

    await page.goto(`${demo.person.address}/vat`);
    const steps = page.locator(".period-row .button");
    await expect(steps).toHaveCount(2);
    const [before, after] = [await steps.nth(0).boundingBox(), await steps.nth(1).boundingBox()];
    expect(middle(before), "the month before is at the right").toBeGreaterThan(middle(after));
    const turned = await steps
      .locator("svg")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).scale));
    expect(turned, "and its arrow points outwards").toEqual(["-1 1", "-1 1"]);

    await page.goto(`${demo.person.address}/payments`);
    const tabs = page.locator(".money-tabs .choice");
    await expect(tabs).not.toHaveCount(0);
    const rights = await tabs.evaluateAll((all) =>
      all.map((one) => ({ x: one.getBoundingClientRect().x, y: one.getBoundingClientRect().y })),
    );
    for (const [index, { x, y }] of rights.entries()) {
      const next = rights[index + 1];
      if (next?.y === y) expect(next.x, "the next screen is to the left of this one").toBeLessThan(x);
    }

    await page.goto(`${demo.person.address}/invoices`);
    const table = page.locator("table.table");
    await expect(table).toBeVisible();
    const [head, cell] = [table.locator("thead th").nth(0), table.locator("tbody tr").nth(0).locator("th")];
    const [headBox, cellBox] = [await head.boundingBox(), await cell.boundingBox()];
    expect(headBox?.x, "the head stands above its column").toBeCloseTo(cellBox?.x ?? Number.NaN, 0);
    expect(middle(headBox), "whose first is at the right").toBeGreaterThan(
      middle(await table.locator("thead th").nth(3).boundingBox()),
    );
    await page.getByRole("button", { name: "تصدير إلى Excel" }).click();
    const dialog = page.getByRole("dialog");
    const [title, close] = [dialog.locator("h2"), dialog.getByRole("button", { name: "إغلاق" })];
    expect(middle(await close.boundingBox()), "what closes a dialog is at its left").toBeLessThan(
      middle(await title.boundingBox()),
    );
    const window = await dialog.boundingBox();
    expect(Math.abs(middle(window) - 640), "the dialog is in the middle").toBeLessThan(160);
    await expectInside(page);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: false, hasTouch: false });

  test("4, 7, 8, 11, 12, 14, 15, 16, 20: taps, days, digits and numbers stay as they are meant", async ({
    page,
    demo,
  }) => {
    const caller = demoCaller(demo.baseUrl, demo.apiKey);
    const line = { title: "تمر", quantity: 1, unitPrice: "10.00" };
    const orderNumber = await caller.issue({ client: { mobile: "0551239876" }, lines: [line] });
    await openConsole(page, demo, { language: "ar", path: "/invoices/new" });
    const bar = await page.locator(".ways").boundingBox();
    await page.locator("h1").click();
    expect(await page.locator(".ways").boundingBox(), "a tap beside the bar moves nothing").toEqual(bar);
    const amount = page.getByLabel("المبلغ بالريال");
    for (const typed of ["1234.5", "١٢٣٤٫٥"]) {
      await amount.fill("");
      await amount.pressSequentially(typed);
      await amount.blur();
      expect(await amount.inputValue(), "what was typed stays, digit by digit").toBe(typed);
    }
    const mobile = page.getByLabel("جوال العميل");
    await expect(mobile).toHaveCSS("direction", "ltr");
    await mobile.pressSequentially("+٩٦٦٥٥");
    expect(await mobile.inputValue()).toBe("+٩٦٦٥٥");

    await page.goto(`${demo.person.address}/invoices?from=2026-01-01`);
    const days = page.locator(".date-fields input");
    await expect(days).toHaveCount(2);
    for (const type of await days.evaluateAll((all) => all.map((one) => one.getAttribute("type"))))
      expect(type, "days are fields of the browser, with its own keys and order of parts").toBe("date");
    const day = days.nth(0);
    await day.focus();
    await page.keyboard.press("ArrowUp");
    await expect(day).not.toHaveValue("2026-01-01");

    await page.goto(`${demo.person.address}/invoices/${orderNumber}`);
    const number = page.locator("bdi[dir=ltr]", { hasText: "+966551239876" });
    await expect(number.nth(0)).toHaveCSS("direction", "ltr");
    await page.goto(`${demo.person.address}/invoices`);
    await expect(page.locator(".cards .card")).not.toHaveCount(0);
    const inner = await page.evaluate(
      () =>
        [...document.querySelectorAll("#main *")].filter(
          (one) =>
            one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY),
        ).length,
    );
    expect(inner, "a list scrolls with its page, so its end is where a button brings more").toBe(0);
    await expectInside(page);
  });
});
