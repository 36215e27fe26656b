/** Buyers who leave in the middle: what is kept for them, and what they find when they come back. */
import type { Page } from "@playwright/test";
import { expect, expectAccessible, fillCard, keepPicture, languages, test } from "./fixtures.ts";

async function askForBill(page: Page): Promise<void> {
  await page.locator('label:has([value="sadad"])').click();
  await page.locator("#sadadNationalId").fill("1012345672");
  await page.locator("#sadadFirstName").fill("Noura");
  await page.locator("#sadadLastName").fill("Alotaibi");
}

function storedText(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
}

test("the national id and the names of a bill are kept nowhere, and the rest goes once the bill is issued", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue();
  await page.goto(`${demo.baseUrl}/pay/info/${order}`);
  await askForBill(page);
  await page.locator("#sadadMobile").fill("0559998877");
  const typed = await storedText(page);
  expect(typed).toContain("0559998877");
  for (const text of ["1012345672", "Noura", "Alotaibi"]) expect(typed).not.toContain(text);
  await page.locator(".pay-button:visible").click();
  await expect(page.locator(".reference")).toBeVisible();
  expect(await storedText(page)).not.toContain(order);
});

test("nothing of what was typed is left in the browser once the order is paid", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue();
  await page.goto(`${demo.baseUrl}/pay/info/${order}`);
  await fillCard(page, { number: "5123450000000008" });
  expect(await storedText(page)).toContain(order);
  await page.locator(".pay-button:visible").click();
  await page.frameLocator("iframe").first().locator('button[value="successful"]').click();
  await page.waitForURL(/\/pay\/(process3DSecure|displayPayment)/);
  await expect(page.locator('[data-panel="success"]')).toBeVisible();
  expect(await storedText(page)).not.toContain(order);
});

const waysToBank = {
  sadad: {
    open: { ar: "لديك فاتورة سداد لهذه الفاتورة", en: "You have a SADAD bill for this invoice" },
    ask: askForBill,
  },
  a2a: {
    open: {
      ar: "لديك حساب مفتوح لتحويل مبلغ هذه الفاتورة",
      en: "You have an open bank transfer for this invoice",
    },
    ask: async (page: Page): Promise<void> => {
      await page.locator('label:has([value="a2a"])').click();
      await page.locator("#a2aEmail").fill("noura@example.com");
    },
  },
} as const;

for (const [method, { open, ask }] of Object.entries(waysToBank))
  for (const language of languages) {
    test(`${method}: its open number is what a buyer finds first, after a reload and elsewhere (${language})`, async ({
      page,
      demo,
      issue,
      browser,
      context,
    }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const order = await issue();
      const info = `${demo.baseUrl}/pay/info/${order}`;
      await page.goto(`${info}?lang=${language}`);
      await ask(page);
      await page.locator(".pay-button:visible").click();
      const code = page.locator(".reference-code").first();
      const number = (await code.textContent()) ?? "";
      const copied = number.replaceAll(" ", "");

      await page.reload();
      await expect(page.locator(".reference h2")).toHaveText(open[language]);
      await expect(page.locator(".reference h2")).not.toBeFocused();
      await expect(code).toHaveText(number);
      await expect(page.locator("form.payment-form")).toHaveCount(0);
      await expectAccessible(page);
      await keepPicture(page, `open-${method}-${language}`);
      await page.locator(".reference .field-pair button").click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(copied);
      const share = await page.locator('a[href^="https://wa.me/"]').getAttribute("href");
      expect(new URL(share ?? "").searchParams.get("text")).toContain(copied);

      const elsewhere = await browser.newContext({ javaScriptEnabled: false });
      const other = await elsewhere.newPage();
      await other.goto(`${info}?lang=${language}`);
      await expect(other.locator(".reference-code").first()).toHaveText(number);
      await elsewhere.close();

      await page.goto(`${demo.baseUrl}/pay/order/${order}`);
      const notice = page.locator(".banner");
      await expect(notice).toContainText(open[language]);
      await expect(notice).toContainText(number);
      await expect(notice).toContainText("115.00");
      await expectAccessible(page);
      await keepPicture(page, `open-${method}-invoice-${language}`);
      await notice.getByRole("link").click();

      await page.locator(".reference .cancel-link").click();
      await expect(page.locator("form.payment-form")).toBeVisible();
      await expect(page.locator(".banner")).toContainText(number);
      await keepPicture(page, `open-${method}-other-${language}`);
    });
  }

test("a bill that was paid while its page was away leads to the result as the page is loaded again", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue();
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await askForBill(page);
  await page.locator(".pay-button:visible").click();
  await expect(page.locator(".reference")).toBeVisible();
  await page.goto("about:blank");
  const state = Object(await (await fetch(`${demo.simulatorUrl}/_control/state`)).json());
  const bills: { id: string }[] = state.simulators.moyasar.stores.bills.entries;
  const id = bills.find((entry) => JSON.stringify(entry).includes(order))?.id;
  const body = new URLSearchParams({ action: "pay" });
  await fetch(`${demo.simulatorUrl}/moyasar/bank/${id}`, { method: "POST", body, redirect: "manual" });
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  // Paid before the page was made, or found out by its first question.
  await expect(page.locator('[data-panel="success"], .banner-paid').first()).toBeVisible();
});

test("a card without 3-D Secure leads back to the order's own form", async ({
  page,
  demo,
  issue,
  language,
}) => {
  const order = await issue();
  for (const reason of ["expired-qr", "not-allowed-country", "s3d-not-enabled"]) {
    await page.goto(`${demo.baseUrl}/pay/error/${reason}?order=${order}&lang=${language}`);
    await expect(page.locator(".page-header .merchant-logo")).toBeVisible();
    await expect(page.locator(".notice-panel .button").last()).toBeVisible();
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState === "finished"),
    );
    await expectAccessible(page);
    await keepPicture(page, `error-order-${reason}-${language}`);
  }
  await page.locator(".notice-panel .button").click();
  await page.waitForURL(new RegExp(`/pay/info/${order}`));
  await expect(page.locator("form.payment-form")).toBeVisible();
});
