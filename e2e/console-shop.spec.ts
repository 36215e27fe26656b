/** The shop's settings in the console: saved by section, after proving again, with nothing typed lost. */
import type { Locator, Page, Response } from "@playwright/test";
import type { OwnMerchant } from "#contract/merchant.ts";
import { readDatabaseAddress } from "#db/database-address.ts";
import { connectDatabase } from "#db/open.ts";
import { createLog } from "#server/log/log.ts";
import { hashToken } from "#server/people/tokens.ts";
import { type Demo, expect, expectAccessible, test, watchConsole } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

/** Makes it an hour since the person of this browser proved who it is. */
async function letProofAge(page: Page, dataDir: string): Promise<void> {
  const databaseUrl = (await readDatabaseAddress(dataDir)) ?? process.env["DATABASE_URL"] ?? "";
  const db = await connectDatabase({ databaseUrl, log: createLog(() => {}), poolSize: 1 });
  const hashes = (await page.context().cookies()).map(({ value }) => hashToken(value));
  const { numUpdatedRows } = await db.kysely
    .updateTable("person_sessions")
    .set({ proven_at: new Date(Date.now() - 3_600_000) })
    .where("token_hash", "in", hashes)
    .executeTakeFirstOrThrow();
  await db.close();
  expect(numUpdatedRows).toBe(1n);
}

type Merchant = Readonly<
  Pick<OwnMerchant, "legalNameEn" | "email" | "phone" | "nationalAddress" | "contact">
>;

/** What the shop has, over the API; with changes, after them. */
async function merchantOf({ baseUrl, apiKey }: Demo, changes?: Partial<Merchant>): Promise<Merchant> {
  const response = await fetch(`${baseUrl}/api/v1/merchant`, {
    method: changes === undefined ? "GET" : "PATCH",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    ...(changes !== undefined && { body: JSON.stringify(changes) }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Merchant;
}

const isReading = (reply: Response): boolean =>
  reply.url().endsWith("/api/v1/merchant") && reply.request().method() === "GET";

/** How far to the right of the left edge a text's first and last characters stand. */
async function ends(place: Locator, text: string): Promise<[first: number, last: number]> {
  return await place.evaluate((element, wanted) => {
    const node = element.firstChild as Text;
    const start = node.data.indexOf(wanted);
    const at = (offset: number): number => {
      const range = document.createRange();
      range.setStart(node, offset);
      range.setEnd(node, offset + 1);
      return range.getBoundingClientRect().x;
    };
    return [at(start), at(start + wanted.length - 1)] as [number, number];
  }, text);
}

test.use({ isMobile: false, hasTouch: false, viewport: { width: 390, height: 844 } });

test("a section is saved once the person has proven who it is, and what is typed in another stays", async ({
  page,
  demo,
  dataDir,
}) => {
  const { problems } = watchConsole(page);
  const { legalNameEn } = await merchantOf(demo);
  const newName = `Palms ${Date.now()}`;
  await openConsole(page, demo, { language: "ar", path: "/shop" });
  await expect(page.locator(".shop-section")).toHaveCount(5);
  const returns = page.getByRole("form", { name: "سياسة الاسترجاع" });
  const link = returns.locator("[name='contact.returnsUrl']");
  await link.fill("shop.example.sa");
  await returns.getByRole("button", { name: "حفظ" }).click();
  await expect(returns.getByText("الرابط غير صحيح")).toBeVisible();
  await expect(link).toBeFocused();
  const [plus, lastDigit] = await ends(page.getByText("مع مفتاح الدولة"), "+966551234567");
  expect(plus, "a number is read from left to right").toBeLessThan(lastDigit);
  await expectAccessible(page);

  const names = page.getByRole("form", { name: "الاسم", exact: true });
  const name = names.locator("[name=legalNameEn]");
  try {
    await letProofAge(page, dataDir);
    await name.fill(newName);
    await names.getByRole("button", { name: "حفظ" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("[name=password]").fill(demo.person.password);
    const readAgain = page.waitForResponse(isReading);
    await dialog.locator("[type=submit]").click();
    await readAgain;
    await expect(names.getByRole("status")).toHaveText("تم الحفظ");
    expect((await merchantOf(demo)).legalNameEn).toBe(newName);
  } finally {
    await merchantOf(demo, { legalNameEn });
  }
  await expect(link).toHaveValue("shop.example.sa");
  // A window that comes to the front reads again what others may have changed: here the name, over the API.
  await page.clock.setSystemTime(Date.now() + 60_000);
  const readAnew = page.waitForResponse(isReading);
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  expect(await (await readAnew).json()).toMatchObject({ legalNameEn });
  await expect(link).toHaveValue("shop.example.sa");
  await expect(name).toHaveValue(newName);

  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.getByRole("group", { name: "العنوان بالإنجليزية" }).locator("input")).toHaveCount(3);
  await expectInside(page);
  expect(problems).toEqual([]);
});

test("e-mail, phone, address and rules of returns are saved, and what another tab has changed is shown before it is written over", async ({
  page,
  demo,
}) => {
  const { email, phone, nationalAddress, contact: before } = await merchantOf(demo);
  await openConsole(page, demo, { language: "en", path: "/shop" });
  const contact = page.getByRole("form", { name: "Contact" });
  const address = page.getByRole("form", { name: "National address" });
  const save = async (form: Locator): Promise<void> => {
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByRole("status")).toHaveText("Saved");
  };
  try {
    const other = await page.context().newPage();
    await other.goto(page.url());
    const otherContact = other.getByRole("form", { name: "Contact" });
    await expect(otherContact.locator("[name=email]")).toHaveValue(email);
    await contact.locator("[name=email]").fill("till@nakheel.example");
    await contact.locator("[name=phone]").fill("٠٥٥١١١٢٢٢٢");
    await save(contact);
    await address.locator("[name='nationalAddress.street']").fill("شارع العليا");
    await save(address);
    const returns = page.getByRole("form", { name: "Returns policy" });
    await returns.locator("[name='contact.returnsText']").fill("خلال ٧ أيام بحالته الأصلية");
    await save(returns);
    expect(await merchantOf(demo)).toMatchObject({
      contact: { returnsText: "خلال ٧ أيام بحالته الأصلية" },
      email: "till@nakheel.example",
      phone: "0551112222",
      nationalAddress: { ...nationalAddress, street: "شارع العليا" },
    });

    // The other tab has seen neither: its own field is kept, the same field is shown as it is now.
    await otherContact.locator("[name=phone]").fill("0553334444");
    await otherContact.getByRole("button", { name: "Save" }).click();
    await expect(otherContact.getByText("Changed elsewhere to: 0551112222")).toBeVisible();
    await expect(otherContact.getByText("Changed elsewhere to: till@nakheel.example")).toBeVisible();
    expect((await merchantOf(demo)).phone).toBe("0551112222");
    await expectInside(other);
    await expectAccessible(other);
    await save(otherContact);
    expect(await merchantOf(demo)).toMatchObject({ email, phone: "0553334444" });
    const otherAddress = other.getByRole("form", { name: "National address" });
    await otherAddress.locator("[name='nationalAddress.district']").fill("العليا");
    await otherAddress.getByRole("button", { name: "Save" }).click();
    await expect(otherAddress.getByText("Changed elsewhere to: شارع العليا")).toBeVisible();
  } finally {
    await merchantOf(demo, { email, phone, nationalAddress, contact: before });
  }
});
