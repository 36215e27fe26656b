/** The console as a shop's owner uses it: each task in as many presses as promised, in both languages, on a phone and at a desk. */
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, watchConsole } from "./fixtures.ts";
import { counted, expectInside, goTo, openConsole, windows } from "./open-console.ts";

const texts = {
  ar: {
    new: "فاتورة جديدة",
    amount: "المبلغ بالريال",
    mobile: "جوال العميل",
    send: "إرسال",
    ready: "الفاتورة جاهزة",
    repeat: "تكرار",
    whatsapp: "واتساب",
    wrongMobile: "رقم الجوال غير صحيح",
    ended: "سجّل الدخول للمتابعة",
    password: "كلمة المرور",
    signIn: "تسجيل الدخول",
  },
  en: {
    new: "New invoice",
    amount: "Amount in riyals",
    mobile: "Customer's mobile",
    send: "Send",
    ready: "The invoice is ready",
    repeat: "Repeat",
    whatsapp: "WhatsApp",
    wrongMobile: "Not a mobile",
    ended: "Sign in to continue",
    password: "Password",
    signIn: "Sign in",
  },
} as const;

/** What the document asked for by itself is what the screen shows (docs/decisions/0200). */
async function expectFirstCallsTaken(page: Page): Promise<void> {
  await expect(page.locator("#main a.row-link").first()).toBeVisible();
  const left = await page.evaluate(() => {
    const made: unknown = Reflect.get(window, "waslFirst");
    return made instanceof Function
      ? [...(Reflect.get(made, "left") as Map<string, unknown>).keys()]
      : "no calls";
  });
  expect(left).toEqual([]);
}

for (const language of ["ar", "en"] as const) {
  const t = texts[language];
  for (const [name, viewport] of Object.entries(windows)) {
    test.describe(`${language}, ${name}`, () => {
      test.use({ viewport, isMobile: false, hasTouch: false });

      test("the first invoice takes four presses, the second three, sending again two", async ({
        page,
        demo,
      }) => {
        const { problems } = watchConsole(page);
        await openConsole(page, demo, { language });
        await expectFirstCallsTaken(page);
        const first = counted();
        await first.press(page.getByRole("navigation").getByRole("link", { name: t.new }));
        await first.fill(page.getByLabel(t.amount), "٢٥٠٫٥٠");
        await first.fill(page.getByLabel(t.mobile), "\u200f٠٥٥ ١٢٣ ٤٥٦٧");
        await first.press(page.getByRole("button", { name: t.send, exact: true }));
        await expect(page.getByRole("heading", { name: t.ready })).toBeVisible();
        await expect(page.getByText("250.50")).toBeVisible();
        expect(first.count).toBe(4);

        await page.goto(demo.person.address);
        const second = counted();
        await second.press(page.getByRole("link", { name: t.repeat }).first());
        await second.fill(page.getByLabel(t.amount), "80");
        await second.press(page.getByRole("button", { name: t.send, exact: true }));
        await expect(page.getByRole("heading", { name: t.ready })).toBeVisible();
        expect(second.count).toBe(3);

        // Other tests issue at the same time, to buyers without a mobile, too.
        await page.goto(`${demo.person.address}/invoices`);
        await expectFirstCallsTaken(page);
        const again = counted();
        const own = page.locator("tr, li.card").filter({ hasText: "80.00" }).first();
        await again.press(own.getByRole("button", { name: t.send, exact: true }));
        await again.press(page.getByRole("dialog").getByRole("button", { name: t.whatsapp }));
        await expect(page.getByRole("dialog").locator(".way-state").first()).not.toBeEmpty();
        expect(again.count).toBe(2);
        await expectInside(page);
        expect(problems).toEqual([]);
      });
    });
  }

  test(`a session that ends under a form loses nothing that was typed (${language})`, async ({
    page,
    demo,
  }) => {
    await openConsole(page, demo, { language, path: "/invoices/new" });
    await page.getByLabel(t.amount).fill("61");
    await page.getByLabel(t.mobile).fill("123");
    await page.getByRole("button", { name: t.send, exact: true }).click();
    await expect(page.getByText(t.wrongMobile)).toBeVisible();
    await page.getByLabel(t.mobile).fill("0551234567");
    await page.context().clearCookies();
    await page.getByRole("button", { name: t.send, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: t.ended });
    await dialog.getByLabel(t.password).fill(demo.person.password);
    await dialog.getByRole("button", { name: t.signIn }).click();
    await expect(page.getByRole("heading", { name: t.ready })).toBeVisible();
    await expect(page.getByText("61.00")).toBeVisible();
  });
}

/** Colours depend on the scheme, places on width and direction: two looks are judged by axe, all by their edges. */
const screens = [
  "/",
  "/invoices?show=unpaid",
  "/invoices/new",
  "/payments",
  "/payments/approvals",
  "/vat",
  "/customers",
  "/developers",
  "/team",
  "/account",
  "/more",
  "/shop/terms",
  "/shop/messages",
];

for (const look of [
  { language: "ar", window: "phone", scheme: "dark", isJudged: true },
  { language: "ar", window: "desk", scheme: "light", isJudged: false },
  { language: "en", window: "phone", scheme: "light", isJudged: false },
  { language: "en", window: "desk", scheme: "light", isJudged: true },
] as const) {
  test.describe(`${look.language}, ${look.window}, ${look.scheme}`, () => {
    test.use({ viewport: windows[look.window], isMobile: false, hasTouch: false, colorScheme: look.scheme });

    test("every screen can be used by all and stays inside the window", async ({ page, demo }) => {
      // Judging eight screens takes a shared machine longer than one test has.
      test.slow();
      await openConsole(page, demo, { language: look.language, path: "/shop/terms" });
      for (const path of [...screens, `/invoices/${demo.orders["paid"]}`]) {
        await goTo(page, path);
        await expect(page.locator(".loading")).toHaveCount(0);
        const { direction, side } = await page.evaluate(() => ({
          direction: document.documentElement.dir,
          side: document.querySelector(".ways")?.getBoundingClientRect().left ?? 0,
        }));
        expect(direction).toBe(look.language === "ar" ? "rtl" : "ltr");
        if (look.window === "desk")
          expect(side > 600, `the bar is beside the text of ${path}`).toBe(look.language === "ar");
        await expectInside(page);
        if (look.isJudged) await expectAccessible(page);
      }
    });
  });
}
