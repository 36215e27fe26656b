/** The console where it is opened: in another world, as another role, and on devices whose day is not that of Riyadh. */

import arFirst from "../src/console/i18n/console.ar.json" with { type: "json" };
import enFirst from "../src/console/i18n/console.en.json" with { type: "json" };
import ar from "../src/console/i18n/screens.ar.json" with { type: "json" };
import en from "../src/console/i18n/screens.en.json" with { type: "json" };
import { expect, expectAccessible, keepPicture, test, watchConsole } from "./fixtures.ts";
import { expectInside, openConsole, windows } from "./open-console.ts";

const texts = { ar: { ...arFirst, ...ar }, en: { ...enFirst, ...en } };

for (const [language, window] of [
  ["ar", "phone"],
  ["en", "desk"],
] as const) {
  const t = texts[language];
  test.describe(`${language}, ${window}`, () => {
    test.use({ viewport: windows[window], isMobile: false, hasTouch: false });

    test("a shop without a test world opens one in two presses, and is shown its first key once", async ({
      page,
      ownShop: { owner },
    }) => {
      const { problems } = watchConsole(page);
      await openConsole(page, owner, { language, path: "/invoices" });
      await page.getByRole("button", { name: t.shell.test, exact: true }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog).toContainText(t.world.what);
      await expect(dialog.locator(".button-primary"), "looks as what it is").toHaveCSS(
        "background-color",
        "rgb(15, 107, 92)",
      );
      await expectInside(page);
      await expectAccessible(page);
      await keepPicture(page, `console-open-world-${language}`);
      await dialog.getByRole("button", { name: t.world.open, exact: true }).click();
      await expect(dialog.locator(".made-key")).toHaveText(/^wasl_(?:test|local)_/);
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await page.waitForURL(/\/test\/\d+\/developers$/);
      await expect(page.locator(".test-band")).toBeVisible();
      await expect(page.locator("li.card")).toHaveCount(1);
      await expect(page.locator(".made-key")).toHaveCount(0);
      expect(problems).toEqual([]);
    });

    test("seen as a cashier the form of an invoice can be looked at, sends nothing, and keeps what was typed", async ({
      page,
      ownShop: { owner },
    }) => {
      await openConsole(page, owner, { language, path: "/team" });
      await page.locator("form.panel select").selectOption("cashier");
      await page.getByRole("button", { name: t.preview.begin }).click();
      await page.goto(`${owner.person.address}/invoices/new`);
      await page.getByLabel(t.new.amount).fill("25");
      await page.getByLabel(t.new.mobile).fill("0551234567");
      await page.getByRole("button", { name: t.new.send, exact: true }).click();
      const refusal = page.locator("#main").getByText(t.refusals.preview_read_only).first();
      await expect(refusal).toBeVisible();
      await expect(page.getByLabel(t.new.amount)).toHaveValue("25");
      await expectInside(page);
      await expectAccessible(page);
      await keepPicture(page, `console-preview-form-${language}`);
      const reply = await fetch(`${owner.baseUrl}/api/v1/invoices`, {
        headers: { authorization: `Bearer ${owner.apiKey}` },
      });
      expect(((await reply.json()) as { items: unknown[] }).items).toEqual([]);
    });
  });
}

for (const language of ["ar", "en"] as const)
  test.describe(`${language}, a narrow phone`, () => {
    test.use({ viewport: { width: 360, height: 780 }, isMobile: false, hasTouch: false });

    test(`the choice that a link leads to is in view, however far along its row it is (${language})`, async ({
      page,
      ownShop: { owner },
    }) => {
      await openConsole(page, owner, { language, path: "/payments?show=guaranteed" });
      for (const path of ["/payments/exports", "/invoices?show=refunded", "/payments?show=surplus"]) {
        await page.goto(`${owner.person.address}${path}`);
        const active = page.locator("#main .choice.active").last();
        await expect(active).toBeInViewport({ ratio: 1 });
      }
      await keepPicture(page, `console-choice-in-view-${language}`);
      await expectInside(page);
    });
  });

/** A minute before and after midnight in Riyadh; the second is the end of a Hijri month, too. */
const midnights = [
  { at: "2026-11-30T23:59:00+03:00", day: "2026-11-30" },
  { at: "2026-12-01T00:01:00+03:00", day: "2026-12-01" },
  { at: "2027-02-07T23:59:00+03:00", day: "2027-02-07" },
  { at: "2027-02-08T00:01:00+03:00", day: "2027-02-08" },
] as const;

for (const timezoneId of ["Asia/Riyadh", "UTC", "America/Los_Angeles"])
  test.describe(timezoneId, () => {
    test.use({ timezoneId, viewport: windows.phone, isMobile: false, hasTouch: false });

    test(`today is Riyadh's day around midnight, in fields and in both calendars (${timezoneId})`, async ({
      page,
      ownShop: { owner },
    }) => {
      test.slow();
      await openConsole(page, owner, { language: "en", path: "/account" });
      for (const { at, day } of midnights) {
        await page.clock.setFixedTime(new Date(at));
        await page.goto(`${owner.person.address}/payments/close`);
        await expect(page.locator(".period input[type=date]")).toHaveValue(day);
        await page.goto(`${owner.person.address}/invoices/new`);
        await page.getByText(en.new.more).click();
        await expect(page.getByLabel(en.new.dueDate)).toHaveAttribute("min", day);
        await page.goto(`${owner.person.address}/vat`);
        await expect(page.locator(".period .field-hint")).toHaveText(/14\d\d AH/);
      }
    });
  });
