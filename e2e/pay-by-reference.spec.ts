/** SADAD bills and transfers: from the panel to the numbers for the bank, the money, and the result page. */
import type { Page } from "@playwright/test";
import {
  type Demo,
  expect,
  expectAccessible,
  keepPicture,
  languages,
  test,
  watchConsole,
} from "./fixtures.ts";

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
} as const;

const simulators = {
  sadad: { name: "moyasar", store: "bills" },
  a2a: { name: "viban", store: "accounts" },
} as const;
type Method = keyof typeof simulators;

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("radio", { name: new RegExp(name) }).check();
}

async function fill(page: Page, method: Method): Promise<void> {
  if (method === "a2a") return await page.locator("#a2aEmail").fill("noura@example.com");
  await page.locator("#sadadNationalId").fill("١٠٠٠٠٠٠٠٠٨");
}

async function payAtBank(demo: Demo, method: Method, order: string): Promise<void> {
  const { name, store } = simulators[method];
  const state = Object(await (await fetch(`${demo.simulatorUrl}/_control/state`)).json());
  const all: { id: string }[] = state.simulators[name].stores[store].entries;
  const id = all.find((entry) => JSON.stringify(entry).includes(order))?.id;
  const body = new URLSearchParams({ action: "pay" });
  await fetch(`${demo.simulatorUrl}/${name}/bank/${id}`, { method: "POST", body, redirect: "manual" });
}

for (const language of languages) {
  for (const method of ["sadad", "a2a"] as const) {
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
      await expect(page.locator(method === "sadad" ? "#sadadNationalId" : "#a2aEmail")).toBeVisible();
      await page.locator('button[type="submit"]:visible').click();
      await expect(page.getByText(text.toast[method])).toBeVisible();
      await expectAccessible(page);
      await keepPicture(page, `${method}-errors-${language}`);
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
      await page
        .locator(".reference .copy-button")
        .nth(method === "sadad" ? 0 : 2)
        .click();
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
      await payAtBank(demo, method, order);
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
  await payAtBank(demo, "a2a", order);
  await page.clock.runFor(15_000);
  await page.waitForURL(/\/pay\/displayPayment/);
});

for (const method of ["sadad", "a2a"] as const) {
  test(`the simulated bank of ${method} can be used by a person`, async ({ page, demo, issue }) => {
    const order = await issue();
    await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
    await choose(page, words.en.labels[method]);
    await fill(page, method);
    await page.locator('button[type="submit"]:visible').click();
    await expect(page.locator(".reference h2")).toBeVisible();
    for (const language of languages) {
      await page.goto(`${demo.simulatorUrl}/${simulators[method].name}/bank?lang=${language}`);
      await keepPicture(page, `${method}-bank-${language}`);
    }
    const row = page.getByRole("row").filter({ hasText: order });
    await row.getByRole("button").first().click();
    // The account is closed as soon as the server knows of the money.
    await expect(row).toContainText(method === "sadad" ? "paid" : /received|closed/);
  });
}
