/** Contrast, focus, targets, dialogs, motion and forced colours (docs/ux-checklist.md, U96 to U99), and the keyboard. */
import type { ThemeModel } from "#contract/settings.ts";
import { themeCss } from "#web/document/theme-style.ts";
import { findingsOf, rulesOfColours } from "../accessible.ts";
import { expect, expectAccessible, fillCard, keepPicture, test } from "../fixtures.ts";
import { openState, pageStates } from "../page-states.ts";
import { focusFaults, smallTargets } from "../reachable.ts";

/** Themes as merchants may save them: pale, dark, and of middling brightness. */
const themes: Readonly<Record<string, ThemeModel>> = {
  pale: { primaryColor: "#f3e9ff", buttonTextColor: "#ffffff" },
  night: {
    primaryColor: "#00e5a8",
    backgroundColor: "#05070a",
    foregroundColor: "#10151c",
    textColor: "#333333",
    titlePanelBackground: "#1a1030",
    paymentFormBackground: "#10151c",
    progressModalBackground: "#10151c",
  },
  grey: {
    primaryColor: "#777777",
    foregroundColor: "#8a8a8a",
    backgroundColor: "#767676",
    textColor: "#808080",
  },
};

/** A page of a dark colour, whose parts are as light as they are without a theme. */
const nightPage: ThemeModel = { primaryColor: "#f08a00", backgroundColor: "#0b3d2e" };

/** Home and the search for a paper are of no shop: no theme colours them. */
const shopStates = pageStates.filter(({ name }) => name !== "home" && name !== "verify");

/** Some of the pages in all their states, for each test. */
const groups = Array.from({ length: 4 }, (_, group) => shopStates.filter((_state, at) => at % 4 === group));

test.describe("in every theme", () => {
  // The theme comes as the server would send it, into a page that is open already.
  test.use({ bypassCSP: true });
  test("U96: text, controls and messages keep their contrast", async ({ page, demo, issue }) => {
    const order = await issue({ agreement: { title: "الشروط", text: "نص" } });
    for (const path of [`/pay/info/${order}`, `/pay/order/${demo.orders["paid"]}`]) {
      await page.goto(`${demo.baseUrl}${path}?lang=ar`);
      if (path.includes("info")) {
        await page.locator("#card-number").fill("1234");
        await page.locator("#card-number").blur();
        await expect(page.locator("#card-number-error")).not.toBeEmpty();
      }
      for (const [name, theme] of Object.entries(themes)) {
        await page.evaluate((css) => {
          document.getElementById("tried")?.remove();
          const style = document.head.appendChild(document.createElement("style"));
          style.id = "tried";
          style.textContent = css;
        }, themeCss(theme));
        await test.step(name, async () => await expectAccessible(page, { by: rulesOfColours }));
        await keepPicture(page, `checklist-theme-${name}-${path.includes("info") ? "info" : "invoice"}`);
      }
    }
  });

  // The texts of a page are made for its parts; what stands on the page itself has to have a ground of its own.
  for (const states of groups)
    test(`U96: all can be read on a page of a dark colour, narrow and wide: ${states.map(({ name }) => name).join(", ")} @phone`, async ({
      page,
      demo,
    }) => {
      for (const state of states) {
        await page.context().clearCookies();
        await page.setViewportSize({ width: 360, height: 780 });
        await openState(page, state, { demo, language: "ar" });
        await page.addStyleTag({ content: themeCss(nightPage) });
        for (const details of await page.locator("main details:visible").all())
          await details.evaluate((one) => one.setAttribute("open", ""));
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 780 });
          expect.soft(await findingsOf(page, { by: rulesOfColours }), `${state.name} ${width}`).toEqual([]);
          await keepPicture(page, `checklist-dark-page-${state.name}`);
        }
      }
    });
});

test("U96: the dark scheme keeps its contrast", async ({ page, demo, issue }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  const order = await issue({ agreement: { title: "الشروط", text: "نص" } });
  const paths = [
    `info/${order}`,
    `simple/${order}`,
    `order/${demo.orders["paid"]}`,
    `product/${demo.links["coupon"]}`,
  ];
  for (const path of paths) {
    await page.goto(`${demo.baseUrl}/pay/${path}?lang=ar`);
    await test.step(path, async () => await expectAccessible(page, { by: rulesOfColours }));
    await keepPicture(page, `checklist-dark-${path.split("/")[0]}`);
  }
});

test("U97: tabbing through shows a ring that nothing covers; everything to press is 44 px", async ({
  page,
  demo,
  issue,
}) => {
  // Where the key does not lead by itself: terms, and rows that open. The other pages are in e2e/accessibility.spec.ts.
  const order = await issue({ agreement: { title: "الشروط", text: "نص" } });
  for (const path of [`info/${order}`, `frame/${order}`]) {
    await page.goto(`${demo.baseUrl}/pay/${path}?lang=ar`);
    await page.waitForLoadState("networkidle");
    expect(await smallTargets(page), path).toEqual([]);
    const faults: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement === document.body)) break;
      faults.push(...(await focusFaults(page)));
    }
    expect(faults, path).toEqual([]);
  }
});

test("U98: dialogs have names, close on Escape and give the focus back; the one that stays has a way out", async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.baseUrl}/pay/order/${demo.orders["paid"]}?lang=ar`);
  const zoom = page.locator("[data-zoom]").first();
  await zoom.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveAccessibleName(/./);
  await page.keyboard.press("Escape");
  await expect(zoom).toBeFocused();

  await page.goto(`${demo.baseUrl}/pay/info/${demo.orders["digital"]}?lang=ar`);
  const gate = page.getByRole("dialog", { name: "تأكيد البريد الإلكتروني" });
  await expect(gate).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(gate).toBeVisible();
  await keepPicture(page, "checklist-email-gate-ar");
  await gate.getByRole("link", { name: "ليس الآن: العودة إلى الفاتورة" }).click();
  await page.waitForURL(`**/pay/order/${demo.orders["digital"]}`);
});

test("U99: nothing moves where motion is unwanted, and forced colours leave every control its edge", async ({
  page,
  demo,
  issue,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.route("**/rest/pay/prepareSession", () => undefined);
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=ar`);
  await fillCard(page, { number: "5123456789012346" });
  await page.locator(".pay-button:visible").click();
  await expect(page.locator(".processing-dots")).toBeVisible();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.goto(`${demo.baseUrl}/pay/error/expired-qr?lang=ar`);
  await expect(page.locator(".notice-late")).toHaveCSS("opacity", "1");
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);

  await page.emulateMedia({ reducedMotion: null, forcedColors: "active" });
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=ar`);
  const edgeless = await page.evaluate(() =>
    [...document.querySelectorAll(".pay-button, .method, .method-tile, .field-box, .wallet-button")]
      .filter((element) => element.checkVisibility())
      .filter((element) => Number.parseFloat(getComputedStyle(element).borderTopWidth) < 1)
      .map((element) => element.className),
  );
  expect(edgeless).toEqual([]);
  await keepPicture(page, "checklist-forced-colours-ar");
});

test("U36: the keyboard alone gets a SADAD bill", async ({ page, demo, issue }) => {
  const order = await issue({ allowedMethods: ["stcpay", "sadad", "a2a"] });
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=ar`);
  await page.locator('input[name="method"]').first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("#sadadNationalId")).toBeVisible();
  // The line of what is known of the buyer, which opens by Enter and may stay closed, comes before the number.
  await page.keyboard.press("Tab");
  const known = page.locator(".known > summary:visible");
  await expect(known).toBeFocused();
  // It runs as the page does, whatever the language of the name: the mobile comes after it.
  const [name, mobile] = await known.locator("bdi").all();
  expect((await name?.boundingBox())?.x).toBeGreaterThan((await mobile?.boundingBox())?.x ?? Number.NaN);
  await page.keyboard.press("Tab");
  await expect(page.locator("#sadadNationalId")).toBeFocused();
  await page.keyboard.type("1000000008");
  await page.keyboard.press("Enter");
  await expect(page.locator(".reference h2")).toBeFocused();
});
