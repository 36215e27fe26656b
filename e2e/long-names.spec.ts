/** Names of 200 letters without a space, and a long e-mail address: no page grows sideways, and nothing is cut on a phone. */
import { demoCaller } from "#cli/demo-caller.ts";
import { encodeResult } from "#core/payment-result.ts";
import type { PageName } from "#web/routes.ts";
import { type Demo, expect, languages, test } from "./fixtures.ts";
import { makeDocumentsList, makeQuote } from "./made-pages.ts";
import { stickingOut } from "./reachable.ts";

/** An order that may be paid, and one that is paid. */
type Made = { readonly demo: Demo; readonly order: string; readonly paid: string; readonly invoice: object };

/** Where each page names the shop; null for one that names none. */
const pathOf: Readonly<Record<PageName, ((made: Made) => string | Promise<string>) | null>> = {
  home: null,
  salesTerms: null,
  googleButton: null,
  testCards: null,
  invoice: ({ order }) => `order/${order}`,
  info: ({ order }) => `info/${order}`,
  print: ({ order }) => `print/${order}`,
  simple: ({ order }) => `simple/${order}`,
  frame: ({ order }) => `frame/${order}`,
  applepay: ({ order }) => `applePay/${order}`,
  result: ({ order }) =>
    `displayPayment?${new URLSearchParams({ msg: encodeResult({ orderNumber: order }) })}`,
  product: ({ demo }) => `product/${demo.links["coupon"]}`,
  // With all ways to the shop.
  error: ({ order }) => `error/not-allowed-country?order=${order}`,
  verify: ({ paid }) => `../verify/${paid}`,
  quote: ({ demo, invoice }) => makeQuote(demo, invoice),
  mine: ({ demo }) => makeDocumentsList(demo),
};

const letters = { ar: "نخيل", en: "Palm" } as const;
/** As long as addresses of shops are, without a place to break. */
const longEmail = "customerservice@alnakheelalmadinahdates.example";

for (const language of languages)
  test(`long names of shop, buyer and product break no page (${language})`, async ({ page, demo, issue }) => {
    const name = letters[language].repeat(25);
    const invoice = {
      client: { name, mobile: "0551234567", countryCode: "SA" },
      lines: [{ title: letters[language].repeat(50), quantity: 2, unitPrice: "50.00", vatRate: "15" }],
      note: letters[language].repeat(50),
    };
    const [order, paid] = [await issue(invoice), await issue(invoice)];
    // Two of 50.00 with VAT.
    await demoCaller(demo.baseUrl, demo.apiKey).act(paid, "payments", { amount: "115.00", way: "cash" });
    // The shop of the demo is shared: its name and e-mail are made long on the way to this browser alone.
    await page.route(`${demo.baseUrl}/**`, async (route) => {
      if (route.request().resourceType() !== "document") return await route.continue();
      const response = await route.fetch();
      // Led elsewhere, another page would be looked at in its place.
      expect(response.url()).toBe(route.request().url());
      const body = (await response.text())
        .replaceAll("متجر النخيل", letters[language].repeat(50))
        .replaceAll(/\b(?:shop|care)@nakheel\.example/g, longEmail);
      await route.fulfill({ response, body });
    });
    const made = Object.values(pathOf).flatMap((path) => path?.({ demo, order, paid, invoice }) ?? []);
    const paths = await Promise.all(made);
    for (const width of [320, 360, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      for (const path of paths) {
        const address = new URL(path, `${demo.baseUrl}/pay/`);
        address.searchParams.set("lang", language);
        await page.goto(address.href);
        for (const details of await page.locator("details:visible").all())
          await details.evaluate((one) => one.setAttribute("open", ""));
        // Errors name the shop above their words alone.
        const part = page.locator(path.startsWith("error/") ? "body" : "main");
        await expect(part).toContainText(letters[language].repeat(50));
        expect(await stickingOut(page), `${path} ${width}`).toEqual([]);
      }
    }
  });
