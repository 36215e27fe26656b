/** The console as a shop's owner uses it: each task in as many presses as promised, in both languages, on a phone and at a desk. */
import type { Locator } from "@playwright/test";
import { demoCaller } from "#cli/demo-caller.ts";
import { expect, expectAccessible, test, watchConsole } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

const texts = {
  ar: {
    new: "فاتورة جديدة",
    amount: "المبلغ بالريال",
    mobile: "جوال العميل",
    send: "إرسال",
    ready: "الفاتورة جاهزة",
    repeat: "تكرار",
    whatsapp: "واتساب",
    refund: "استرداد",
    half: "النصف",
    refundNow: "استرداد المبلغ",
    partly: "مستردة جزئيًا",
    wrongMobile: "رقم الجوال غير صحيح",
    ended: "سجّل الدخول للمتابعة",
    password: "كلمة المرور",
    signIn: "تسجيل الدخول",
    search: "ابحث في الفواتير",
    declined: "رفض",
  },
  en: {
    new: "New invoice",
    amount: "Amount in riyals",
    mobile: "Customer's mobile",
    send: "Send",
    ready: "The invoice is ready",
    repeat: "Repeat",
    whatsapp: "WhatsApp",
    refund: "Refund",
    half: "Half",
    refundNow: "Refund",
    partly: "Part refunded",
    wrongMobile: "Not a mobile",
    ended: "Sign in to continue",
    password: "Password",
    signIn: "Sign in",
    search: "Search invoices",
    declined: "declined",
  },
} as const;

const windows = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } } as const;

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

const line = { title: "تمر", quantity: 1, unitPrice: "100.00" };

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

  test(`half is given back in four presses, and what remains is said before (${language})`, async ({
    page,
    demo,
  }) => {
    const caller = demoCaller(demo.baseUrl, demo.apiKey);
    const orderNumber = await caller.issue({ client: { name: `Refund ${language}` }, lines: [line] });
    await caller.pay(orderNumber, {});
    // The home screen has the latest five, and other tests issue at the same time.
    await openConsole(page, demo, { language, path: "/invoices" });
    const presses = counted();
    await presses.press(page.locator(`a[href="/invoices/${orderNumber}"]`).first());
    await presses.press(page.locator(".invoice-acts").getByRole("button", { name: t.refund }));
    const dialog = page.getByRole("dialog");
    await presses.press(dialog.getByRole("button", { name: t.half }));
    await expect(dialog.locator(".what-happens")).toContainText("57.50");
    await presses.press(dialog.getByRole("button", { name: t.refundNow, exact: true }));
    await expect(page.locator(".invoice-head")).toContainText(t.partly);
    expect(presses.count).toBe(4);
  });

  test(`a payment is found by the end of a mobile, and why it failed needs no press (${language})`, async ({
    page,
    demo,
  }) => {
    const caller = demoCaller(demo.baseUrl, demo.apiKey);
    const end = language === "ar" ? "7391" : "7392";
    const client = { name: `عميل ${end}`, mobile: `055123${end}` };
    const orderNumber = await caller.issue({ client, lines: [line] });
    await caller.pay(orderNumber, { expiry: "05/39" }).catch(() => {});
    await openConsole(page, demo, { language });
    await page.getByRole("searchbox", { name: t.search }).fill(language === "ar" ? "٧٣٩١" : end);
    await expect(page.locator("#main").getByText(`عميل ${end}`).first()).toBeVisible();
    expect(page.url()).not.toContain(end);
    await page.goto(`${demo.person.address}/payments?show=failed`);
    await expect(page.locator(".why").first()).toContainText(t.declined);
  });

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
      await openConsole(page, demo, { language: look.language });
      for (const path of [...screens, `/invoices/${demo.orders["paid"]}`]) {
        await page.goto(demo.person.address + path);
        await expect(page.locator("#main h1")).toBeVisible();
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
