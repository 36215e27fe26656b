/** From nothing to the first invoice: an address, its code, a shop; then what a shop that waits sees, and the person's own names. */
import type { Locator, Page } from "@playwright/test";
import { type Demo, expect, expectAccessible, keepPicture, test, watchConsole } from "./fixtures.ts";
import { expectInside } from "./open-console.ts";
import { letWait } from "./waiting-shop.ts";

const texts = {
  ar: {
    openShop: "فتح متجر",
    address: "البريد الإلكتروني أو رقم الجوال",
    send: "إرسال الرمز",
    code: "الرمز",
    go: "متابعة",
    shopName: "اسم المتجر",
    phone: "رقم جوال المتجر",
    password: "كلمة المرور",
    open: "فتح المتجر",
    new: "فاتورة جديدة",
    amount: "المبلغ بالريال",
    mobile: "جوال العميل",
    issue: "إرسال",
    ready: "الفاتورة جاهزة",
    waits: "ينتظر متجرك اعتماد مشغّل النظام",
    toTest: "فتح وضع الاختبار",
    another: "فتح متجر آخر",
    addMobile: "إضافة جوال",
    ownMobile: "رقم الجوال",
    saved: "حُفظ العنوان",
    back: "العودة إلى حسابي",
    log: "سجل الأعمال",
    opened: "فتح المتجر",
  },
  en: {
    openShop: "Open a shop",
    address: "E-mail or mobile number",
    send: "Send the code",
    code: "The code",
    go: "Continue",
    shopName: "Name of the shop",
    phone: "The shop's mobile",
    password: "Password",
    open: "Open the shop",
    new: "New invoice",
    amount: "Amount in riyals",
    mobile: "Customer's mobile",
    issue: "Send",
    ready: "The invoice is ready",
    waits: "Your shop waits for the operator's approval",
    toTest: "Open test mode",
    another: "Open another shop",
    addMobile: "Add a mobile",
    ownMobile: "Mobile number",
    saved: "Saved",
    back: "Back to my account",
    log: "Audit log",
    opened: "Opened the shop",
  },
} as const;

const password = "dates from al-Ahsa 7";
const looks = { ar: { width: 390, height: 844 }, en: { width: 1280, height: 900 } } as const;

/** Presses and filled fields, as the study counts them. */
function counted() {
  let count = 0;
  return {
    press: async (place: Locator) => {
      count += 1;
      await place.click();
    },
    fill: async (place: Locator, text: string) => {
      count += 1;
      await place.fill(text);
    },
    get count() {
      return count;
    },
  };
}

async function mailedCode({ simulatorUrl }: Demo, to: string): Promise<string> {
  const newest = async (): Promise<string> => {
    const response = await fetch(`${simulatorUrl}/_control/mail?to=${encodeURIComponent(to)}`);
    const { messages } = (await response.json()) as { messages: { subject: string }[] };
    return /\d{6}/.exec(messages[0]?.subject ?? "")?.[0] ?? "";
  };
  await expect.poll(newest).not.toBe("");
  return await newest();
}

async function textedCode({ simulatorUrl }: Demo, mobile: string): Promise<string> {
  const newest = async (): Promise<string> => {
    const response = await fetch(`${simulatorUrl}/unifonic/sent.json`);
    const { messages } = (await response.json()) as { messages: { recipient: string; body: string }[] };
    const own = messages.find(({ recipient }) => `+${recipient}` === mobile);
    return /\d{6}/.exec(own?.body ?? "")?.[0] ?? "";
  };
  await expect.poll(newest).not.toBe("");
  return await newest();
}

type Language = keyof typeof texts;

/** Every page before the console: usable by all, inside the window, in both schemes. */
async function look(page: Page, name: string): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expectAccessible(page);
    await keepPicture(page, `${name}-${scheme}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await expectInside(page);
}

/** Signs up from the sign-in page; gives the address and what was pressed and filled. */
async function signUp(page: Page, demo: Demo, language: Language, isLookedAt = false) {
  const t = texts[language];
  const email = `new-${crypto.randomUUID().slice(0, 8)}@shop.example`;
  await page.setViewportSize(looks[language]);
  await page.context().addCookies([{ name: "lang", value: language, url: demo.person.address }]);
  await page.goto(`${demo.person.address}/sign-in`);
  const steps = counted();
  await steps.press(page.getByRole("link", { name: t.openShop }));
  if (isLookedAt) await look(page, `sign-up-${language}`);
  await steps.fill(page.getByLabel(t.address), email);
  await steps.press(page.getByRole("button", { name: t.send }));
  if (isLookedAt) await look(page, `sign-up-code-${language}`);
  await steps.fill(page.getByLabel(t.code, { exact: true }), await mailedCode(demo, email));
  await steps.press(page.getByRole("button", { name: t.go }));
  if (isLookedAt) await look(page, `sign-up-shop-${language}`);
  await steps.fill(page.getByLabel(t.shopName), language === "ar" ? "متجر الريم" : "Reem & Sons");
  await steps.fill(page.getByLabel(t.phone), "0551234567");
  await steps.fill(page.getByLabel(t.password), password);
  await steps.press(page.getByRole("button", { name: t.open, exact: true }));
  return { email, steps };
}

for (const language of ["ar", "en"] as const) {
  const t = texts[language];

  test(`from the sign-in page to the first invoice in thirteen presses and fields (${language})`, async ({
    page,
    demo,
  }) => {
    const { problems } = watchConsole(page);
    const { steps } = await signUp(page, demo, language, true);
    await expect(page.locator("#main h1")).toBeVisible();
    expect(steps.count).toBe(9);
    await steps.press(page.getByRole("navigation").getByRole("link", { name: t.new }));
    await steps.fill(page.getByLabel(t.amount), "120");
    await steps.fill(page.getByLabel(t.mobile), "0551234567");
    await steps.press(page.getByRole("button", { name: t.issue, exact: true }));
    await expect(page.getByRole("heading", { name: t.ready })).toBeVisible();
    expect(steps.count).toBe(13);
    expect(problems).toEqual([]);
  });

  test(`a shop that waits says so on every screen, is refused live invoices, and leads to test mode (${language})`, async ({
    page,
    demo,
    dataDir,
  }) => {
    const { email } = await signUp(page, demo, language);
    await expect(page.locator("#main h1")).toBeVisible();
    await letWait(dataDir, email);
    await page.goto(`${demo.person.address}/invoices/new`);
    const bar = page.locator(".preview-band");
    await expect(bar).toContainText(t.waits);
    await look(page, `waiting-${language}`);
    await page.getByLabel(t.amount).fill("120");
    await page.getByLabel(t.mobile).fill("0551234567");
    await page.getByRole("button", { name: t.issue, exact: true }).click();
    await expect(page.locator("#main").getByRole("alert")).toContainText(
      language === "ar" ? "ينتظر متجرك اعتماد" : "waits for the operator's approval",
    );
    await bar.getByRole("button", { name: t.toTest }).click();
    await page.waitForURL(/\/test\/\d+\//);
    await expect(bar).toHaveCount(0);
    await expect(page.locator(".test-band")).toBeVisible();
  });

  test(`an owner opens a second shop, adds a mobile, and reads in the log what was done (${language})`, async ({
    page,
    demo,
  }) => {
    await signUp(page, demo, language);
    await expect(page.locator("#main h1")).toBeVisible();
    await page.goto(`${demo.person.address}/account`);
    await page.getByRole("link", { name: t.addMobile }).click();
    const mobile = `+96650${String(Math.trunc(Math.random() * 1e7)).padStart(7, "0")}`;
    await page.getByLabel(t.ownMobile).fill(mobile.replace("+966", "0"));
    await look(page, `own-mobile-${language}`);
    await page.getByRole("button", { name: t.send }).click();
    await page.getByLabel(t.code, { exact: true }).fill(await textedCode(demo, mobile));
    await page.getByRole("button", { name: t.go }).click();
    await expect(page.getByText(t.saved)).toBeVisible();
    await page.getByRole("link", { name: t.back }).click();
    await expect(page.getByText(mobile)).toBeVisible();
    await look(page, `account-${language}`);
    await page.getByRole("link", { name: t.another }).click();
    // Both are known of the person by now: the name is all that is asked for.
    await page.getByLabel(t.shopName).fill("متجر ثانٍ");
    await look(page, `new-shop-${language}`);
    await page.getByRole("button", { name: t.open, exact: true }).click();
    await expect(page.locator("#main h1")).toBeVisible();
    const chosen = page.locator(".shop-switch select");
    await expect(chosen.locator("option:checked")).toHaveText("متجر ثانٍ");
    expect(page.url()).not.toContain("shop=");
    await page.goto(`${demo.person.address}/team`);
    await page.getByRole("link", { name: t.log }).click();
    await expect(page.locator(".card-name").filter({ hasText: t.opened })).toBeVisible();
    await look(page, `audit-${language}`);
  });
}

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("signing up works up to the console's door, and a wrong code says so in the page's language", async ({
    page,
    demo,
  }) => {
    const email = `plain-${crypto.randomUUID().slice(0, 8)}@shop.example`;
    await page.goto(`${demo.person.address}/sign-up`);
    await page.locator("[name=name]").fill(email);
    await page.locator("form button").first().click();
    const code = await mailedCode(demo, email);
    await page.locator("[name=code]").fill(code === "000000" ? "111111" : "000000");
    await page.locator("form button").first().click();
    await expect(page.getByRole("alert")).toContainText("الرمز غير صحيح");
    await page.locator("[name=code]").fill(code);
    await page.locator("form button").first().click();
    await page.locator("[name=shopName]").fill("متجر");
    await page.locator("[name=phone]").fill("0551234567");
    await page.locator("[name=password]").fill(password);
    await page.locator("form button").first().click();
    await page.waitForURL(/\/\?shop=\d+$/);
    await expect(page.locator("#console")).toBeAttached();
  });
});
