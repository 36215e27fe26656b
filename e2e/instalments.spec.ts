import { editPayer, expect, expectAccessible, issueInvoice, keepPicture, test } from "./fixtures.ts";

test("an Arabic name is asked for in Latin letters in Tabby's own row, and Tabby receives that one", async ({
  page,
  issue,
  demo,
}) => {
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=en`);
  await page.locator('input[name="method"][value="tabby"]').check();
  await page.locator("#tabbyEmail").fill("otp.success@tabby.ai");
  const name = page.locator('[data-method="tabby"] #tabbyName');
  await expect(name).toHaveValue("Noura Alotaibi");
  // Spec 5: what is still wrong is shown in its words, at this field.
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/rest/pay/tabby/authorize")) sent.push(request.postDataJSON().clientName);
  });
  await name.fill("نورة & Sons");
  await page.locator(".pay-button").click();
  await expect(page.locator("#tabbyName-error")).toHaveText(
    "Only English name is allowed for Tabby payment.",
  );
  await expect(name).toBeFocused();
  expect(sent).toEqual([]);
  await name.fill("Noura Alotaibi");
  await page.locator(".pay-button").click();
  await expect(page.locator('button[value="approve"]')).toBeVisible();
  expect(sent).toEqual(["Noura Alotaibi"]);
});

test("a name that became Arabic after Tabby was opened is asked for in Latin letters at the press", async ({
  page,
  issue,
  demo,
}) => {
  const client = { name: "Noura", mobile: "0551234567", countryCode: "SA" };
  await page.goto(`${demo.baseUrl}/pay/info/${await issue({ client })}?lang=en`);
  await page.locator('input[name="method"][value="tabby"]').check();
  await page.locator("#tabbyEmail").fill("otp.success@tabby.ai");
  await expect(page.locator("#tabbyName")).toHaveCount(0);
  await editPayer(page);
  await page.locator("#clientName").fill("John Smith & Sons Ltd. (KSA)");
  await page.locator(".pay-button").click();
  await expect(page.locator(".toast")).toHaveText("Only English name is allowed for Tabby payment.");
  await expect(page.locator("#tabbyName")).toBeFocused();
  await expect(page.locator("#tabbyName")).toHaveValue("John Smith and Sons Ltd KSA");
});

test("U29: a payment above the limits is shown in the words of the service", async ({
  page,
  issue,
  demo,
}) => {
  const orderNumber = await issue({
    client: { name: "Noura", mobile: "0551234567", countryCode: "SA" },
    lines: [{ title: "سجاد", quantity: 1, unitPrice: "9000.00", vatRate: "15" }],
  });
  await page.goto(`${demo.baseUrl}/pay/info/${orderNumber}?lang=en`);
  await page.locator('input[name="method"][value="tabby"]').check();
  await page.locator("#tabbyEmail").fill("otp.success@tabby.ai");
  await page.locator(".pay-button").click();
  await expect(page.locator(".pay-message")).toContainText("above your current spending limit with Tabby");
});

test("a method that does not take the amount is not offered, in both languages", async ({
  page,
  issue,
  demo,
}) => {
  const orderNumber = await issue({
    lines: [{ title: "سجاد", quantity: 1, unitPrice: "9000.00", vatRate: "15" }],
  });
  for (const language of ["ar", "en"]) {
    await page.goto(`${demo.baseUrl}/pay/info/${orderNumber}?lang=${language}`);
    await expect(page.locator('input[name="method"][value="tabby"]')).toHaveCount(1);
    await expect(page.locator('input[name="method"][value="tamara"]')).toHaveCount(0);
  }
});

test("the window about Tabby opens, can be read and closes again", async ({ page, issue, demo }) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(demo.baseUrl)) elsewhere.push(request.url());
  });
  const opened = await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=ar`);
  const origin = new URL(demo.simulatorUrl).origin;
  expect(opened?.headers()["content-security-policy"]).toContain(`frame-src ${origin}`);
  await page.locator('input[name="method"][value="tabby"]').check();
  await expect(page.locator("#tabbyEmail")).toBeVisible();
  expect(elsewhere.filter((url) => url.includes("/tabby/"))).toEqual([]);
  await page.getByRole("button", { name: "كيف تعمل تابي؟" }).click();
  await expect(page.locator("dialog.modal[open]")).toBeVisible();
  // Tabby's own page, about this very amount.
  const frame = page.frameLocator("iframe.tabby-info-frame");
  await expect(frame.locator("body")).toContainText("115.00");
  expect(elsewhere.find((url) => url.includes("/promos/"))).toContain("price=115.00&currency=SAR");
  await expectAccessible(page, { except: "iframe.tabby-info-frame" });
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog.modal[open]")).toHaveCount(0);
});

test("the running program registers its address at Tabby", async ({ demo }) => {
  const headers = {
    authorization: "Bearer sk_test_simulator-tabby-secret-key",
    "x-merchant-code": "WASL-SA",
  };
  const registered = async () => {
    const reply = await fetch(`${demo.simulatorUrl}/tabby/api/v1/webhooks`, { headers });
    return ((await reply.json()) as { url: string }[]).map(({ url }) => url);
  };
  await expect.poll(registered, { timeout: 30_000 }).toEqual([`${demo.baseUrl}/rest/pay/notify/tabby`]);
});

test("the days of the four parts have the Hijri ones and the digits that the shop's theme wants", async ({
  page,
  demo,
  ownShop,
}) => {
  const shop = ownShop.owner;
  const themed = await fetch(`${demo.baseUrl}/api/v1/theme`, {
    method: "PUT",
    headers: { authorization: `Bearer ${shop.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ hijriDates: true, digits: "arabic" }),
  });
  expect(themed.status).toBe(200);
  const orderNumber = await issueInvoice(shop);
  for (const [language, days] of [
    ["ar", /^\d+ \S+ \d{4} \(\d+ .+ \d{4} هـ\)$/],
    ["en", /^\d+ \w+ \d{4} \(\d+ .+ \d{4} AH\)$/],
  ] as const) {
    await page.goto(`${demo.baseUrl}/pay/info/${orderNumber}?lang=${language}`);
    for (const method of ["tabby", "tamara"]) {
      await page.locator(`input[name="method"][value="${method}"]`).check();
      const dates = page.locator(`[data-method="${method}"] .instalment-plan time`);
      await expect(dates).toHaveText([days, days, days]);
      if (language === "ar") await expect(dates.first()).toHaveCSS("font-family", /^"Wasl Digits"/);
    }
    await expectAccessible(page);
    await keepPicture(page, `instalments-hijri-${language}`);
  }
});
