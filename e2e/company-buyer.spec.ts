/** A buyer of a product link asks for the tax invoice of a company: quiet until it is wanted, whole once it is. */
import { expect, expectAccessible, keepPicture, languages, test, watchConsole } from "./fixtures.ts";
import { expectInside } from "./open-console.ts";
import { invoiceOf, sell } from "./product-offer.ts";

const words = {
  ar: {
    open: "أحتاج فاتورة ضريبية باسم منشأة",
    checkout: "إتمام الطلب الآن",
    street: "يرجى إدخال اسم الشارع",
  },
  en: {
    open: "I need a tax invoice for a company",
    checkout: "Checkout Now",
    street: "Please provide the street",
  },
} as const;

const company = {
  companyName: "شركة واحة الخليج للتجارة",
  companyNumber: "٣٠٠٠٠٠٠٠٠٠٠٠٠٠٣",
  companyBuildingNumber: "7525",
  companyStreet: "شارع العليا",
  companyDistrict: "الورود",
  companyCity: "الرياض",
  companyPostalCode: "12252",
};

for (const language of languages) {
  const text = words[language];

  test(`the order of a company gets a standard tax invoice, and its fields survive a reload (${language})`, async ({
    page,
    demo,
  }) => {
    const watched = watchConsole(page);
    const { linkIdentity } = await sell(demo);
    await page.goto(`${demo.baseUrl}/pay/product/${linkIdentity}?lang=${language}`);
    await expect(page.locator("#companyName")).toBeHidden();
    await page.locator("#customerName").fill("نورة العتيبي");
    await page.locator("#customerMobile").fill("0551234567");
    await page.getByText(text.open).click();
    await page.locator("#companyName").fill(company.companyName);
    await page.getByRole("button", { name: text.checkout }).click();
    await expect(page.locator("#companyNumber")).toBeFocused();
    await expect(page.getByText(text.street)).toBeVisible();
    await keepPicture(page, `product-company-wrong-${language}`);
    await expectAccessible(page);

    for (const [id, value] of Object.entries(company)) await page.locator(`#${id}`).fill(value);
    await page.reload();
    await expect(page.locator("#companyPostalCode")).toHaveValue(company.companyPostalCode);
    await expect(page.getByText(text.street)).toBeHidden();
    await keepPicture(page, `product-company-${language}`);
    await expectInside(page);
    await page.getByRole("button", { name: text.checkout }).click();
    await page.waitForURL(/\/pay\/info\//);
    const orderNumber = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const invoice = await invoiceOf(demo, orderNumber);
    expect(invoice.taxForm).toBe("standard");
    expect(invoice.client?.legalName).toBe(company.companyName);
    expect(invoice.client?.vatNumber).toBe("300000000000003");
    expect(watched.problems).toEqual([]);
  });
}
