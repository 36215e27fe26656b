/** The two worlds of a shop in the console: one press between them, marked everywhere, and an address that can be passed on. */
import { type Demo, expect, expectAccessible, issueInvoice, keepPicture, test } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

const words = {
  ar: { live: "فعلي", test: "اختبار", band: "وضع الاختبار" },
  en: { live: "Live", test: "Test", band: "Test mode" },
} as const;

async function openTestWorld(demo: Demo): Promise<Demo> {
  const answer = await fetch(`${demo.baseUrl}/api/v1/merchant/test-world`, {
    method: "POST",
    headers: { authorization: `Bearer ${demo.apiKey}`, "idempotency-key": crypto.randomUUID() },
  });
  const { key } = (await answer.json()) as { readonly key: { readonly key: string } };
  return { ...demo, apiKey: key.key };
}

for (const [language, width] of [
  ["ar", 390],
  ["en", 1280],
] as const)
  test(`one press leads to the test world and back, and its addresses keep it (${language})`, async ({
    page,
    demo,
  }) => {
    const text = words[language];
    const client = {
      name: `وسم ${crypto.randomUUID().slice(0, 8)}`,
      mobile: "0551234567",
      countryCode: "SA",
    };
    const order = await issueInvoice(await openTestWorld(demo), { client });
    await page.setViewportSize({ width, height: 800 });
    await openConsole(page, demo, { language, path: "/invoices" });
    const band = page.locator(".test-band");
    await expect(band).toHaveCount(0);
    await page.getByRole("button", { name: text.test, exact: true }).click();
    await page.waitForURL(/\/test\/\d+\/invoices$/);
    await expect(band).toContainText(text.band);
    await expect(page.getByRole("button", { name: text.test, exact: true })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expect(page.getByText(client.name)).toBeVisible();
    await expectAccessible(page);
    await expectInside(page);
    await keepPicture(page, `console-test-world-${language}`);
    const row = page.getByRole("link", { name: client.name });
    const written = await row.getAttribute("href");
    const begun = await page.evaluate(() => performance.timeOrigin);
    await row.click();
    await page.waitForURL(new RegExp(`/test/\\d+/invoices/${order}$`));
    // What another tab would open is where the press led, without another document.
    expect(new URL(page.url()).pathname).toBe(written);
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(begun);
    // Another tab, which has chosen nothing.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect(other.locator(".test-band")).toContainText(text.band);
    await expect(other.getByText(client.name).first()).toBeVisible();
    await other.goto(`${demo.person.address}/invoices/${order}`);
    await expect(other.locator("#main").getByRole("alert")).toBeVisible();
    await other.close();
    for (const part of ["developers", "team", "shop"]) {
      await page.goto(page.url().replace(/(\/test\/\d+\/).*/, `$1${part}`));
      await expect(band).toContainText(text.band);
      await expect(page.locator("#main .notice").first()).toBeVisible();
      await expectAccessible(page);
      await expectInside(page);
      await keepPicture(page, `console-test-world-${part}-${language}`);
      if (part === "developers") await expect(page.getByText(/wasl_(?:live|local)_/)).toHaveCount(0);
    }
    await page.getByRole("button", { name: text.live, exact: true }).click();
    await page.waitForURL((address) => address.pathname === "/shop");
    await expect(band).toHaveCount(0);
  });
