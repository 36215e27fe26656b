/** The bank's 3-D Secure page: the bar above it, what a reload, a second tab and a cancel come to. */
import type { Page } from "@playwright/test";
import { type Demo, expect, expectAccessible, fillCard, keepPicture, languages, test } from "./fixtures.ts";

const challenged = "5123450000000008";

const words = {
  ar: {
    title: /^التحقق الآمن \(3D Secure\) – متجر النخيل$/,
    cancel: "إلغاء والعودة",
    checking: "جارٍ التحقق من عملية الدفع",
    goOn: "إكمال التحقق لدى البنك",
    anew: "الدفع من جديد",
    begun: "بدأت عملية دفع ولم تكتمل",
  },
  en: {
    title: /^3-D Secure check – متجر النخيل$/,
    cancel: "Cancel and go back",
    checking: "Checking your payment",
    goOn: "Continue at your bank",
    anew: "Start a new payment",
    begun: "A payment was started and not finished",
  },
} as const;

const yes = (page: Page) => page.frameLocator("iframe").first().locator('button[value="successful"]');

async function goToBank(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await fillCard(page, { number: challenged });
  await page.locator(".pay-button:visible").click();
  await page.waitForURL(/get3DPage/);
  await expect(yes(page)).toBeVisible();
}

async function captures({ simulatorUrl }: Demo, order: string): Promise<number> {
  const ledger = await fetch(`${simulatorUrl}/_control/ledger?orderId=${order}`);
  const { entries } = (await ledger.json()) as { entries: { kind: string }[] };
  return entries.filter(({ kind }) => kind === "capture").length;
}

for (const language of languages) {
  const text = words[language];
  test(`the bar above the bank's page says whose payment it is, and a press of cancel leads back and charges nothing (${language})`, async ({
    page,
    demo,
    issue,
  }) => {
    const order = await issue();
    await goToBank(page, `${demo.baseUrl}/pay/info/${order}?lang=${language}`);
    await expect(page).toHaveTitle(text.title);
    const bar = page.locator(".wasl-bar");
    for (const part of ["متجر النخيل", "115.00"]) await expect(bar).toContainText(part);
    const sign = bar.getByRole("img", { name: { ar: "ريال", en: "SAR" }[language] });
    expect((await sign.boundingBox())?.height).toBeGreaterThan(9);
    await expect(sign.locator("polygon")).toHaveCSS(
      "fill",
      await bar.evaluate((element) => getComputedStyle(element).color),
    );
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(49);
    await expectAccessible(page, { except: "iframe" });
    await keepPicture(page, `bank-step-${language}`);
    await page.getByRole("button", { name: text.cancel }).click();
    await page.waitForURL(new RegExp(`/pay/info/${order}`));
    await expect(page.locator("form.payment-form")).toBeVisible();
    // It has ended: nothing says that it could be continued.
    await expect(page.locator(".banner")).toHaveCount(0);
    expect(await captures(demo, order)).toBe(0);
    await fillCard(page, { number: "5123456789012346" });
    await page.locator(".pay-button:visible").click();
    await expect(page.locator('[data-panel="success"]')).toBeVisible();
    expect(await captures(demo, order)).toBe(1);
  });

  test(`the bank's page loaded again says "being checked" and leads on at the bank or to a new payment (${language})`, async ({
    page,
    demo,
    issue,
  }) => {
    const order = await issue();
    await goToBank(page, `${demo.baseUrl}/pay/info/${order}?lang=${language}`);
    await page.reload();
    await page.waitForURL(/process3DSecure/);
    const begun = page.locator('[data-panel="begun"]');
    await expect(begun.locator("h1")).toHaveText(text.checking);
    await expect(begun.getByRole("link", { name: text.anew })).toHaveAttribute("href", `/pay/info/${order}`);
    await expectAccessible(page);
    await keepPicture(page, `bank-step-left-${language}`);
    await begun.getByRole("link", { name: text.goOn }).click();
    await page.waitForURL(/get3DPage/);
    await yes(page).click();
    await expect(page.locator('[data-panel="success"]')).toBeVisible();
    expect(await captures(demo, order)).toBe(1);
  });

  test(`a second tab and another device say that a payment was begun; the browser that began it can continue (${language})`, async ({
    page,
    demo,
    issue,
    context,
    browser,
  }) => {
    const order = await issue();
    const info = `${demo.baseUrl}/pay/info/${order}?lang=${language}`;
    await goToBank(page, info);
    const elsewhere = await browser.newContext({ javaScriptEnabled: false });
    const other = await elsewhere.newPage();
    await other.goto(info);
    await expect(other.locator(".banner")).toContainText(text.begun);
    await expect(other.locator(".banner a")).toHaveCount(0);
    await elsewhere.close();

    const second = await context.newPage();
    await second.goto(info);
    await expect(second.locator(".banner")).toContainText(text.begun);
    await expect(second.locator("#card-number")).toBeVisible();
    await expectAccessible(second);
    await keepPicture(second, `bank-step-second-tab-${language}`);
    await second.locator(".banner a").click();
    await yes(second).click();
    await expect(second.locator('[data-panel="success"]')).toBeVisible();
    expect(await captures(demo, order)).toBe(1);
  });
}

test("what the bank said yes to in its app is found out by the page that was loaded again", async ({
  page,
  demo,
  issue,
  context,
}) => {
  const order = await issue();
  await goToBank(page, `${demo.baseUrl}/pay/info/${order}?lang=ar`);
  const address = page.url();
  const second = await context.newPage();
  await second.goto(address);
  await expect(second.locator('[data-panel="begun"]')).toBeVisible();
  await yes(page).click();
  await expect(page.locator('[data-panel="success"]')).toBeVisible();
  await expect(second.locator('[data-panel="success"]')).toBeVisible({ timeout: 20_000 });
  expect(await captures(demo, order)).toBe(1);
});
