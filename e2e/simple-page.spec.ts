/** The simple page: a card or Apple Pay, one press, and nothing else to fill in. */
import { installApplePaySession } from "#test/browser/apple-pay-session.ts";
import {
  expect,
  expectAccessible,
  fillCard,
  keepPicture,
  languages,
  seen,
  test,
  watchConsole,
} from "./fixtures.ts";
import { expectInside } from "./open-console.ts";

const agreement = { agreement: { title: "شروط البيع", text: "نص الشروط" } };

for (const language of languages) {
  test(`a card pays on the simple page, wherever the buyer is (${language})`, async ({
    page,
    context,
    demo,
    issue,
  }) => {
    const watched = watchConsole(page);
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation({ latitude: 24.713552, longitude: 46.675297 });
    const order = await issue(agreement);
    await page.goto(`${demo.baseUrl}/pay/simple/${order}?lang=${language}`);
    await expect(page.getByText("115.00").first()).toBeVisible();
    await keepPicture(page, `simple-${language}`);
    await expectAccessible(page);
    await expectInside(page);

    await page.locator(".simple-terms a").click();
    await expect(page.getByRole("dialog")).toContainText("نص الشروط");
    await page.getByRole("dialog").getByRole("button").click();

    await page.locator(".pay-button").click();
    await expect(page.locator("[aria-invalid=true]").first()).toBeFocused();
    await expectAccessible(page);

    await fillCard(page, { number: "5123456789012346" });
    const sent = page.waitForRequest(/openGateway/);
    await page.locator(".pay-button").click();
    const body = (await sent).postDataJSON() as Record<string, unknown>;
    expect(body["clientName"]).toBe("fastpay");
    expect(body["channel"]).toBe("simple");
    expect(body["shipmentAddress"]).toBe('{"latitude":24.71,"longitude":46.68}');
    await page.waitForURL(/\/pay\/displayPayment/);
    expect(watched.problems).toEqual([]);
  });
}

test("a buyer who does not say where pays all the same, and a decline is shown", async ({
  page,
  demo,
  issue,
}) => {
  await page.goto(`${demo.baseUrl}/pay/simple/${await issue()}?lang=en`);
  await fillCard(page, { number: "5123456789012346", expiry: "05/39" });
  await page.locator(".pay-button").click();
  await expect(page.getByRole("alert").filter({ hasText: "declined" }).first()).toBeVisible();
  await fillCard(page, { number: "5123456789012346" });
  await page.locator(".pay-button").click();
  await page.waitForURL(/\/pay\/displayPayment/);
});

test("a decline by Apple Pay stays beside its button with the way to the payment page; a result stands two seconds", async ({
  page,
  demo,
  issue,
}) => {
  await page.addInitScript(installApplePaySession, {});
  const order = await issue({ allowedMethods: ["applepay", "creditcard"] });
  await page.goto(`${demo.baseUrl}/pay/simple/${order}?lang=en`);
  await page.locator('input[name="method"][value="applepay"]').check();
  const approve = async (card: { expiry?: string } = {}): Promise<void> => {
    await page.getByRole("button", { name: "Pay with Apple Pay" }).click();
    await expect.poll(() => page.evaluate(() => window.applePayDevice.isOpen())).toBe(true);
    await page.evaluate((approval) => window.applePayDevice.approve(approval), card);
  };
  await approve({ expiry: "05/39" });
  await expect(page.getByRole("alert").filter({ hasText: "declined" })).toBeVisible();
  const elsewhere = page.getByRole("link", { name: "Go to the payment page" });
  await expect(elsewhere).toHaveAttribute("href", `/pay/info/${order}`);
  await expectAccessible(page);
  await keepPicture(page, "simple-applepay-declined");
  const answered = page.waitForResponse("**/rest/pay/apple/processPayment");
  await approve();
  await (await answered).finished();
  const answeredAt = Date.now();
  await page.waitForURL(/\/pay\/displayPayment/);
  expect(Date.now() - answeredAt).toBeGreaterThan(1_800);
  await expect(seen(page, /processed|Paid Successfully/)).toBeVisible();
});

test("a wallet whose code did not come leaves no empty page, and a press asks again", async ({
  page,
  demo,
  issue,
}) => {
  await page.addInitScript(installApplePaySession, {});
  let isBroken = true;
  await page.route(/\/assets\/button-[\w-]+\.js/, (route) => (isBroken ? route.abort() : route.continue()));
  await page.goto(`${demo.baseUrl}/pay/simple/${await issue({ allowedMethods: ["applepay"] })}?lang=en`);
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeVisible();
  isBroken = false;
  await page.getByRole("button", { name: "Load again" }).click();
  await expect(page.getByRole("button", { name: "Pay with Apple Pay" })).toBeVisible();
});
