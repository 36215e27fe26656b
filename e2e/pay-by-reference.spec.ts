/** SADAD bills and transfers: from the panel to the numbers for the bank, the money, and the result page. */
import type { Page } from "@playwright/test";
import { type ReferenceMethod, referenceMethods } from "#methods/allowed.ts";
import { methodTexts } from "#methods/texts.ts";
import { referenceServices } from "#test/reference-services.ts";
import {
  type Demo,
  expect,
  expectAccessible,
  keepPicture,
  type Language,
  languages,
  test,
  watchConsole,
} from "./fixtures.ts";
import { kept, press } from "./simulated-providers.ts";

type OfMethods = Readonly<Record<ReferenceMethod, string>>;
type Words = {
  readonly [Part in "labels" | "paid" | "toast"]: OfMethods;
} & { readonly success: RegExp; readonly other: string };

const words = {
  ar: {
    labels: { sadad: "سداد", a2a: "تحويل بنكي" },
    paid: { sadad: "تم السداد", a2a: "تم التحويل" },
    success: /اكتملت عملية دفع|تم الدفع بنجاح/,
    other: "الدفع بطريقة أخرى",
    toast: { sadad: "يرجى إكمال بيانات فاتورة سداد", a2a: "للتحويل البنكي" },
  },
  en: {
    labels: { sadad: "SADAD", a2a: "Bank transfer" },
    paid: { sadad: "I have paid", a2a: "I have transferred" },
    success: /processed|Paid Successfully/,
    other: "Pay in another way",
    toast: {
      sadad: "Please enter sadad mobile number and email",
      a2a: "Please enter A2A mobile number and email",
    },
  },
} as const satisfies Record<Language, Words>;

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("radio", { name: new RegExp(name) }).check();
}

async function fill(page: Page, method: ReferenceMethod): Promise<void> {
  for (const [field, text] of Object.entries(referenceServices[method].typed))
    await page.locator(`#${field}`).fill(text);
}

/** On the English page; it shows the number then. */
async function askForNumber(
  page: Page,
  demo: Demo,
  { method, order }: { readonly method: ReferenceMethod; readonly order: string },
): Promise<void> {
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await choose(page, words.en.labels[method]);
  await fill(page, method);
  await page.locator('button[type="submit"]:visible').click();
  await expect(page.locator(".reference h2")).toBeVisible();
}

async function actAtBank(demo: Demo, method: ReferenceMethod, order: string, action: string): Promise<void> {
  const { simulator, store } = referenceServices[method];
  const [entry] = await kept(demo, { simulator, store }, order);
  await press(demo, `/${simulator}/bank/${entry?.id}`, action);
}

for (const language of languages) {
  for (const method of referenceMethods) {
    test(`${method}: numbers for the bank, then the result (${language})`, async ({
      page,
      demo,
      issue,
      context,
    }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const watched = watchConsole(page);
      const text = words[language];
      const order = await issue();
      await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=${language}`);
      await choose(page, text.labels[method]);
      const [field] = Object.keys(referenceServices[method].typed);
      if (field !== undefined) {
        await expect(page.locator(`#${field}`)).toBeVisible();
        await page.locator('button[type="submit"]:visible').click();
        await expect(page.getByText(text.toast[method])).toBeVisible();
        await expectAccessible(page);
        await keepPicture(page, `${method}-errors-${language}`);
      }
      await fill(page, method);
      await keepPicture(page, `${method}-panel-${language}`);
      await page.locator('button[type="submit"]:visible').click();

      const heading = page.locator(".reference h2");
      await expect(heading).toBeFocused();
      await expect(page.locator("form.payment-form")).toHaveCount(0);
      await keepPicture(page, `${method}-reference-${language}`);
      await expectAccessible(page);
      const code = page.locator('.reference-value[dir="ltr"]').first();
      const shown = (await code.textContent()) ?? "";
      await page.locator("dd", { has: code }).first().locator(".copy-button").click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown.replaceAll(" ", ""));
      if (method === "a2a") {
        const iban = shown.replaceAll(" ", "");
        await expect(page.getByText(iban.slice(-15), { exact: true })).toBeVisible();
      }
      await page.getByRole("button", { name: text.paid[method] }).click();
      await expect(page.locator(".reference-answer")).not.toBeEmpty();
      await keepPicture(page, `${method}-not-yet-${language}`);

      await page.getByRole("link", { name: text.other }).click();
      await choose(page, text.labels[method]);
      await fill(page, method);
      await page.locator('button[type="submit"]:visible').click();
      await expect(code).toHaveText(shown);

      // No press: the page is notified, and may be gone before one.
      await actAtBank(demo, method, order, "pay");
      await page.waitForURL(/\/pay\/displayPayment/);
      await expect(page.getByText(text.success).filter({ visible: true }).first()).toBeVisible();
      expect(watched.problems).toEqual([]);
    });
  }
}

test("the page continues automatically when the money has arrived", async ({ page, demo, issue }) => {
  await page.clock.install();
  const order = await issue();
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await choose(page, "Bank transfer");
  await fill(page, "a2a");
  await page.locator('button[type="submit"]:visible').click();
  await page.clock.runFor(1_000);
  await expect(page.locator(".reference h2")).toBeVisible();
  await actAtBank(demo, "a2a", order, "pay");
  await page.clock.runFor(15_000);
  await page.waitForURL(/\/pay\/displayPayment/);
});

for (const method of referenceMethods) {
  test(`the page with a number of ${method} gives the form back once the number is dead, and says so`, async ({
    page,
    demo,
    issue,
  }) => {
    const order = await issue();
    await askForNumber(page, demo, { method, order });
    await actAtBank(demo, method, order, "expire");
    // The server may know of it before the press, and the page is gone then.
    const press = page.getByRole("button", { name: words.en.paid[method] });
    await press.or(page.locator(".methods")).first().waitFor();
    await press.click({ timeout: 2_000 }).catch(() => {});
    await expect(page.locator(".methods")).toBeVisible();
    await expect(page.locator(".reference")).toHaveCount(0);
    // The buyer may have written it down: the page says that it is not to be paid.
    for (const language of languages) {
      await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=${language}`);
      await expect(page.getByRole("heading", { name: methodTexts[language][method].ended })).toBeVisible();
      await expectAccessible(page);
      await keepPicture(page, `${method}-ended-${language}`);
    }
  });

  test(`the simulated bank of ${method} can be used by a person`, async ({ page, demo, issue }) => {
    const order = await issue();
    await askForNumber(page, demo, { method, order });
    for (const language of languages) {
      await page.goto(`${demo.simulatorUrl}/${referenceServices[method].simulator}/bank?lang=${language}`);
      await keepPicture(page, `${method}-bank-${language}`);
    }
    const row = page.getByRole("row").filter({ hasText: order });
    await row.getByRole("button").first().click();
    await expect(row).toContainText(referenceServices[method].paid);
  });
}
