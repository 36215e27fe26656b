/** Passkeys in a real browser, with the device that Chromium itself plays: made, used to sign in and to confirm, named and removed. */
import { type Demo, expect, expectAccessible, test } from "./fixtures.ts";
import { expectInside } from "./open-console.ts";

/** Takes an invitation as a new colleague of the demo's shop; gives their address. */
async function invited(demo: Demo, email: string): Promise<string> {
  const response = await fetch(`${demo.simulatorUrl}/_control/mail?to=${encodeURIComponent(email)}`);
  const { messages } = (await response.json()) as { messages: { text: string }[] };
  const link = /\S+\/invitation\/\S+/.exec(messages[0]?.text ?? "")?.[0];
  if (!link) throw new Error(`no invitation for ${email}`);
  return link;
}

test("a colleague makes a passkey, signs in with it alone, confirms an act with it, renames and removes it", async ({
  page,
  demo,
}) => {
  const email = `passkey-${Date.now()}@shop.example`;
  const { address, email: owner, password } = demo.person;
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  // The device answers what the field of the name offers by itself, too: not before the button is pressed.
  const answersAlone = async (enabled: boolean) =>
    await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  await page.goto(`${address}/sign-in?next=/team&lang=en`);
  await page.locator("[name=name]").fill(owner);
  await page.locator("[name=password]").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("combobox", { name: "Role" }).first().selectOption("owner");
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByText(`The invitation was sent to ${email}`)).toBeVisible();
  await page.context().clearCookies();

  await page.goto(await invited(demo, email));
  await page.locator("[name=name]").fill("هند");
  await page.locator("[name=password]").fill("dates from al-Ahsa 7");
  await page.locator("form button").click();
  await page.locator("[name=name]").fill(email);
  await page.locator("[name=password]").fill("dates from al-Ahsa 7");
  await page.getByRole("button", { name: "تسجيل الدخول", exact: true }).click();
  await expect(page.locator("#main h1")).toBeVisible();
  await page.goto(`${address}/account`);
  await page.getByRole("link", { name: "إضافة مفتاح مرور" }).click();
  await page.locator("[name=name]").fill("جهاز الكاشير");
  await expectAccessible(page);
  await page.getByRole("button", { name: "إنشاء مفتاح مرور" }).click();
  await expect(page.locator(".codes li")).toHaveCount(10);

  await page.context().clearCookies();
  await answersAlone(false);
  await page.goto(`${address}/sign-in?next=/account&lang=ar`);
  await expect(page.getByRole("button", { name: "الدخول بمفتاح المرور" })).toBeVisible();
  await expectAccessible(page);
  await answersAlone(true);
  await page.getByRole("button", { name: "الدخول بمفتاح المرور" }).click();
  await expect(page.getByText("جهاز الكاشير")).toBeVisible();
  await expectAccessible(page);
  await expectInside(page);

  await page.getByRole("button", { name: "تعديل" }).click();
  await page.getByRole("dialog").getByLabel("الاسم").fill("جوال هند");
  await page.getByRole("dialog").getByRole("button", { name: "حفظ" }).click();
  await expect(page.getByText("جوال هند")).toBeVisible();
  // The session has ended meanwhile: the passkey opens it again over the dialog, and the act continues.
  await page.context().clearCookies();
  await page.getByRole("button", { name: "تعديل" }).click();
  await page.getByRole("button", { name: "إزالة مفتاح المرور" }).click();
  await page.getByRole("button", { name: "استخدام مفتاح المرور" }).click();
  await expect(page.getByText("جوال هند")).toHaveCount(0);
});
