/** The checklist's "Form basics" (docs/ux-checklist.md), on the payment page. */
import type { Page } from "@playwright/test";
import ar from "#web/i18n/payment.ar.json" with { type: "json" };
import { editPayer, expect, fillCard, test } from "../fixtures.ts";

const info = (baseUrl: string, order: string | undefined, language: string): string =>
  `${baseUrl}/pay/info/${order}?lang=${language}`;

const alive = (page: Page) => expect(page.locator("html[data-alive]")).toHaveCount(1);

test("U30, U31, U32, U33, U34, U35: one column of labelled fields whose ids never change; what may stay empty says so", async ({
  page,
  demo,
}) => {
  await page.goto(info(demo.baseUrl, demo.orders["created"], "ar"));
  await alive(page);
  await editPayer(page);
  await page.locator(".delivery summary").click();
  const fields = page.locator("form .field input:visible");
  // Browsers fill by these: a change here makes every saved form forget.
  expect(await fields.evaluateAll((all) => all.map(({ id }) => id))).toEqual([
    "clientName",
    "clientMobile",
    "shipmentCity",
    "shipmentAddress",
    "card-number",
    "card-expiry",
    "card-securityCode",
    "card-nameOnCard",
  ]);
  for (const field of await fields.all()) {
    const id = await field.getAttribute("id");
    const label = page.locator(`label[for="${id}"]`);
    await expect(label).toHaveCount(1);
    await label.click();
    await expect(field).toBeFocused();
    const isRequired = await field.evaluate((input: HTMLInputElement) => input.required);
    expect(isRequired).toBe(!(id ?? "").startsWith("shipment"));
  }
  await expect(page.locator(".delivery summary")).toContainText(ar.optional);
  // One name, one edge: only the code shares its row with the expiry.
  await expect(page.locator('[autocomplete="name"]')).toHaveCount(1);
  await expect(page.locator('[autocomplete*="postal"]')).toHaveCount(0);
  for (const [part, edges] of [
    [".main-fields", 1],
    ['[data-method="card"]', 2],
  ] as const) {
    const ends = await page
      .locator(`${part} .field:visible`)
      .evaluateAll((all) => all.map((field) => Math.round(field.getBoundingClientRect().right)));
    expect(new Set(ends).size, part).toBe(edges);
  }
});

test("U36, U37, U41: Tab follows the page, Enter submits, and the first gap gets the focus and is announced once", async ({
  page,
  demo,
  issue,
}) => {
  for (const language of ["ar", "en"] as const) {
    await page.goto(info(demo.baseUrl, await issue(), language));
    await alive(page);
    await editPayer(page);
    await page.locator("#clientName").focus();
    let before = { y: 0, x: 0 };
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press("Tab");
      const place = await page.evaluate(() => {
        const box = document.activeElement?.getBoundingClientRect();
        return { y: Math.round((box?.top ?? 0) + window.scrollY), x: Math.round(box?.left ?? 0) };
      });
      expect(place.y).toBeGreaterThanOrEqual(before.y - 4);
      // Within one row: the code comes after the expiry, in the direction of the page.
      if (await page.evaluate(() => document.activeElement?.id === "card-securityCode"))
        expect(language === "ar" ? before.x - place.x : place.x - before.x).toBeGreaterThan(0);
      before = place;
    }
    await page.locator("#clientName").focus();
    await page.keyboard.press("Enter");
    const number = page.locator("#card-number");
    await expect(number).toBeFocused();
    await expect(number).toHaveAttribute("aria-invalid", "true");
    await expect(number).toHaveAttribute("aria-describedby", /\bcard-number-error\b/);
    // The focus tells it; a live region would tell it again.
    await expect(page.locator("#card-number-error")).toHaveAttribute("aria-live", "off");
    await expect(page.locator(".pay-button:visible")).toBeEnabled();
    await expect(page.locator(".pay-button:visible")).toHaveAttribute("aria-disabled", "false");
  }
});

test("U38, U39: silence while typing, words on leaving, gone as soon as it is right, and then a tick", async ({
  page,
  demo,
}) => {
  await page.goto(info(demo.baseUrl, demo.orders["created"], "en"));
  await alive(page);
  const number = page.locator("#card-number");
  const error = page.locator("#card-number-error");
  await number.pressSequentially("51234500");
  await expect(error).toHaveText("");
  await page.locator("#card-nameOnCard").focus();
  await expect(error).toContainText("Some of its digits are missing");
  await expect(error).toHaveAttribute("aria-live", "polite");
  await number.focus();
  await page.keyboard.press("End");
  await number.pressSequentially("00000008");
  await expect(error).toHaveText("");
  await expect(number).not.toHaveAttribute("aria-invalid");
  await page.locator("#card-nameOnCard").focus();
  await expect(page.locator(".field-box", { has: number }).locator(".field-done")).toBeVisible();
  // The panels of other methods, too.
  await page.locator('label:has([value="tabby"])').click();
  await page.locator("#tabbyEmail").fill("sara@example.com");
  await page.locator("#tabbyMobile").focus();
  await expect(
    page.locator(".field-box", { has: page.locator("#tabbyEmail") }).locator(".field-done"),
  ).toBeVisible();
});

/** Field, what is typed, and the end of the message. */
const faults = [
  ["card-number", "", "Enter the digits on the front of the card."],
  ["card-number", "4111", "Some of its digits are missing."],
  ["card-number", "4111111111111112", "One of the digits is wrong; compare them with the card."],
  ["amex-number", "4111111111111111", "This is not an American Express card."],
  ["card-expiry", "", "Enter month and year as on the card."],
  ["card-expiry", "05", "It takes two digits each for month and year."],
  ["card-expiry", "1339", "Months go from 01 to 12."],
  ["card-expiry", "0124", "This card has expired. Use another one."],
  ["card-expiry", "0199", "It is too far ahead; compare it with the card."],
  ["card-securityCode", "", "Enter the 3 digits on the back of the card."],
  ["card-securityCode", "12", "It has 3 digits."],
  ["card-securityCode", "1234", "It has 3 digits, and 4 only on American Express."],
  ["amex-securityCode", "123", "It has 4 digits on American Express."],
  ["clientMobile", "", "Please provide a mobile number"],
  ["clientMobile", "sara", "Use digits only."],
  ["clientMobile", "05512", "Some digits are missing."],
  ["clientMobile", "055123456789", "It has too many digits."],
  ["clientMobile", "0412345678", "Check its first digits and the country."],
] as const;

test("U40, U52: each fault has words of its own, with what to do", async ({ page, demo }) => {
  await page.goto(info(demo.baseUrl, demo.orders["created"], "en"));
  await alive(page);
  await editPayer(page);
  for (const [id, text, message] of faults) {
    const method = id.startsWith("amex") ? "amex" : "card";
    if (!(await page.locator(`input[name="method"][value="${method}"]`).isChecked()))
      await page.locator(`label:has([value="${method}"])`).click();
    await page.locator(`#${id}`).fill(text);
    await page.locator(".pay-button:visible").click();
    await expect(page.locator(`#${id}-error`), `${id} "${text}"`).toHaveText(
      new RegExp(`${RegExp.escape(message)}$`),
    );
  }
});

test("U43: a change of the language keeps the method and what was typed, and never the card", async ({
  page,
  demo,
}) => {
  await page.goto(info(demo.baseUrl, demo.orders["created"], "ar"));
  await alive(page);
  await fillCard(page, { number: "5123450000000008" });
  await editPayer(page);
  await page.locator("#clientName").fill("Sara K");
  await page.locator('label:has([value="tabby"])').click();
  await page.locator("#tabbyEmail").fill("sara@example.com");
  await page.locator(".page-header .language-switch").click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator('input[value="tabby"]')).toBeChecked();
  await expect(page.locator("#tabbyEmail")).toHaveValue("sara@example.com");
  await expect(page.locator("#clientName")).toHaveValue("Sara K");
  await page.reload();
  await expect(page.locator("#tabbyEmail")).toHaveValue("sara@example.com");
  await expect(page.locator('input[value="tabby"]')).toBeChecked();
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(kept).toContain("sara@example.com");
  expect(kept.replaceAll(/\D/g, "")).not.toContain("5123450000000008");
  expect(kept).not.toContain("NOURA ALOTAIBI");
  // A new visit finds the page as Spec 2.3 opens it, and the panel as it was left.
  await page.goto(info(demo.baseUrl, demo.orders["created"], "en"));
  await alive(page);
  await expect(page.locator('input[value="card"]')).toBeChecked();
  await page.locator('label:has([value="tabby"])').click();
  await expect(page.locator("#tabbyEmail")).toHaveValue("sara@example.com");
});

test("U44, U45: unseen characters go and Arabic digits become Latin as they are pasted or typed", async ({
  page,
  demo,
}) => {
  await page.goto(info(demo.baseUrl, demo.orders["created"], "ar"));
  await alive(page);
  await editPayer(page);
  for (const [id, typed, shown] of [
    ["clientName", "\u202eسارة\u200b", "سارة"],
    ["clientMobile", "\u200e٠٥٥١٢٣٤٥٦٧", "0551234567"],
    ["card-number", "\u200e۵۱۲۳٤٥", "5123 45"],
    ["card-expiry", "\u200e٠٦", "06/"],
    ["card-securityCode", "١٢٣", "123"],
  ] as const) {
    await page.locator(`#${id}`).fill(typed);
    await expect(page.locator(`#${id}`), id).toHaveValue(shown);
  }
  await page.locator('label:has([value="sadad"])').click();
  await page.locator("#sadadNationalId").fill("١٠٠٠\u200f٠");
  await expect(page.locator("#sadadNationalId")).toHaveValue("10000");
  await page.goto(`${demo.baseUrl}/pay/product/${demo.links["stock"]}?lang=ar`);
  await alive(page);
  await page.locator("#qty").fill("٢");
  await expect(page.locator("#qty")).toHaveValue("2");
});

test("U38: a toast goes when what it is about is corrected, not only after its time", async ({
  page,
  demo,
  issue,
}) => {
  await page.clock.install();
  await page.goto(`${demo.baseUrl}/pay/info/${await issue({ client: undefined })}?lang=en`);
  await expect(page.locator("html[data-alive]")).toHaveCount(1);
  await page.locator(".pay-button:visible").click();
  const toast = page.locator(".toast");
  await expect(toast).toHaveText("Please enter client name and mobile number");
  await page.locator("#clientName").fill("Noura");
  await expect(toast).toBeVisible();
  await page.locator("#clientMobile").fill("0551234567");
  // The clock stands still: its eight seconds are not over.
  await expect(toast).toHaveCount(0);
  // The card is still wrong, which is not what the toast spoke of.
  await expect(page.locator("#card-number")).toHaveAttribute("aria-invalid", "true");
});

test("U40, U41: an error stands instead of its field's hint, and alone describes it", async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.baseUrl}/pay/info/${demo.orders["created"]}?lang=ar`);
  const code = page.locator("#card-securityCode");
  await expect(page.locator("#card-securityCode-hint")).toBeVisible();
  await expect(code).toHaveAttribute("aria-describedby", "card-securityCode-hint");
  await code.fill("1");
  await code.blur();
  await expect(page.locator("#card-securityCode-error")).not.toBeEmpty();
  await expect(page.locator("#card-securityCode-hint")).toHaveCount(0);
  await expect(code).toHaveAttribute("aria-describedby", "card-securityCode-error");
  await code.fill("100");
  await expect(page.locator("#card-securityCode-hint")).toBeVisible();
});
