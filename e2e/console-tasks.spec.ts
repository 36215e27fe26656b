/**
 * Tasks of a shop's day with the presses and filled fields of the study (issue 17), counted from home, in both languages, on a phone and
 * at a desk. The first invoice, the second and sending again are in console.spec.ts.
 */
import { demoCaller } from "#cli/demo-caller.ts";
import { expect, test, watchConsole } from "./fixtures.ts";
import { counted, expectInside, openConsole, windows } from "./open-console.ts";
import { picture } from "./picture.ts";

const texts = {
  ar: {
    invoices: "الفواتير",
    refund: "استرداد",
    half: "النصف",
    refundNow: "استرداد المبلغ",
    partly: "مستردة جزئيًا",
    search: "ابحث في الفواتير",
    declined: "رفض",
    copy: "نسخ الرابط",
    vat: "ضريبة هذا الشهر",
    before: "الفترة السابقة",
    more: "المزيد",
    team: "فريق العمل",
    mail: "البريد الإلكتروني",
    invite: "إرسال الدعوة",
    developers: "المطوّرون",
    rotate: "تبديل",
    look: "مظهر صفحاتك",
    save: "حفظ",
  },
  en: {
    invoices: "Invoices",
    refund: "Refund",
    half: "Half",
    refundNow: "Refund",
    partly: "Part refunded",
    search: "Search invoices",
    declined: "declined",
    copy: "Copy the link",
    vat: "This month's VAT",
    before: "Period before",
    more: "More",
    team: "Team",
    mail: "E-mail",
    invite: "Send the invitation",
    developers: "Developers",
    rotate: "Rotate",
    look: "Look of your pages",
    save: "Save",
  },
} as const;

const line = { title: "تمر", quantity: 1, unitPrice: "100.00" };

for (const language of ["ar", "en"] as const) {
  const t = texts[language];
  for (const [name, viewport] of Object.entries(windows)) {
    const isPhone = name === "phone";
    test.describe(`${language}, ${name}`, () => {
      test.use({ viewport, isMobile: false, hasTouch: false });

      test("a payment is found by one field, why one failed needs no press, and half is given back in four", async ({
        page,
        ownShop: { owner },
      }) => {
        test.slow();
        const { problems } = watchConsole(page);
        const caller = demoCaller(owner.baseUrl, owner.apiKey);
        const paid = await caller.issue({
          client: { name: `عميل ${name}`, mobile: "0551237391" },
          lines: [line],
        });
        await caller.pay(paid, {});
        const failed = await caller.issue({ client: { name: "Other", mobile: "0551110000" }, lines: [line] });
        await caller.pay(failed, { expiry: "05/39" }).catch(() => {});
        await openConsole(page, owner, { language });
        await expect(page.locator("#main .why").first(), "why it failed").toContainText(t.declined);

        const next = page.locator("#main .card").filter({ hasText: t.declined }).getByRole("button").first();
        await next.click();
        await expect(
          page.getByRole("dialog").getByRole("button", { name: t.copy }),
          "one press",
        ).toBeVisible();
        await page.keyboard.press("Escape");

        const finding = counted();
        await finding.fill(
          page.getByRole("searchbox", { name: t.search }),
          language === "ar" ? "٧٣٩١" : "7391",
        );
        await expect(page.locator("#main").getByText(`عميل ${name}`).first()).toBeVisible();
        expect(finding.count).toBe(1);
        expect(page.url(), "nobody's mobile is in an address").not.toContain("7391");
        await page.getByRole("searchbox", { name: t.search }).fill("");

        const refunding = counted();
        await refunding.press(page.locator(`#main a[href="/invoices/${paid}"]`).first());
        await refunding.press(
          page.locator(".invoice-acts").getByRole("button", { name: t.refund, exact: true }),
        );
        const dialog = page.getByRole("dialog");
        await refunding.press(dialog.getByRole("button", { name: t.half }));
        await expect(dialog.locator(".what-happens")).toContainText("57.50");
        await refunding.press(dialog.getByRole("button", { name: t.refundNow, exact: true }));
        await expect(page.locator(".invoice-head")).toContainText(t.partly);
        expect(refunding.count).toBe(4);
        await expectInside(page);
        expect(problems).toEqual([]);
      });

      test("VAT of the month before takes two presses, a colleague four, another key three, logo and colours three with the press that shows them to buyers", async ({
        page,
        ownShop: { owner },
      }) => {
        test.slow();
        const { problems } = watchConsole(page);
        const caller = demoCaller(owner.baseUrl, owner.apiKey);
        await caller.issue({ client: { name: "Any" }, lines: [line] });
        await openConsole(page, owner, { language });
        const home = owner.person.address;
        /** At a desk the way is in the bar, on a phone behind one press. */
        const way = async (presses: ReturnType<typeof counted>, text: string): Promise<void> => {
          await page.goto(home);
          await expect(page.locator("#main h1")).toBeVisible();
          if (isPhone) await presses.press(page.getByRole("link", { name: t.more, exact: true }));
          const place = isPhone ? page.locator("#main") : page.locator(".ways");
          await presses.press(place.getByRole("link", { name: text, exact: true }));
        };

        const vat = counted();
        await vat.press(page.getByRole("link", { name: t.vat }));
        await vat.press(page.getByRole("button", { name: t.before }));
        await expect(page).toHaveURL(/\/vat\?period=20\d\d-\d\d$/);
        expect(vat.count).toBe(2);

        const colleague = counted();
        await way(colleague, t.team);
        await colleague.fill(page.getByLabel(t.mail), `new-${crypto.randomUUID().slice(0, 8)}@example.com`);
        // Whom most shops invite first stands there already; the way of a phone takes the press of another choice.
        if (!isPhone) await colleague.choose(page.locator("form.panel select").selectOption("accountant"));
        await colleague.press(page.getByRole("button", { name: t.invite }));
        await expect(page.getByRole("status").filter({ hasText: "@example.com" })).toBeVisible();
        expect(colleague.count).toBe(4);

        const key = counted();
        await way(key, t.developers);
        await key.press(page.getByRole("button", { name: t.rotate }).first());
        await expect(page.getByRole("dialog").locator(".made-key")).toHaveText(/^wasl_/);
        expect(key.count).toBeLessThanOrEqual(3);

        const headers = { authorization: `Bearer ${owner.apiKey}` };
        const send = (method: string, path: string, type: string, body: BodyInit) =>
          fetch(owner.baseUrl + path, { method, headers: { ...headers, "content-type": type }, body });
        const before = await send(
          "POST",
          "/api/v1/images",
          "image/png",
          new Uint8Array(picture([10, 90, 200])),
        );
        const { id } = (await before.json()) as { id: string };
        const set = await send(
          "PUT",
          "/api/v1/merchant/logo",
          "application/json",
          JSON.stringify({ imageId: id }),
        );
        expect(set.ok, "the shop has a logo already: its steps lead to other things").toBe(true);
        const look = counted();
        // On a phone home has it, since the bar has no room.
        await page.goto(home);
        const place = page.locator(isPhone ? "#main" : ".ways");
        await look.press(place.getByRole("link", { name: t.look, exact: true }));
        const file = { name: "logo.png", mimeType: "image/png", buffer: picture([120, 20, 90]) };
        await look.choose(page.locator(".look input[type=file]").setInputFiles(file));
        // They are a draft beside the pages until this press (docs/decisions/0145).
        await look.press(page.getByRole("button", { name: t.save, exact: true }));
        await expect
          .poll(async () => {
            const theme = await fetch(`${owner.baseUrl}/api/v1/theme`, { headers });
            return ((await theme.json()) as { primaryColor?: string }).primaryColor;
          })
          .toBe("#78145a");
        expect(look.count).toBe(3);
        await expectInside(page);
        expect(problems).toEqual([]);
      });
    });
  }
}
