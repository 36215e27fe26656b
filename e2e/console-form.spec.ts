/** The form of an invoice: buyers and products that are known, the real page beside it, and what an invoice may say besides. */
import { demoCaller } from "#cli/demo-caller.ts";
import { type Demo, expect, expectAccessible, keepPicture, test, watchConsole } from "./fixtures.ts";
import { expectInside, openConsole, windows } from "./open-console.ts";

const texts = {
  ar: {
    mobile: "جوال العميل",
    more: "الاسم والتفاصيل",
    what: "مقابل ماذا",
    amount: "المبلغ بالريال",
    addLine: "إضافة بند",
    price: "السعر",
    lastDay: "آخر يوم للدفع",
    discount: "الخصم",
    kind: "وحدة الخصم",
    terms: "شروط البيع",
    none: "بدون شروط",
    seePage: "عرض صفحة المشتري",
    send: "إرسال",
    edit: "تعديل",
    save: "حفظ",
    quantity: "الكمية",
    removeSecond: "حذف البند 2",
    ready: "الفاتورة جاهزة",
    refund: "استرداد",
    cameBack: "ما أُعيد",
    refundNow: "استرداد المبلغ",
    byHand: "حوّلت المبلغ بنفسي",
    partly: "مستردة جزئيًا",
    fulfil: "تم التسليم",
    calls: "طلبات برامجك",
  },
  en: {
    mobile: "Customer's mobile",
    more: "Name and details",
    what: "What it is for",
    amount: "Amount in riyals",
    addLine: "Add a line",
    price: "Price",
    lastDay: "Can be paid until",
    discount: "Discount",
    kind: "Of the discount",
    terms: "Terms of sale",
    none: "None",
    seePage: "See the buyer's page",
    send: "Send",
    edit: "Edit",
    save: "Save",
    quantity: "Quantity",
    removeSecond: "Remove line 2",
    ready: "The invoice is ready",
    refund: "Refund",
    cameBack: "What came back",
    refundNow: "Refund",
    byHand: "I have transferred the money myself",
    partly: "Part refunded",
    fulfil: "Mark as fulfilled",
    calls: "Calls of your programs",
  },
} as const;

type Answer = Readonly<Record<string, unknown>>;

async function read({ baseUrl, apiKey }: Demo, path: string): Promise<Answer> {
  const reply = await fetch(`${baseUrl}/api/v1/${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
  expect(reply.status).toBe(200);
  return (await reply.json()) as Answer;
}

for (const [language, window] of [
  ["ar", "phone"],
  ["en", "desk"],
] as const) {
  const t = texts[language];
  test.describe(`${language}, ${window}`, () => {
    test.use({ viewport: windows[window], isMobile: false, hasTouch: false });

    test("buyer and products come from what is known, and the buyer's real page shows what is typed", async ({
      page,
      ownShop: { owner },
    }) => {
      test.slow();
      const { problems } = watchConsole(page);
      const caller = demoCaller(owner.baseUrl, owner.apiKey);
      const client = { name: "نورة المعروفة", mobile: "0559876543", email: "noura@example.com" };
      await caller.issue({ client, lines: [{ title: "قديم", quantity: 1, unitPrice: "1.00" }] });
      const kept = { unit: "KGM", description: "من الأحساء" };
      await caller.send("POST", "/products", { title: "تمر سكري", price: "85.00", ...kept });
      const free = { vatRate: "0", vatExemption: "VATEX-SA-35" };
      await caller.send("POST", "/products", {
        title: "دواء",
        price: "20.00",
        priceIncludesVat: true,
        ...free,
      });
      await caller.send("POST", "/agreements", { title: "شروط المتجر", text: "لا إرجاع", isStandard: true });
      await openConsole(page, owner, { language, path: "/invoices/new" });

      const mobile = page.getByLabel(t.mobile);
      await mobile.pressSequentially(language === "ar" ? "٦٥٤٣" : "6543");
      const option = page.getByRole("option", { name: client.name });
      await expect(option).toBeVisible();
      await expectAccessible(page);
      await keepPicture(page, `console-form-known-${language}`);
      await mobile.press("ArrowDown");
      await expect(option).toHaveAttribute("aria-selected", "true");
      await mobile.press("Enter");
      await expect(mobile).toHaveValue("+966559876543");
      await expect(page.getByText(client.name)).toBeVisible();
      await expect(page.getByRole("listbox")).toHaveCount(0);

      await page.getByText(t.more).click();
      const what = page.getByLabel(t.what).first();
      await what.pressSequentially("سكري");
      await page.locator("[role=option]").first().click();
      await expect(what).toHaveValue("تمر سكري");
      await expect(page.getByLabel(t.amount)).toHaveValue("97.75");
      await page.getByRole("button", { name: t.addLine }).click();
      await page.getByLabel(t.what).nth(1).pressSequentially("دواء");
      await page.locator("[role=option]").first().click();
      await expect(page.getByLabel(t.price, { exact: true })).toHaveValue("20.00");
      await page.getByLabel(t.discount, { exact: true }).fill("20");
      await page.getByLabel(t.kind).selectOption("percent");
      await page.getByLabel(t.lastDay).fill("2030-01-31");
      await page.getByLabel(t.terms).selectOption({ label: t.none });

      if (window === "phone") await page.getByRole("button", { name: t.seePage }).click();
      const shown = page.frameLocator(".page-frame");
      await expect(shown.getByText("تمر سكري").first()).toBeVisible();
      await expect(shown.getByText("94.20").first()).toBeVisible();
      await expectInside(page);
      await expectAccessible(page, { except: ".page-frame" });
      await keepPicture(page, `console-form-page-${language}`);
      const { items: before } = await read(owner, "invoices?limit=10");
      expect((before as unknown[]).length, "a look makes no invoice").toBe(1);

      await page.getByRole("button", { name: t.send, exact: true }).click();
      await expect(page.getByRole("heading", { name: t.ready })).toBeVisible();
      const [latest] = (await read(owner, "invoices?limit=1"))["items"] as Answer[];
      const made = await read(owner, `invoices/${latest?.["orderNumber"]}`);
      expect(made).toMatchObject({
        total: "94.20",
        discount: { type: "PERCENTAGE", value: "20.00" },
        expiresAt: "2030-01-31T20:59:59.000Z",
        agreement: null,
        client: { name: client.name, mobile: "+966559876543" },
        lines: [
          { title: "تمر سكري", vatRate: "15.00", ...kept },
          { title: "دواء", vatRate: "0.00", vatExemption: "VATEX-SA-35" },
        ],
      });
      expect(problems).toEqual([]);

      await page.goto(`${owner.person.address}/invoices/new?repeat=${latest?.["orderNumber"]}`);
      await expect(page.getByLabel(t.what)).toHaveCount(2);
      await expect(page.getByLabel(t.price, { exact: true })).toHaveValue("20.00");
      await expect(page.locator(".kept-parts")).toContainText(kept.description);

      await page.goto(`${owner.person.address}/invoices/${latest?.["orderNumber"]}`);
      await page.getByRole("button", { name: t.edit }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.locator(".line")).toHaveCount(2);
      await dialog
        .getByLabel(t.quantity)
        .first()
        .fill(language === "ar" ? "١٫٥" : "1.5");
      await dialog.getByRole("button", { name: t.removeSecond }).click();
      await dialog.getByRole("button", { name: t.addLine }).click();
      await dialog.getByLabel(t.what).nth(1).fill("توصيل");
      await dialog.getByRole("button", { name: t.save }).click();
      await expect(
        dialog.getByLabel(t.price, { exact: true }).nth(1),
        "a line without a price",
      ).toBeFocused();
      await dialog.getByLabel(t.price, { exact: true }).nth(1).fill("23");
      await expect(dialog.locator(".form-total")).toContainText("135.70");
      await expectAccessible(page);
      await keepPicture(page, `console-edit-${language}`);
      // What was changed survives a crash of the tab, with the line that went and the one that came.
      await page.reload();
      await page.getByRole("button", { name: t.edit }).click();
      await expect(dialog.getByLabel(t.what).nth(1)).toHaveValue("توصيل");
      await expect(dialog.locator(".line")).toHaveCount(2);
      await dialog.getByRole("button", { name: t.save }).click();
      await expect(dialog).toHaveCount(0);
      expect(await read(owner, `invoices/${latest?.["orderNumber"]}`)).toMatchObject({
        total: "135.70",
        lines: [
          { title: "تمر سكري", quantity: "1.5", unitPrice: "97.75", ...kept },
          { title: "توصيل", quantity: 1, unitPrice: "23.00" },
        ],
        client: { name: client.name, email: client.email },
      });
    });

    test("an invoice is issued by the keyboard alone", async ({ page, ownShop: { owner } }) => {
      await openConsole(page, owner, { language, path: "/invoices/new" });
      await expect(page.getByLabel(t.amount)).toBeFocused();
      await page.keyboard.type(language === "ar" ? "٨٠" : "80");
      await page.keyboard.press("Tab");
      await expect(page.getByLabel(t.mobile)).toBeFocused();
      await page.keyboard.type("0551234567");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: t.ready })).toBeVisible();
      await expect(page.getByText("80.00")).toBeVisible();
    });

    test("lines are given back by the piece, what was handed over is marked, and programs' calls stand on the invoice", async ({
      page,
      ownShop: { owner },
    }) => {
      test.slow();
      const { problems } = watchConsole(page);
      const caller = demoCaller(owner.baseUrl, owner.apiKey);
      const orderNumber = await caller.issue({
        lines: [
          { title: "تمر", quantity: 3, unitPrice: "100.00" },
          { title: "دواء", quantity: 1, unitPrice: "20.00", vatRate: "0", vatExemption: "VATEX-SA-35" },
        ],
      });
      await caller.pay(orderNumber, {});
      await openConsole(page, owner, { language, path: `/invoices/${orderNumber}` });
      const calls = page.getByRole("region", { name: t.calls });
      await expect(calls).toContainText("/api/v1/invoices");
      await page.locator(".invoice-acts").getByRole("button", { name: t.fulfil }).click();
      await expect(page.locator(".invoice-head .chip").nth(1)).toBeVisible();
      await expect(page.locator(".invoice-acts").getByRole("button", { name: t.fulfil })).toHaveCount(0);

      await page.locator(".invoice-acts").getByRole("button", { name: t.refund, exact: true }).click();
      const dialog = page.getByRole("dialog");
      // Two rates: an amount alone would not say which VAT comes back.
      await expect(dialog.getByRole("button", { name: t.cameBack })).toHaveAttribute("aria-pressed", "true");
      await dialog.getByRole("checkbox", { name: "تمر" }).check();
      await dialog
        .getByRole("textbox")
        .first()
        .fill(language === "ar" ? "٢" : "2");
      await expect(dialog.locator(".what-happens")).toContainText("230.00");
      await expectAccessible(page);
      await expectInside(page);
      await keepPicture(page, `console-refund-lines-${language}`);
      await dialog.getByRole("button", { name: t.refundNow, exact: true }).click();
      await expect(page.locator(".invoice-head")).toContainText(t.partly);
      const { items } = await read(owner, `invoices/${orderNumber}/refunds`);
      expect(items).toMatchObject([{ amount: "230.00", lines: [{ position: 1, quantity: 2 }] }]);
      await page.locator(".invoice-acts").getByRole("button", { name: t.refund, exact: true }).click();
      await dialog.getByRole("checkbox", { name: "تمر" }).check();
      await expect(dialog.locator(".what-happens")).toContainText("115.00");
      expect(problems).toEqual([]);
    });
  });
}
