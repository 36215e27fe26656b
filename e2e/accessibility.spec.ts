/** axe on every page and state, in both directions; and the keyboard alone. */
import { expect, expectAccessible, fillCard, languages, test, watchConsole } from "./fixtures.ts";

type Names = Readonly<Record<string, string>>;

const pages: readonly { name: string; path: (orders: Names, links: Names) => string }[] = [
  { name: "home", path: () => "/" },
  { name: "invoice", path: (orders) => `/pay/order/${orders["created"]}` },
  { name: "paid invoice", path: (orders) => `/pay/order/${orders["paid"]}` },
  { name: "cancelled invoice", path: (orders) => `/pay/order/${orders["cancelled"]}` },
  { name: "refunded invoice", path: (orders) => `/pay/order/${orders["refunded"]}` },
  { name: "payment", path: (orders) => `/pay/info/${orders["created"]}` },
  { name: "payment with agreement", path: (orders) => `/pay/info/${orders["agreement"]}` },
  { name: "payment in a foreign equivalent", path: (orders) => `/pay/info/${orders["foreignCurrency"]}` },
  { name: "payment of a paid order", path: (orders) => `/pay/info/${orders["paid"]}` },
  { name: "payment of a cancelled order", path: (orders) => `/pay/info/${orders["cancelled"]}` },
  { name: "product", path: (_, links) => `/pay/product/${links["coupon"]}` },
  { name: "product with a service fee", path: (_, links) => `/pay/product/${links["clientPaysFees"]}` },
  { name: "product out of stock", path: (_, links) => `/pay/product/${links["outOfStock"]}` },
  { name: "unknown product", path: () => "/pay/product/000000000000" },
  { name: "unknown order", path: () => "/pay/order/0000000000000000" },
  { name: "result without a payment", path: () => "/pay/displayPayment" },
  { name: "unknown page", path: () => "/nowhere" },
  { name: "sales terms", path: () => "/sales-terms" },
];

for (const language of languages) {
  for (const { name, path } of pages) {
    test(`axe finds nothing: ${name} (${language})`, async ({ page, demo }) => {
      const watched = watchConsole(page);
      const address = new URL(path(demo.orders, demo.links), demo.baseUrl);
      address.searchParams.set("lang", language);
      await page.goto(address.href);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      expect(watched.problems).toEqual([]);
    });
  }

  test(`axe finds nothing while errors are shown (${language})`, async ({ page, demo, issue }) => {
    await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=${language}`);
    await page.locator('button[type="submit"]').first().click();
    await expect(page.locator("[aria-invalid=true]").first()).toBeFocused();
    await expectAccessible(page);
  });
}

test("the keyboard alone pays an invoice", async ({ page, demo, issue }) => {
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=en`);
  await page.locator("#card-number").focus();
  await page.keyboard.type("5123456789012346");
  await page.keyboard.press("Tab");
  await page.keyboard.type("0139");
  await page.keyboard.press("Tab");
  await page.keyboard.type("100");
  await page.keyboard.press("Tab");
  await page.keyboard.type("NOURA");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/pay\/displayPayment/);
});

test("what is typed and pressed before the page's scripts are there is not lost: the card pays", async ({
  page,
  demo,
  issue,
}) => {
  // The island's script is held back until the card is typed and the button pressed.
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/assets\/hydrate-.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=ar`, { waitUntil: "commit" });
  await fillCard(page, { number: "5123456789012346" });
  await page.locator('button[type="submit"]').first().click();
  await expect(page.locator("html[data-pressed]")).toHaveCount(1);
  release();
  await page.waitForURL(/\/pay\/displayPayment/);
});
