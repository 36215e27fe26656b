/** A script whose bytes are not the built ones does not run, wherever it was changed (PCI DSS 6.4.3). */
import { expect, test } from "./fixtures.ts";

test("a form whose script was changed on the way does not come alive", async ({ page, demo, issue }) => {
  const order = await issue();
  await page.route(/\/assets\/shared-[\w-]+\.js$/, async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, body: `${await reply.text()};document.title="changed"` });
  });
  const refused = page.waitForEvent("console", (message) => /integrity/i.test(message.text()));
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await refused;
  await expect(page.locator("html[data-alive]")).toHaveCount(0);
  await expect(page).not.toHaveTitle("changed");
});

test("a part that was changed on the way does not run when the buyer opens it", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue({ allowedMethods: ["mada", "stcpay"] });
  await page.route(/\/assets\/methods-[\w-]+\.js$/, async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, body: `${await reply.text()};document.title="changed"` });
  });
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await expect(page.locator("html[data-alive]")).toHaveCount(1);
  const refused = page.waitForEvent("console", (message) => /integrity/i.test(message.text()));
  await page.locator('input[name="method"][value="stcpay"]').check();
  await refused;
  await expect(page.locator("#stcpayMobile")).toHaveCount(0);
  await expect(page).not.toHaveTitle("changed");
});
