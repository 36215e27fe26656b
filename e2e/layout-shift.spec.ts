/**
 * Nothing moves under a buyer's finger while a page with wallets loads, however slowly its parts come. The network is not
 * slowed down by time: each part is held back until what comes before it has been painted.
 */
import type { Page } from "@playwright/test";
import { installApplePaySession } from "#test/browser/apple-pay-session.ts";
import { installGooglePay } from "#test/browser/google-pay-client.ts";
import { expect, keepPicture, test } from "./fixtures.ts";

/** Sum of the browser's own scores; 0.1 is what it calls good. */
const largestShift = 0.01;

type Shift = { readonly score: number; readonly moved: readonly string[] };

declare global {
  interface Window {
    shifts: Shift[];
  }
}

/** Runs in the page before anything of its own. */
function watchShifts(): void {
  window.shifts = [];
  const nameOf = ({ node }: LayoutShiftAttribution): string =>
    node instanceof Element ? `${node.localName}.${node.className}` : String(node?.nodeName);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[])
      window.shifts.push({ score: entry.value, moved: entry.sources.map(nameOf) });
  }).observe({ type: "layout-shift", buffered: true });
}

type LayoutShiftAttribution = { readonly node: Node | null };
type LayoutShift = PerformanceEntry & {
  readonly value: number;
  readonly sources: readonly LayoutShiftAttribution[];
};

/** Two frames: what has been drawn by then is on the screen. */
const painted = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );

/** Holds what matches back until the promise that it gives is called. */
async function hold(page: Page, pattern: RegExp, then: "goes on" | "fails"): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await (then === "fails" ? route.abort() : route.continue());
  });
  return resolve;
}

const ownFiles = /\.(?:js|json|svg|css)(?:\?|$)/;
const googleScript = /\/gp\/p\/js\/pay\.js/;

/** Opens a page with a card's fields or a wallet's place in it: its document, then its own files, then Google's script. */
async function loadInPieces(page: Page, address: string, google: "goes on" | "fails"): Promise<void> {
  await page.addInitScript(watchShifts);
  const releaseOwn = await hold(page, ownFiles, "goes on");
  const releaseGoogle = await hold(page, googleScript, google);
  await page.goto(address, { waitUntil: "commit" });
  await page.locator("#card-number, .simple-terms").first().waitFor();
  await painted(page);
  releaseOwn();
  await expect(page.locator("html[data-alive]")).toHaveCount(1);
  await painted(page);
  releaseGoogle();
}

async function expectNoShift(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await painted(page);
  const shifts = await page.evaluate(() => window.shifts);
  const sum = shifts.reduce((total, { score }) => total + score, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(largestShift);
}

const devices = {
  "Google's script comes late": { google: "goes on" },
  "Google's script does not come": { google: "fails" },
  "Google Pay is not set up on the device": { google: "goes on", isReady: false },
  "the page is opened inside another app": {
    google: "goes on",
    userAgent:
      "Mozilla/5.0 (Linux; Android 15; SM-S921B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 Instagram 361.0.0.0.84 Android",
  },
} as const satisfies Record<string, Device>;

type Device = { readonly google: "goes on" | "fails"; readonly isReady?: false; readonly userAgent?: string };

const isMissing = ({ google, isReady }: Device): boolean => google === "fails" || isReady === false;

for (const [when, device] of Object.entries(devices)) {
  test.describe(() => {
    if ("userAgent" in device) test.use({ userAgent: device.userAgent });
    test(`the payment page's parts stay where they are while it loads, when ${when}`, async ({
      page,
      demo,
      issue,
      language,
    }) => {
      if ("isReady" in device) await page.addInitScript(installGooglePay, { isReady: false });
      await loadInPieces(page, `${demo.baseUrl}/pay/info/${await issue()}?lang=${language}`, device.google);
      await expect(page.locator("div.wallet-place")).toHaveCount(0);
      // What came instead of the button is of use: it leads to the methods below the first one.
      const instead = page.locator(".wallet-missing a");
      await expect(instead).toHaveCount(isMissing(device) ? 1 : 0);
      await expectNoShift(page);
      await keepPicture(page, `loaded-${Object.keys(devices).indexOf(when)}-${language}`);
    });
  });
}

const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";

const alone = ["applepay"];
const beside = ["applepay", "creditcard"];
const among = ["applepay", "googlepay", "creditcard", "stcpay"];

/** Frames and simple pages have no Google Pay. */
const pagesWithApplePay = [
  { path: "info", allowedMethods: beside },
  { path: "info", allowedMethods: among },
  { path: "frame", allowedMethods: beside },
  { path: "frame", allowedMethods: among },
  { path: "simple", allowedMethods: alone },
] as const;

for (const { path, allowedMethods } of pagesWithApplePay) {
  const methods = allowedMethods.join(", ");

  test(`the parts of /pay/${path} with ${methods} stay where they are on a phone without Apple Pay @phone`, async ({
    page,
    demo,
    issue,
  }) => {
    await loadInPieces(
      page,
      `${demo.baseUrl}/pay/${path}/${await issue({ allowedMethods })}?lang=ar`,
      "goes on",
    );
    await expect(page.locator(".apple-pay-how-to")).toBeVisible();
    await expect(page.locator("div.wallet-place")).toHaveCount(0);
    await expectNoShift(page);
    await keepPicture(page, `loaded-${path}-${allowedMethods.length}-without-apple-pay`);
  });
}

test.describe(() => {
  test.use({ userAgent: iPhone });
  for (const { path, allowedMethods } of pagesWithApplePay) {
    if (allowedMethods === among) continue;
    test(`the place of Apple Pay's button is kept on an iPhone, on /pay/${path} @phone`, async ({
      page,
      demo,
      issue,
    }) => {
      await page.addInitScript(installApplePaySession, {});
      await loadInPieces(
        page,
        `${demo.baseUrl}/pay/${path}/${await issue({ allowedMethods })}?lang=ar`,
        "goes on",
      );
      await expect(page.locator(".apple-pay-button")).toBeVisible();
      await expect(page.locator(".apple-pay-how-to, div.wallet-place")).toHaveCount(0);
      await expectNoShift(page);
      await keepPicture(page, `loaded-${path}-with-apple-pay`);
    });
  }
});
