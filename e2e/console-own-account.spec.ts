/** The form of a shop's own account at a provider (docs/decisions/0201); with a provider behind it, it is in own-account.test.ts. */
import { expect, expectAccessible, keepPicture, test, watchConsole } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";
import { openOwnShop } from "./own-shop.ts";

test.use({ viewport: { width: 390, height: 844 }, isMobile: false, hasTouch: false });

test("what is typed of an account stays through an ended session and a refusal, is corrected in its field, and is kept by no browser", async ({
  page,
  demo,
  dataDir,
}) => {
  const { problems } = watchConsole(page);
  const { owner } = await openOwnShop(demo, dataDir);
  await openConsole(page, owner, { language: "ar", path: "/shop" });
  const cards = page.getByRole("region", { name: "طرق الدفع" }).getByRole("listitem").first();
  await expect(cards.locator(".chip")).toHaveText("حساب المنصة");
  await cards.getByRole("button", { name: "ربط حسابك" }).click();
  const dialog = page.getByRole("dialog");
  const store = dialog.getByRole("button", { name: "حفظ وتجربة" });
  const address = dialog.getByLabel("عنوان البوابة");
  const password = dialog.getByLabel("كلمة مرور البوابة");
  await address.fill("https://gateway.elsewhere.example");
  await dialog.getByLabel("معرّف المتجر").fill("TESTWASL");
  await store.click();
  await expect(password, "what is missing has the keyboard").toBeFocused();
  await password.fill("a password of the account");
  await dialog.getByLabel("سر الإشعارات").fill("a-secret-of-the-account-00000001");

  await page.context().clearCookies();
  await store.click();
  const gate = page.getByRole("dialog", { name: "سجّل الدخول للمتابعة" });
  await gate.getByLabel("كلمة المرور").fill(owner.person.password);
  await gate.getByRole("button", { name: "تسجيل الدخول" }).click();
  await expect(dialog.getByText("القيمة غير مقبولة")).toBeVisible();
  await expect(address).toBeFocused();
  await expect(password, "what was typed is there to be sent again").toHaveValue("a password of the account");
  await expectInside(page);
  await expectAccessible(page);
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(kept).not.toContain("of the account");
  expect(problems).toEqual([]);
});

test("the address that a bank's portal asks for is shown with the shop's own account, and is copied", async ({
  page,
  context,
  demo,
  dataDir,
}) => {
  const { problems } = watchConsole(page);
  const { owner } = await openOwnShop(demo, dataDir);
  const stored = await fetch(`${owner.baseUrl}/api/v1/accounts/urpay`, {
    method: "PUT",
    headers: { authorization: `Bearer ${owner.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({
      tranportalId: "TP01",
      tranportalPassword: "a password of the account",
      resourceKey: "0123456789abcdef0123456789abcdef",
      webhookKey: "a-key-of-the-account-00000001",
    }),
  });
  const { webhookUrl } = (await stored.json()) as { webhookUrl: string };
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openConsole(page, owner, { language: "ar", path: "/shop" });
  const card = page.getByRole("listitem").filter({ hasText: webhookUrl });
  await expect(card).toContainText("UR Pay");
  await card.getByRole("button", { name: "نسخ" }).click();
  await expect(card.getByText("تم النسخ")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(webhookUrl);
  await keepPicture(page, "console-portal-address-ar");
  await expectInside(page);
  await expectAccessible(page);
  expect(problems).toEqual([]);
});
