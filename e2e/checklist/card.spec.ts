/** The checklist's "Card fields" (docs/ux-checklist.md); the gateway's own fields are in hosted-fields.spec.ts. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";

async function open(page: Page, baseUrl: string, order: string | undefined, language = "en"): Promise<void> {
  await page.goto(`${baseUrl}/pay/info/${order}?lang=${language}`);
  await expect(page.locator("html[data-alive]")).toHaveCount(1);
}

test("U46, U54, U56, U58: the fields are what phones fill and scan, and the drawing is decoration", async ({
  page,
  demo,
}) => {
  await open(page, demo.baseUrl, demo.orders["created"], "ar");
  for (const [id, attributes] of Object.entries({
    number: { inputmode: "numeric", autocomplete: "cc-number", dir: "ltr" },
    expiry: { inputmode: "numeric", autocomplete: "cc-exp", dir: "ltr" },
    securityCode: { inputmode: "numeric", autocomplete: "cc-csc", dir: "ltr" },
    nameOnCard: { autocomplete: "cc-name", autocapitalize: "words", spellcheck: "false" },
  })) {
    const field = page.locator(`form #card-${id}`);
    for (const [name, value] of Object.entries(attributes)) await expect(field).toHaveAttribute(name, value);
    expect(await field.evaluate((input: HTMLInputElement) => input.type)).toBe("text");
  }
  await expect(page.locator("#card-number")).toHaveCSS("text-align", "end");
  await expect(page.locator(".card-preview")).toHaveAttribute("aria-hidden", "true");
  await page.locator("#card-nameOnCard").fill("نورة العتيبي");
  await page.locator("#card-number").focus();
  await expect(page.locator("#card-nameOnCard-error")).toHaveText("");
});

test("U46, U53: on the smallest phone all digits can be seen, beside marks and ticks", async ({
  page,
  demo,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [kind, number, code] of [
    ["card", "5123450000000008", "100"],
    ["amex", "371449635398431", "1000"],
  ] as const) {
    await open(page, demo.baseUrl, demo.orders["created"], "ar");
    await page.locator(`label:has([value="${kind}"])`).click();
    await page.locator(`#${kind}-number`).fill(number);
    await page.locator(`#${kind}-securityCode`).fill(code);
    await page.locator(`#${kind}-nameOnCard`).focus();
    await expect(page.locator(`[data-method="${kind}"] .field-done`)).toHaveCount(2);
    for (const id of ["number", "securityCode"]) {
      const hidden = await page
        .locator(`#${kind}-${id}`)
        .evaluate((input) => input.scrollWidth - input.clientWidth);
      expect(hidden, `${kind} ${id}`).toBe(0);
    }
  }
});

test("U47, U48, U55: groups while typing, dashes dropped, the caret and the focus stay", async ({
  page,
  demo,
}) => {
  await open(page, demo.baseUrl, demo.orders["created"]);
  const number = page.locator("#card-number");
  await number.fill("5123-4500-0000-0008");
  await expect(number).toHaveValue("5123 4500 0000 0008");
  // The sixth digit is changed: the caret stays behind it.
  await number.evaluate((input: HTMLInputElement) => input.setSelectionRange(6, 7));
  await page.keyboard.press("9");
  await expect(number).toHaveValue("5123 4900 0000 0008");
  expect(await number.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(7);
  await page.keyboard.press("Backspace");
  await expect(number).toHaveValue("5123 4000 0000 008");
  expect(await number.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(6);
  // Twenty digits: what no card has is not taken.
  await number.fill("41111111111111111111");
  await expect(number).toHaveValue("4111 1111 1111 1111");
  await number.fill("");
  await number.pressSequentially("371449635398431");
  await expect(number).toHaveValue("3714 496353 98431");
  await expect(number).toBeFocused();
  const expiry = page.locator("#card-expiry");
  await expiry.pressSequentially("0139");
  await expect(expiry).toBeFocused();
});

test("U49: mada is known before Visa and Mastercard, by its first digits", async ({ page, demo }) => {
  await open(page, demo.baseUrl, demo.orders["created"]);
  const number = page.locator("#card-number");
  const mark = page.locator(".field-box", { has: number }).getByRole("img");
  for (const [digits, name] of [
    ["5067", "mada"],
    ["4576", "mada"],
    ["4011", "mada"],
    ["4111", "Visa"],
    ["5123", "Mastercard"],
    ["3714", "American Express"],
  ] as const) {
    await number.fill(digits);
    await expect(mark, digits).toHaveAccessibleName(name);
  }
  await number.fill("9");
  await expect(mark).toHaveCount(0);
});

test("U50: a card that the order does not take is recognised by its first digits, with what it takes", async ({
  page,
  demo,
  issue,
}) => {
  const number = page.locator("#card-number");
  const error = page.locator("#card-number-error");
  for (const [allowedMethods, digits, message] of [
    [["creditcard"], "5067", "Mada card is not allowed. Use Visa or Mastercard."],
    [["mada"], "4111", "Credit card is not allowed. Use mada."],
    [["mada", "creditcard"], "37", "American Express card is not allowed. Use mada, Visa, or Mastercard."],
    [["creditcard", "amex"], "37", /Choose American Express among the payment methods/],
  ] as const) {
    await open(page, demo.baseUrl, await issue({ allowedMethods }));
    await number.pressSequentially(digits);
    await expect(error).toHaveText(message);
    await number.fill("");
    await expect(error).toHaveText("");
  }
});

test("a card of American Express typed into the card form goes over with one press, and is kept nowhere", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue({ allowedMethods: ["creditcard", "amex"] });
  for (const wasOpen of [false, true]) {
    await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
    if (wasOpen) {
      await page.locator('label:has([value="amex"])').click();
      await expect(page.locator("#amex-number")).toBeVisible();
      await page.locator('label:has([value="card"])').click();
    }
    await page.locator("#card-number").pressSequentially("371449635398431");
    await page.locator("#card-expiry").pressSequentially("0139");
    await page.locator("#card-nameOnCard").fill("NOURA ALOTAIBI");
    await page.getByRole("button", { name: "Continue with American Express" }).click();
    await expect(page.locator('input[value="amex"]')).toBeChecked();
    await expect(page.locator("#amex-number")).toHaveValue("3714 496353 98431");
    await expect(page.locator("#amex-number")).toBeFocused();
    await expect(page.locator("#amex-expiry")).toHaveValue("01/39");
    await expect(page.locator("#amex-nameOnCard")).toHaveValue("NOURA ALOTAIBI");
    await expect(page.locator("#card-number")).toHaveValue("");
    const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(kept.replaceAll(/\D/g, "")).not.toContain("371449635398431");
  }
  // The simple page has no such panel to go to.
  await page.goto(`${demo.baseUrl}/pay/simple/${order}?lang=en`);
  await page.locator("#card-number").pressSequentially("37");
  await expect(page.locator("#card-number-error")).toContainText("does not take American Express");
  await expect(page.getByRole("button", { name: "Continue with American Express" })).toHaveCount(0);
});

test("U51: the expiry is forgiving about how it is written, and about the slash", async ({ page, demo }) => {
  await open(page, demo.baseUrl, demo.orders["created"]);
  const expiry = page.locator("#card-expiry");
  for (const [typed, shown] of [
    ["0529", "05/29"],
    ["5/29", "05/29"],
    ["05/29", "05/29"],
    ["05/2029", "05/29"],
    ["05 / 2029", "05/29"],
    ["052029", "05/29"],
  ] as const) {
    await expiry.fill("");
    await expiry.pressSequentially(typed);
    await expect(expiry, typed).toHaveValue(shown);
    // As a password manager fills it.
    await expiry.fill(typed);
    await expect(expiry, typed).toHaveValue(shown);
  }
  await expiry.fill("");
  await expiry.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "05 / 2029");
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(expiry).toHaveValue("05/29");
  await expiry.focus();
  await page.keyboard.press("End");
  for (const shown of ["05/2", "05/", "05", "0"]) {
    await page.keyboard.press("Backspace");
    await expect(expiry).toHaveValue(shown);
  }
});

test("U53: the security code has a picture of its place and the digits of its scheme, and no history", async ({
  page,
  demo,
}) => {
  await open(page, demo.baseUrl, demo.orders["created"]);
  const picture = (kind: string) =>
    page.locator(".field-box", { has: page.locator(`#${kind}-securityCode`) }).locator(".code-picture");
  await expect(picture("card")).toHaveAttribute("data-side", "back");
  await expect(page.locator("#card-securityCode-hint")).toHaveText("The 3 digits on the back of the card");
  await page.locator('label:has([value="amex"])').click();
  await expect(picture("amex")).toHaveAttribute("data-side", "front");
  await expect(page.locator("#amex-securityCode-hint")).toHaveText("The 4 digits on the front of the card");
  // Browsers keep what fields with a name held: card fields have none.
  expect(await page.locator("[autocomplete^=cc-][name]").count()).toBe(0);
});
