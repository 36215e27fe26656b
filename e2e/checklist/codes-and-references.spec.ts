/** Mobiles, one-time codes, SADAD bills and transfers (docs/ux-checklist.md, U68 to U75). */
import { editPayer, expect, expectAccessible, keepPicture, test } from "../fixtures.ts";
import { choose, pay } from "../methods/buyer.ts";

test("U68: five ways of writing a mobile are one number", async ({ page, demo, issue }) => {
  const sent: unknown[] = [];
  await page.route("**/rest/pay/stcpay/sendOtp", async (route) => {
    const { clientMobile, clientCountryCode } = route.request().postDataJSON();
    sent.push([clientMobile, clientCountryCode]);
    await route.abort();
  });
  await page.goto(`${demo.baseUrl}/pay/info/${await issue({ allowedMethods: ["stcpay"] })}?lang=ar`);
  await editPayer(page);
  const mobile = page.locator("#clientMobile");
  await expect(mobile).toHaveAttribute("type", "tel");
  await expect(mobile).toHaveAttribute("inputmode", "tel");
  await expect(mobile).toHaveAttribute("autocomplete", "tel-national");
  await expect(page.locator(".country")).toContainText("+966");
  const forms = ["0551234567", "55 123 4567", "966551234567", "+966 55-123-4567", "٠٠٩٦٦٥٥١٢٣٤٥٦٧"];
  for (const [index, form] of forms.entries()) {
    await mobile.fill(form);
    await expect(page.locator(".processing")).toBeHidden();
    await pay(page);
    await expect.poll(() => sent.length).toBe(index + 1);
  }
  expect(new Set(sent.map((one) => JSON.stringify(one)))).toEqual(new Set(['["+966551234567","SA"]']));
});

test("U69: a country is found by its name in both languages and by its code, with the keyboard alone", async ({
  page,
  demo,
  issue,
}) => {
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=ar`);
  await editPayer(page);
  const opener = page.locator(".country");
  const search = page.getByRole("combobox");
  // The list is fetched by the page's script: a press before it is there opens nothing.
  await expect(async () => {
    await opener.press("Enter");
    await expect(search).toBeFocused({ timeout: 2_000 });
  }).toPass();
  for (const words of ["مصر", "Egypt", "+20", "EG", "٢٠"]) {
    await search.fill(words);
    await expect(page.locator("#country-EG")).toBeVisible();
  }
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  // The focus is back a moment before the browser reports that the dialog is closed.
  await expect(page.locator(".country-picker")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await search.fill("Kuwait");
  await page.keyboard.press("Enter");
  await expect(opener).toContainText("+965");
  await expect(opener).toBeFocused();
});

test("U70, U71, U72: one field for the code; misses are counted; another code and another mobile can be had", async ({
  page,
  demo,
  issue,
}) => {
  await page.goto(`${demo.baseUrl}/pay/info/${await issue({ allowedMethods: ["stcpay"] })}?lang=ar`);
  await pay(page);
  const code = page.locator("#stcpayOtp");
  await expect(code).toBeFocused();
  await expect(page.locator('[autocomplete="one-time-code"]')).toHaveCount(1);
  await expect(code).toHaveAttribute("inputmode", "numeric");
  // The number stands above, whole (docs/decisions/0012), and cannot change unnoticed.
  await expect(page.locator("#stcpayMobile")).toHaveAttribute("readonly");
  await expect(page.getByText(/يمكنك طلب رمز جديد بعد \d+ (ثوانٍ|ثانية)\./)).toBeVisible();

  for (const left of ["بقيت لك 4 محاولات.", "بقيت لك 3 محاولات.", "بقيت لك محاولتان."]) {
    await expect(page.locator(".processing")).toBeHidden();
    await code.fill("4444");
    await pay(page);
    await expect(page.locator("#stcpayOtp-hint")).toHaveText(left);
    await expect(page.locator("#stcpayOtp-error")).toHaveText(/رمز التحقق غير صحيح/);
  }
  await expectAccessible(page);
  await keepPicture(page, "checklist-code-ar");
  // Who comes back reads where the code went and the same number: it does not begin again.
  await page.reload();
  await expect(page.locator("#stcpayOtp-hint")).toHaveText(/أُرسل الرمز إلى .* بقيت لك محاولتان\.$/);
  await keepPicture(page, "checklist-code-again-ar");
  await expect(page.locator(".processing")).toBeHidden();
  await page.getByRole("button", { name: "تغيير رقم الجوال" }).click();
  await expect(code).toHaveCount(0);
  await expect(page.locator("#stcpayMobile")).toBeFocused();
  await expect(page.locator("#clientName")).toHaveValue("نورة العتيبي");
});

test("U73, U75: the national id is checked and says why; the bill is large, can be copied, printed and paid in steps", async ({
  page,
  demo,
  issue,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${demo.baseUrl}/pay/info/${await issue({ allowedMethods: ["sadad"] })}?lang=ar`);
  const id = page.locator("#sadadNationalId");
  await expect(page.locator("#sadadNationalId-hint")).toHaveText(/10 أرقام.*نتحقق منه.*ولا نحتفظ به/);
  for (const [typed, isRight] of [
    ["3000000006", false],
    ["1000000000", false],
    ["100000000", false],
    ["١٠٠٠٠٠٠٠٠٨", true],
  ] as const) {
    await id.fill(typed);
    await id.blur();
    if (isRight) await expect(page.locator("#sadadNationalId-error")).toBeEmpty();
    else await expect(page.locator("#sadadNationalId-error")).toHaveText("يرجى إدخال رقم هوية صحيح");
  }
  await pay(page);

  const bill = page.locator(".reference");
  await expect(bill.locator("h2")).toBeFocused();
  const codes = bill.locator(".reference-code");
  await expect(codes).toHaveCount(2);
  for (const code of await codes.all()) {
    await expect(code).toHaveAttribute("dir", "ltr");
    expect(
      await code.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    ).toBeGreaterThan(18);
    await code.locator("xpath=following-sibling::button").click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.textContent());
  }
  await expect(bill.locator("ol > li")).toHaveCount(3);
  await expect(bill.getByText("آخر موعد للسداد")).toBeVisible();
  await keepPicture(page, "checklist-bill-ar");
  await expect(bill.getByRole("button", { name: "طباعة أو حفظ" })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(bill.locator("button:visible")).toHaveCount(0);
  await expect(codes.first()).toBeVisible();
});

test("U74: the IBAN stands in fours and is copied without spaces, with the exact amount and the name", async ({
  page,
  demo,
  issue,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${demo.baseUrl}/pay/info/${await issue({ allowedMethods: ["a2a"] })}?lang=ar`);
  await choose(page, "a2a");
  await page.locator("#a2aEmail").fill("noura@example.com");
  await pay(page);
  const transfer = page.locator(".reference");
  const iban = transfer.locator(".reference-code").first();
  await expect(iban).toHaveText(/^SA\d\d( \d{4}){5}$/);
  const copy = async (label: string): Promise<string> => {
    await transfer.getByRole("button", { name: `نسخ: ${label}` }).click();
    return await page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copy("رقم الآيبان")).toMatch(/^SA\d{22}$/);
  expect(await copy("المبلغ")).toBe("115.00");
  expect(await copy("اسم المستفيد")).not.toBe("");
  await expect(transfer.getByText(/خلال دقائق/)).toBeVisible();
  await keepPicture(page, "checklist-transfer-ar");
});
