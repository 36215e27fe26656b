/** Parts of the payment page whose code does not come: the page says so, and a press asks again. */
import ar from "#web/i18n/payment.ar.json" with { type: "json" };
import en from "#web/i18n/payment.en.json" with { type: "json" };
import { editPayer, expect, keepPicture, test } from "./fixtures.ts";

const texts = { ar, en };

test("a method that could not be loaded is there after a press, with what was typed", async ({
  page,
  demo,
  issue,
  language,
}) => {
  const t = texts[language];
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=${language}`);
  await editPayer(page);
  await page.locator("#clientName").fill("سارة القحطاني");
  let isBroken = true;
  await page.route(/\/assets\/methods-[\w-]+\.js/, (route) => (isBroken ? route.abort() : route.continue()));
  const stcPay = page.locator('[name="method"][value="stcpay"]');
  await stcPay.check();
  await expect(page.getByRole("alert").filter({ hasText: t.methodFailed })).toBeVisible();
  await keepPicture(page, `not-loaded-${language}`);
  isBroken = false;
  await page.getByRole("button", { name: t.loadAgain }).click();
  await expect(page.locator("#stcpayMobile")).toBeVisible();
  await expect(stcPay).toBeChecked();
  await expect(page.locator("#clientName")).toHaveValue("سارة القحطاني");
  await expect(page).toHaveURL(/\/pay\/info\/\w+\?lang=\w+$/);
});

test("a name that was typed before the page's scripts were there is still there after a reload @phone", async ({
  page,
  demo,
  issue,
}) => {
  const scripts = Promise.withResolvers<void>();
  await page.route(/assets\/hydrate-.*\.js/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=ar`, { waitUntil: "commit" });
  await editPayer(page);
  await page.locator("#clientName").fill("سارة القحطاني");
  scripts.resolve();
  // The line above the fields is written by the script that has read them.
  await expect(page.locator(".payer summary")).toContainText("سارة القحطاني");
  await page.reload();
  await expect(page.locator("#clientName")).toHaveValue("سارة القحطاني");
});

test("a list of countries that could not be loaded is there after a press, and the choice is checked", async ({
  page,
  demo,
  issue,
  language,
}) => {
  const t = texts[language];
  await page.goto(
    `${demo.baseUrl}/pay/info/${await issue({ client: { name: "Sara", mobile: "0551234567" } })}?lang=${language}`,
  );
  await editPayer(page);
  await page.locator("#clientName").fill("Sara K");
  let isBroken = true;
  await page.route(/\/assets\/(country-picker|dial-codes)[\w-]*\.js/, (route) =>
    isBroken ? route.abort() : route.continue(),
  );
  await page.locator(".country").click();
  await expect(page.getByRole("alert").filter({ hasText: t.countriesNotLoaded })).toBeVisible();
  isBroken = false;
  await page.getByRole("button", { name: t.loadAgain }).click();
  await expect(page.locator("#clientName")).toHaveValue("Sara K");
  await page.locator(".country").click();
  await page.getByRole("combobox").fill("965");
  await page.keyboard.press("Enter");
  await expect(page.locator(".country")).toContainText("+965");
  await page.locator("#clientMobile").fill("0551234567");
  await page.locator("#clientName").focus();
  await expect(page.locator("#clientMobile-error")).toHaveText(t.mobileLong);
  await page.locator("#clientMobile").fill("55123456");
  await expect(page.locator("#clientMobile-error")).toHaveText("");
  // The choice and its rules survive a reload.
  await page.reload();
  await expect(page.locator(".country")).toContainText("+965");
  await expect(page.locator("#clientMobile")).toHaveValue("55123456");
});
