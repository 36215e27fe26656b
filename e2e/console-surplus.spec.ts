/** A bill that its buyer paid too much of: the shop gives it back at its bank, records that, and the invoice is paid by card. */
import { demoCaller } from "#cli/demo-caller.ts";
import { encodeResult } from "#core/payment-result.ts";
import { addresses } from "#web/routes.ts";
import { expect, expectAccessible, keepPicture, test, watchConsole } from "./fixtures.ts";
import { expectInside, lookOf, openConsole } from "./open-console.ts";
import { kept, press } from "./simulated-providers.ts";

/** What the simulated bank takes too much of is a tenth. */
const arrived = "253.00";

const texts = {
  ar: {
    ...{ act: "سجّل إعادته", reference: "المرجع", send: "أُعيد المبلغ" },
    none: "لا توجد مدفوعات بهذه الحالة",
    ofSurplus: "مبلغ زائد",
    notDue: "وصلت دفعتك وستُعاد إليك",
  },
  en: {
    ...{ act: "Record its return", reference: "Reference", send: "It was given back" },
    none: "No payments in this state",
    ofSurplus: "Surplus, no part",
    notDue: "Your payment arrived and will be given back",
  },
} as const;

for (const language of ["ar", "en"] as const)
  test.describe(language, () => {
    test.use(lookOf(language));

    test(`surplus is found on the home page, recorded as given back with its reference, and lets the invoice be paid (${language})`, async ({
      page,
      demo,
      ownShop: { owner },
    }) => {
      const { problems } = watchConsole(page);
      const text = texts[language];
      const caller = demoCaller(owner.baseUrl, owner.apiKey);
      const orderNumber = await caller.issue({
        lines: [{ title: "تمر", quantity: 1, unitPrice: "200.00" }],
      });
      await page.goto(`${demo.baseUrl}/pay/info/${orderNumber}?lang=${language}`);
      await page.locator('input[name="method"][value="sadad"]').check();
      await page.locator("#sadadNationalId").fill("1000000008");
      await page.locator(".pay-button:visible").click();
      await expect(page.locator(".reference h2")).toBeFocused();
      const [bill] = await kept(demo, { simulator: "moyasar", store: "bills" }, orderNumber);
      await press(demo, `/moyasar/bank/${bill?.id}`, "over");
      // The page that shows the bill says so by itself; the invoice and the result say the same.
      await expect(page.locator(".banner-surplus")).toContainText(text.notDue);
      await expectInside(page);
      await expectAccessible(page);
      await keepPicture(page, `surplus-payment-page-${language}`);
      const pages = {
        invoice: addresses.invoice(orderNumber),
        result: `${addresses.displayPayment}?${new URLSearchParams({ msg: encodeResult({ orderNumber }) })}`,
      };
      for (const [name, address] of Object.entries(pages)) {
        await page.goto(`${demo.baseUrl}${address}`);
        await expect(page.getByRole("heading", { name: text.notDue })).toBeVisible();
        await expectInside(page);
        await expectAccessible(page);
        await keepPicture(page, `surplus-${name}-${language}`);
      }
      await openConsole(page, owner, { language });
      const attention = page.locator("section.panel").filter({ has: page.locator("#attention") });
      await expect(attention).toContainText(arrived);
      await keepPicture(page, `console-surplus-home-${language}`);
      await page.goto(`${owner.person.address}/invoices/${orderNumber}`);
      await page.locator(".happened").getByRole("link", { name: text.act }).click();
      await expect(page.locator("li.card")).toContainText(arrived);
      await page.goto(owner.person.address);
      await attention.getByRole("link").click();
      const card = page.locator("li.card");
      await expect(card).toContainText(arrived);
      await card.getByRole("button", { name: text.act }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog).toContainText(arrived);
      await dialog.getByLabel(text.reference).fill("20261127-004");
      await expectInside(page);
      await expectAccessible(page);
      await keepPicture(page, `console-surplus-dialog-${language}`);
      await dialog.getByRole("button", { name: text.send }).click();
      await expect(page.getByText(text.none)).toBeVisible();
      await expectAccessible(page);
      await page.goto(`${owner.person.address}/payments/refunds`);
      await expect(card).toContainText(text.ofSurplus);
      await expectInside(page);
      await keepPicture(page, `console-surplus-refund-${language}`);
      await caller.pay(orderNumber, {});
      await page.goto(`${owner.person.address}/invoices/${orderNumber}`);
      await expect(page.locator(".invoice-head")).toContainText(language === "ar" ? "مدفوعة" : "Paid");
      await keepPicture(page, `console-surplus-invoice-${language}`);
      expect(problems).toEqual([]);
    });
  });
