/** Wallets of the device (docs/ux-checklist.md, U59 to U67), with stand-ins for the two browser interfaces. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { installApplePaySession } from "#test/browser/apple-pay-session.ts";
import { expect, expectAccessible, googleButton, keepPicture, pressLocked, test } from "../fixtures.ts";

const invoice = { allowedMethods: ["applepay", "googlepay", "creditcard"] };
const applePay = (page: Page) => page.locator(".apple-pay-button");

/** What drives Apple's sheet, as the build has named it. */
const sheetFile = /"src\/methods\/applepay\/button\.tsx": \{\s*"file": "([^"]+)"/;

test("U59, U61: Apple's button is drawn by Safari, as large as others, and never greyed for a missing tick", async ({
  page,
  demo,
  issue,
}) => {
  await page.addInitScript(installApplePaySession, {});
  const agreement = { title: "الشروط", text: "يُسلَّم خلال ثلاثة أيام." };
  await page.goto(`${demo.baseUrl}/pay/info/${await issue({ ...invoice, agreement })}?lang=ar`);
  await expect(googleButton(page)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  const sheets = await page.locator("style").allTextContents();
  const forSafari =
    /@supports ?\(+-webkit-appearance: ?-apple-pay-button\)+\s*{\s*\.apple-pay-button\s*{[^}]*-apple-pay-button/;
  expect(sheets.some((sheet) => forSafari.test(sheet))).toBe(true);
  const [apple, google] = [
    await applePay(page).boundingBox(),
    await page.locator(".google-pay-frame").boundingBox(),
  ];
  expect(apple?.height).toBeGreaterThanOrEqual(44);
  expect([apple?.width, apple?.height]).toEqual([google?.width, google?.height]);
  // Spec 5: disabled until the terms are ticked, and yet the face of the wallet; a press says what is missing.
  await expect(applePay(page)).toHaveAttribute("aria-disabled", "true");
  await expect(applePay(page)).toHaveCSS("background-color", "rgb(0, 0, 0)");
  await pressLocked(applePay(page));
  await expect(page.locator(".toast")).toHaveText("تلزم الموافقة على شروط البيع للمتابعة.");
  await expect(page.locator("#agreement")).toBeFocused();
});

test("U59: Google's button is light on a dark page, and dark on a light one", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue(invoice);
  for (const [colorScheme, colour] of [
    ["dark", "white"],
    ["light", "black"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=ar`);
    await expect(googleButton(page)).toHaveClass(new RegExp(`\\b${colour}\\b`));
  }
});

test("U64: where there is no Apple Pay, its window gives the address for an iPhone, and its sheet is not fetched", async ({
  page,
  demo,
  issue,
  context,
  browser,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  const order = await issue(invoice);
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=ar`);
  await expect(applePay(page)).toHaveCount(0);
  await page.getByRole("button", { name: "طريقة استخدام Apple Pay" }).click();
  const dialog = page.getByRole("dialog");
  const [, file] = sheetFile.exec(readFileSync("dist/client/manifest.json", "utf8")) ?? [];
  expect(file).toBeDefined();
  expect(fetched).not.toContain(`/${file}`);
  await dialog.getByRole("button", { name: /نسخ الرابط/ }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${demo.baseUrl}/pay/info/${order}`);
  await expectAccessible(page);
  await keepPicture(page, "checklist-apple-pay-elsewhere-ar");
  // A phone has nothing to scan with; a computer shows a code with the same address.
  const code = dialog.locator(".apple-pay-code");
  await expect(code).toBeHidden();
  const computer = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await computer.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await computer.getByRole("button", { name: "How to use Apple Pay" }).click();
  const picture = computer.locator(".apple-pay-code img");
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
  await computer.close();
});

test("U66: in a shop's page the frame is allowed to pay, and the sheet opens inside of it and pays", async ({
  page,
  demo,
  issue,
}) => {
  await page.addInitScript(installApplePaySession, {});
  await page.goto(`${demo.simulatorUrl}/shop/${await issue({ allowedMethods: ["applepay"] })}?lang=en`);
  await expect(page.locator("#wasl")).toHaveAttribute("allow", /\bpayment\b/);
  await page.frameLocator("#wasl").locator(".apple-pay-button").click();
  const frame = page.frames()[1];
  await expect.poll(() => frame?.evaluate(() => window.applePayDevice.isOpen())).toBe(true);
  await frame?.evaluate(() => window.applePayDevice.approve());
  await expect(page.locator("#state")).toHaveText("success");
});

const apps = [
  {
    name: "Instagram on an iPhone",
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B91 Instagram 357.0.0.23.94",
    told: /Safari/,
    said: /Safari/,
  },
  {
    name: "an app on Android",
    userAgent:
      "Mozilla/5.0 (Linux; Android 15; SM-S921B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.6778.39 Mobile Safari/537.36",
    told: /Chrome/,
    said: /لا تعمل Apple Pay/,
  },
] as const;

const otherDevice = "افتح هذه الصفحة على جهاز";

for (const { name, userAgent, told, said } of apps) {
  test.describe(name, () => {
    test.use({ userAgent });
    test(`U67: inside of ${name} no wallet is shown that would not open, but the way to a browser`, async ({
      page,
      demo,
      issue,
    }) => {
      const elsewhere: string[] = [];
      page.on("request", (request) => {
        if (!request.url().startsWith(demo.baseUrl)) elsewhere.push(request.url());
      });
      await page.goto(`${demo.baseUrl}/pay/info/${await issue(invoice)}?lang=ar`);
      await expect(page.locator(".wallet-elsewhere")).toHaveText(told);
      // No wallet's script is fetched for nothing.
      expect(elsewhere.filter((address) => !address.startsWith("data:"))).toEqual([]);
      await expect(page.locator(".wallet-elsewhere button")).toBeVisible();
      await expect(page.locator(".wallet-button, .wallet-place")).toHaveCount(0);
      await expect(page.locator("#card-number")).toBeVisible();
      await expectAccessible(page);
      await keepPicture(page, `checklist-in-app-${told.source}-ar`);
    });
    test(`U67: inside of ${name} an invoice that Apple Pay alone may pay says what to do on the payment page`, async ({
      page,
      demo,
      issue,
    }) => {
      await page.goto(`${demo.baseUrl}/pay/info/${await issue({ allowedMethods: ["applepay"] })}?lang=ar`);
      const notice = page.locator(".wallet-elsewhere, .wallet-missing");
      await expect(notice).toHaveText(said);
      if (told.source === "Chrome") await expect(notice).toContainText(otherDevice);
      await expectAccessible(page);
      await keepPicture(page, `in-app-alone-${told.source}-ar`);
    });
    for (const place of ["simple", "frame"]) {
      test(`U67: inside of ${name} Apple Pay's place on /pay/${place} says what to do, too`, async ({
        page,
        demo,
        issue,
      }) => {
        const order = await issue({ ...invoice, allowedMethods: ["applepay", "creditcard"] });
        await page.goto(`${demo.baseUrl}/pay/${place}/${order}?lang=ar`);
        const tab = page.locator('label:has(input[value="applepay"])');
        if (place === "simple") await tab.click();
        const notice = page.locator(".wallet-elsewhere, .wallet-missing");
        await expect(notice).toHaveText(said);
        // The card is right there.
        await expect(notice).not.toContainText(otherDevice);
        await expect(applePay(page)).toHaveCount(0);
        await expectAccessible(page);
        await keepPicture(page, `in-app-${place}-${told.source}-ar`);
      });
    }
  });
}
