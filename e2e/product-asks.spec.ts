/** A product link whose buyer chooses the amount and is asked for more, in Arabic on a small phone. */
import { expect, expectAccessible, keepPicture, test, watchConsole } from "./fixtures.ts";
import { expectInside } from "./open-console.ts";
import { invoiceOf, sell } from "./product-offer.ts";

test.use({ viewport: { width: 360, height: 780 } });

const askedFields = [
  { key: "for_whom", type: "text", label: { ar: "الإهداء إلى", en: "In the name of" }, isRequired: true },
  {
    key: "project",
    type: "choice",
    label: { ar: "المشروع", en: "Project" },
    choices: [
      { ar: "سقيا الماء", en: "Water" },
      { ar: "إفطار صائم", en: "Meals" },
    ],
  },
];

test("a buyer chooses what to pay and answers what is asked; both are in the order, and wrong ones are said at their fields", async ({
  page,
  browser,
  demo,
}) => {
  const watched = watchConsole(page);
  const { linkIdentity } = await sell(demo, {
    product: { title: "تبرع لمشاريع الخير", description: "تصل إلى المحتاجين في يومها.", vatRate: null },
    link: {
      buyerAmount: { least: "10.00", most: "9000.00", suggested: ["50", "100", "500"] },
      askedFields,
      allowedMethods: ["mada", "creditcard", "tamara", "tabby"],
    },
  });
  await page.goto(`${demo.baseUrl}/pay/product/${linkIdentity}?lang=ar`);
  const amount = page.locator("#amount");
  const checkout = page.getByRole("button", { name: "إتمام الطلب الآن" });
  const due = page.locator(".order-amount dd");
  const half = page.getByRole("button", { name: /50\.00/ }).first();
  const promised = page.locator(".promos strong");
  await expect(page.locator("#qty")).toHaveCount(0);
  await expect(promised).toHaveCount(0);
  await keepPicture(page, "product-asks-ar");
  // Without scripts there is no box that could do nothing.
  await using plain = await browser.newContext({ javaScriptEnabled: false });
  const read = await plain.newPage();
  await read.goto(page.url());
  await expect(read.locator(".needs-script")).toBeVisible();
  await expect(
    read.locator(".product-fields").locator("input, select, summary").filter({ visible: true }),
  ).toHaveCount(0);

  await checkout.click();
  await expect(amount).toBeFocused();
  await expect(page.getByText("يرجى إدخال المبلغ")).toBeVisible();
  await amount.fill("٩٫٩٩");
  await expect(page.getByText(/يرجى إدخال مبلغ لا يقل عن .*10\.00/)).toBeVisible();
  await expect(due).toHaveCount(0);
  await half.click();
  await expect(amount).toHaveValue("50.00");
  await expect(half).toHaveAttribute("aria-pressed", "true");
  await expect(due).toContainText("50.00");
  // Tamara takes at most 5,000: the promise of instalments follows what is typed.
  await amount.fill("٦٠٠٠");
  await expect(promised).toHaveText("تابي:");
  await amount.fill("١٬٢٣٤٫٥");
  await expect(promised).toHaveText("تمارا أو تابي:");
  await expect(half).toHaveAttribute("aria-pressed", "false");
  await expect(due).toContainText("1,234.50");
  await expect(page.getByRole("status").filter({ hasText: "1,234.50" })).toHaveCount(1);

  await page.locator("#customerName").fill("نورة العتيبي");
  await page.locator("#customerMobile").fill("٠٥٥١٢٣٤٥٦٧");
  await page.locator("#answersProject").selectOption({ label: "سقيا الماء" });
  await checkout.click();
  await expect(page.locator("#answersFor_whom")).toBeFocused();
  await expect(page.getByText("يرجى تعبئة هذا الحقل")).toBeVisible();
  await page.locator("#answersFor_whom").fill("والدي <b>");
  await keepPicture(page, "product-asks-filled-ar");
  await expectAccessible(page);
  await expectInside(page);

  // What was typed and chosen is still there in the other language.
  await page.goto(`${demo.baseUrl}/pay/product/${linkIdentity}?lang=en`);
  await expect(amount).toHaveValue(/1.?234.5/);
  await expect(page.locator("#answersProject")).toHaveValue("0");
  await page.goBack();
  await expect(due).toContainText("1,234.50");

  await checkout.click();
  await page.waitForURL(/\/pay\/info\//);
  await expect(page.locator(".pay-button")).toContainText("1,234.50");
  const orderNumber = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const order = await invoiceOf(demo, orderNumber);
  expect(order.total).toBe("1234.50");
  expect(order.answers.map(({ answer }) => answer.en)).toEqual(["والدي <b>", "Water"]);
  await page.goto(`${demo.baseUrl}/pay/order/${orderNumber}?lang=ar`);
  await expect(page.getByText("والدي <b>")).toBeVisible();
  await expect(page.getByText("سقيا الماء")).toBeVisible();
  await page.getByText("والدي <b>").scrollIntoViewIfNeeded();
  await keepPicture(page, "invoice-with-answers-ar");
  await expectAccessible(page);
  expect(watched.problems).toEqual([]);
});
