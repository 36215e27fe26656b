/** A shop's own account at a provider, from its form to money through it and away again (docs/decisions/0201). */
import { demoCaller } from "#cli/demo-caller.ts";
import { expect, expectAccessible, test, watchConsole } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";
import { openOwnShop } from "./own-shop.ts";

test.use({ viewport: { width: 390, height: 844 }, isMobile: false, hasTouch: false });

test("an account is connected, a wrong secret is told by the provider and corrected in the same form, money goes through it, and it is removed", async ({
  page,
  demo,
  dataDir,
}) => {
  test.slow();
  const { problems } = watchConsole(page);
  const { owner } = await openOwnShop(demo, dataDir);
  const caller = demoCaller(owner.baseUrl, owner.apiKey);
  const issue = () => caller.issue({ lines: [{ title: "تمر", quantity: 1, unitPrice: "100.00" }] });
  const invoice = await issue();
  await openConsole(page, owner, { language: "ar", path: "/shop" });
  const cards = page.getByRole("region", { name: "طرق الدفع" }).getByRole("listitem").first();
  await expect(cards).not.toContainText("حسابك");
  await cards.getByRole("button", { name: "ربط حسابك" }).click();
  const dialog = page.getByRole("dialog");
  const store = dialog.getByRole("button", { name: "حفظ وتجربة" });
  const password = dialog.getByLabel("كلمة مرور البوابة");
  await dialog.getByLabel("عنوان البوابة").fill(`${demo.simulatorUrl}/mpgs`);
  await dialog.getByLabel("معرّف المتجر").fill("TESTWASL");
  await store.click();
  await expect(password, "what is missing has the keyboard").toBeFocused();
  await password.fill("a password of somebody else");
  await dialog.getByLabel("سر الإشعارات").fill("simulator-webhook-secret-cards-1");

  // The session ends while the secrets are typed: they are sent once the person is back.
  await page.context().clearCookies();
  await store.click();
  const gate = page.getByRole("dialog", { name: "سجّل الدخول للمتابعة" });
  await gate.getByLabel("كلمة المرور").fill(owner.person.password);
  await gate.getByRole("button", { name: "تسجيل الدخول" }).click();
  await expect(dialog.getByText("لا رد، أو الحساب مرفوض")).toBeVisible();
  await expect(dialog.getByLabel("معرّف المتجر"), "what was typed is there to be corrected").toHaveValue(
    "TESTWASL",
  );
  await expectAccessible(page);
  await expectInside(page);
  await expect(caller.pay(invoice, {}), "the shop's own account takes it, and is refused").rejects.toThrow(
    "no card session",
  );

  await password.fill("simulator-card-password");
  await store.click();
  await expect(dialog.getByText("المزوّد يرد")).toBeVisible();
  await expect(dialog.getByText("ومزوّد الدفع يعرفه")).toBeVisible();
  await expect(password, "nothing is left to be typed").toHaveCount(0);
  await dialog.getByRole("button", { name: "إغلاق" }).last().click();
  await expect(cards).toContainText("حسابك");
  await caller.pay(invoice, {});
  await page.goto(`${owner.person.address}/invoices/${invoice}`);
  await expect(page.locator(".invoice-head")).toContainText("مدفوعة");

  await page.goto(`${owner.person.address}/shop`);
  await cards.getByRole("button", { name: "تغيير الحساب" }).click();
  await expect(password, "a secret never comes out").toHaveValue("");
  await dialog.getByRole("button", { name: "إزالة الحساب" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(cards.getByRole("button", { name: "ربط حسابك" })).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(kept).not.toContain("simulator-card-password");
  expect(problems).toEqual([]);
});
