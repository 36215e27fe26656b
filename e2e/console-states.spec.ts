/**
 * Every screen of the console while it waits, without a connection, refused to a role, and in a shop that has nothing yet: it says so in
 * its own words, keeps to the window, and is never blank. In both languages, on a phone in the dark and at a desk in the light.
 */
import type { Locator, Page, Route } from "@playwright/test";
import ar from "../src/console/i18n/console.ar.json" with { type: "json" };
import en from "../src/console/i18n/console.en.json" with { type: "json" };
import { addressesOfConsole } from "./console-addresses.ts";
import { expect, expectAccessible, keepPicture, test } from "./fixtures.ts";
import { expectInside, goTo, openConsole, windows } from "./open-console.ts";

const texts = { ar: ar.failures, en: en.failures };

/** Forms and lists of ways: they ask for nothing before something is typed or pressed. */
const askNothing = new Set([
  "/invoices/new",
  "/invoices/from-file",
  "/invoices/chosen",
  "/more",
  "/products/new",
  "/payments/exports",
]);

/** Of things that a new shop has not. */
const ofThings = addressesOfConsole().filter((address) => /\$(?!part)/.test(address));

function pathOf(address: string): string {
  return address
    .replace("/$part/", "/")
    .replace("$orderNumber", "7Q2M4X9KD3RT6WBN")
    .replace("$linkIdentity", "7Q2M4X9KD3RT")
    .replace(/\$\w+Id/, "1");
}

/** A screen asks three times before it says that there is no connection, with seconds between: they pass at once. */
async function letItAskAgain(page: Page, alert: Locator): Promise<void> {
  for (let second = 0; second < 15 && !(await alert.isVisible()); second += 1) await page.clock.runFor(1_000);
}

async function withCalls(
  page: Page,
  answer: (route: Route) => unknown,
  look: () => Promise<void>,
): Promise<void> {
  const calls = (url: URL): boolean =>
    url.pathname.startsWith("/api/v1/") && !url.pathname.endsWith("/stream");
  await page.route(calls, (route) => void answer(route));
  await look();
  await page.unroute(calls);
}

for (const look of [
  { language: "ar", window: "phone", colorScheme: "dark" },
  { language: "en", window: "desk", colorScheme: "light" },
] as const)
  test.describe(`${look.language}, ${look.window}, ${look.colorScheme}`, () => {
    const { language, colorScheme } = look;
    test.use({ viewport: windows[look.window], isMobile: false, hasTouch: false, colorScheme });

    test("a screen that waits, has no connection or is refused says so, and asks again by one press", async ({
      page,
      ownShop: { owner },
    }) => {
      test.setTimeout(300_000);
      await openConsole(page, owner, { language, path: "/account" });
      const address = owner.person.address;
      const main = page.locator("#main");
      /** What was read for one state is not there for the next. */
      const begin = async (): Promise<void> => {
        await page.goto(`${address}/more`);
        await expect(main.locator("h1")).toBeVisible();
      };
      const open = (path: string): Promise<void> => goTo(page, path);
      // States are drawn by what all screens share: in the second look a third of them shows its words and its room.
      const asking = addressesOfConsole()
        .map(pathOf)
        .filter((path) => !askNothing.has(path))
        .filter((_path, index) => language === "ar" || index % 3 === 0);
      await withCalls(
        page,
        () => {},
        async () => {
          await begin();
          for (const path of asking) {
            await open(path);
            await expect.soft(main.locator(".loading").first(), `${path} waits`).toBeVisible();
            await expectInside(page);
          }
        },
      );
      const problem = { type: "about:blank", title: "no", status: 403, code: "permission_missing" };
      await withCalls(
        page,
        (route) => route.fulfill({ status: 403, json: problem, contentType: "application/problem+json" }),
        async () => {
          await begin();
          for (const path of asking) {
            await open(path);
            const said = main.getByText(texts[language].permission_missing).first();
            await expect.soft(said, `${path} is refused`).toBeVisible();
          }
        },
      );
      let isAway = true;
      await withCalls(
        page,
        (route) => (isAway ? route.abort("internetdisconnected") : route.continue()),
        async () => {
          await page.clock.install();
          await begin();
          for (const path of asking) {
            isAway = true;
            await open(path);
            const alert = main.getByRole("alert").first();
            await letItAskAgain(page, alert);
            await expect.soft(alert, `${path} has no connection`).toBeVisible();
            await expectInside(page);
          }
          await page.goto(`${address}/customers`);
          await expect(main.getByRole("alert")).toBeVisible();
          await expectAccessible(page);
          await keepPicture(page, `console-away-${language}`);
          isAway = false;
          await main.getByRole("alert").getByRole("button").first().click();
          await expect(main.getByRole("alert")).toHaveCount(0);
        },
      );
    });

    test("a shop that has nothing yet is shown what each screen is for, and a thing that there is not by its 404", async ({
      page,
      ownShop: { owner },
    }) => {
      test.setTimeout(300_000);
      await openConsole(page, owner, { language, path: "/account" });
      const main = page.locator("#main");
      for (const address of addressesOfConsole()) {
        const path = pathOf(address);
        await goTo(page, path);
        await expect(main.locator(".loading"), path).toHaveCount(0);
        if (ofThings.includes(address))
          await expect.soft(main.getByText(texts[language].not_found).first(), path).toBeVisible();
        else expect.soft((await main.innerText()).length, `${path} is not blank`).toBeGreaterThan(30);
        await expectInside(page);
        // With all that they can hold they are judged in both looks (hostile-data.spec.ts).
        if (language === "ar") await expectAccessible(page, { except: ".look-page" });
        await keepPicture(page, `console-empty${path.replaceAll("/", "-")}-${language}`);
      }
    });
  });
