/** A refund that its provider has declined: found on the home page, given back by hand, and no longer there after that. */
import { demoCaller } from "#cli/demo-caller.ts";
import { expect, expectAccessible, keepPicture, test, watchConsole } from "./fixtures.ts";
import { expectInside, lookOf, openConsole } from "./open-console.ts";

/** The simulated card gateway declines what comes to this sum. */
const declined = "77.05";

const texts = {
  ar: {
    ...{ line: "استرداد رفضه مزوّد الدفع", filter: "مرفوض", again: "افتح الفاتورة لإعادة الاسترداد" },
    ...{ refund: "استرداد", byHand: "حوّلت المبلغ بنفسي", send: "استرداد المبلغ", amount: "المبلغ" },
    partly: "مستردة جزئيًا",
  },
  en: {
    ...{ line: "1 refund was refused", filter: "Refused", again: "Open the invoice to refund again" },
    ...{ refund: "Refund", byHand: "I have transferred the money myself", send: "Refund", amount: "Amount" },
    partly: "Part refunded",
  },
} as const;

for (const language of ["ar", "en"] as const)
  test.describe(language, () => {
    test.use(lookOf(language));

    test(`a declined refund is on the home page, leads to the list of those, and is gone once it was given back by hand (${language})`, async ({
      page,
      ownShop: { owner },
    }) => {
      const { problems } = watchConsole(page);
      const text = texts[language];
      const caller = demoCaller(owner.baseUrl, owner.apiKey);
      const orderNumber = await caller.issue({
        lines: [{ title: "تمر", quantity: 1, unitPrice: "200.00" }],
      });
      await caller.pay(orderNumber, {});
      await caller.act(orderNumber, "refunds", { amount: declined });
      await openConsole(page, owner, { language });
      const attention = page.locator("section.panel").filter({ has: page.locator("#attention") });
      await expect(attention).toContainText(text.line);
      await expect(attention).toContainText(declined);
      await expectInside(page);
      await expectAccessible(page);
      await keepPicture(page, `console-declined-refund-home-${language}`);
      await attention.getByRole("link").click();
      await expect(page.getByRole("link", { name: text.filter, exact: true })).toHaveAttribute(
        "aria-current",
        "page",
      );
      const card = page.locator("li.card");
      await expect(card).toContainText(declined);
      await expectInside(page);
      await keepPicture(page, `console-declined-refund-list-${language}`);
      await card.getByRole("link", { name: text.again }).click();
      await page.locator(".invoice-acts").getByRole("button", { name: text.refund, exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(text.amount, { exact: true }).fill(declined);
      await dialog.getByLabel(text.byHand).check();
      await dialog.getByRole("button", { name: text.send, exact: true }).click();
      await expect(page.locator(".invoice-head")).toContainText(text.partly);
      await page.goto(owner.person.address);
      await expect(page.locator(".figures")).toBeVisible();
      await expect(attention).toHaveCount(0);
      expect(problems).toEqual([]);
    });
  });
