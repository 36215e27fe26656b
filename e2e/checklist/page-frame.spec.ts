/** The checklist's "Page frame and first paint" (docs/ux-checklist.md), on the pages as they are sent. */
import type { Page } from "@playwright/test";
import { type Demo, editPayer, expect, test } from "../fixtures.ts";

const paths = {
  invoice: (demo: Demo) => `/pay/order/${demo.orders["created"]}`,
  info: (demo: Demo) => `/pay/info/${demo.orders["created"]}`,
  paid: (demo: Demo) => `/pay/order/${demo.orders["paid"]}`,
  product: (demo: Demo) => `/pay/product/${demo.links["coupon"]}`,
  simple: (demo: Demo) => `/pay/simple/${demo.orders["created"]}`,
  frame: (demo: Demo) => `/pay/frame/${demo.orders["created"]}`,
  result: () => "/pay/displayPayment",
} as const;

test("U1: without scripts a page says whose invoice it is, how much, and its status", async ({
  browser,
  demo,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const name of ["invoice", "info"] as const) {
    await page.goto(`${demo.baseUrl}${paths[name](demo)}?lang=en`);
    await expect(page.locator("main")).toContainText("متجر النخيل");
    await expect(page.locator("main")).toContainText("242.71");
  }
  await page.goto(`${demo.baseUrl}${paths.paid(demo)}?lang=en`);
  await expect(page.locator("main")).toContainText("This invoice is already paid");
  // What needs a script is not drawn, and the reason stands in its place.
  for (const name of ["info", "simple", "frame", "product"] as const) {
    await page.goto(`${demo.baseUrl}${paths[name](demo)}?lang=ar`);
    await expect(page.locator(".needs-script")).toBeVisible();
    const dead = "input, select, textarea, iframe, button, [role=button]";
    await expect(page.locator(`main :is(${dead}):visible`)).toHaveCount(0);
  }
  await context.close();
});

test("U2: language and direction are right in the first byte, and no waiting screen stands before the content", async ({
  demo,
}) => {
  for (const path of Object.values(paths)) {
    for (const [language, direction] of [
      ["ar", "rtl"],
      ["en", "ltr"],
    ]) {
      const response = await fetch(`${demo.baseUrl}${path(demo)}?lang=${language}`);
      const html = await response.text();
      const [root = ""] = /<html[^>]*>/.exec(html) ?? [];
      expect(root).toContain(`lang="${language}"`);
      expect(root).toContain(`dir="${direction}"`);
      expect(html).not.toContain('class="loading-screen"');
    }
  }
});

test("U3, U5: nothing jumps while a page comes in, and its largest paint is text of the first response", async ({
  page,
  demo,
}) => {
  await page.addInitScript(watchPaints);
  for (const name of ["invoice", "info", "simple"] as const) {
    // The shop's picture and the scripts come late, as on a slow line.
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/(assets|openApi)\//, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${demo.baseUrl}${paths[name](demo)}?lang=ar`, { waitUntil: "commit" });
    await expect.poll(() => page.evaluate(() => window.largestPaint)).toBe("text");
    release();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => window.layoutShift), name).toBeLessThan(0.02);
    const blocking = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter((entry) => "renderBlockingStatus" in entry && entry.renderBlockingStatus === "blocking")
        .map(({ name: address }) => address),
    );
    expect(blocking, name).toEqual([]);
    expect(await page.evaluate(() => window.largestPaint), name).toBe("text");
    await page.unrouteAll({ behavior: "wait" });
  }
});

test("U4: panels and the list of countries are fetched when they are opened, and not before", async ({
  page,
  demo,
}) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.goto(`${demo.baseUrl}${paths.info(demo)}?lang=en`);
  await page.waitForLoadState("networkidle");
  expect(
    scripts.filter((address) => /country-picker|panel-|email-confirmation|hosted/.test(address)),
  ).toEqual([]);
  const fetched = async (open: () => Promise<void>): Promise<void> => {
    const before = scripts.length;
    await open();
    await expect.poll(() => scripts.length).toBeGreaterThan(before);
  };
  await editPayer(page);
  await fetched(() => page.locator(".country").click());
  await expect(page.getByRole("combobox")).toBeVisible();
  await page.keyboard.press("Escape");
  await fetched(() => page.locator('label:has([value="tabby"])').click());
  await expect(page.locator("#tabbyEmail")).toBeVisible();
});

test("U7: the title names the shop, the amount and the state", async ({ page, demo }) => {
  for (const [path, title] of [
    ["info/created", /^Pay \u2068متجر النخيل\u2069 – .*242\.71/],
    ["order/created", /^Unpaid – Invoice \u2066\w+\u2069 – \u2068متجر النخيل\u2069 – .*242\.71/],
    ["info/paid", /^Paid – Invoice/],
    ["order/cancelled", /^Cancelled – Invoice/],
    ["order/refunded", /^Refunded – Invoice/],
  ] as const) {
    const [kind, name = ""] = path.split("/");
    await page.goto(`${demo.baseUrl}/pay/${kind}/${demo.orders[name]}?lang=en`, { waitUntil: "commit" });
    await expect(page).toHaveTitle(title);
  }
});

test("U9: the typeface comes after everything that is needed to pay, and moves nothing", async ({
  page,
  demo,
}) => {
  await page.addInitScript(watchPaints);
  await page.addInitScript(watchFaces);
  await page.goto(`${demo.baseUrl}${paths.info(demo)}?lang=ar`);
  await expect.poll(() => loadedFaces(page)).toBe(4);
  // All at once: each that came alone would have the page laid out again.
  expect(await page.evaluate(() => window.facesAdded)).toEqual(["loaded", "loaded", "loaded", "loaded"]);
  expect(
    await page.evaluate(() => {
      const [page] = performance.getEntriesByType("navigation");
      const fonts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".woff2"));
      const hasLoaded = page instanceof PerformanceNavigationTiming ? page.loadEventStart : 0;
      return fonts.length === 4 && hasLoaded > 0 && fonts.every(({ startTime }) => startTime >= hasLoaded);
    }),
  ).toBe(true);
  expect(await page.evaluate(() => window.layoutShift)).toBeLessThan(0.02);
  // What one page has fetched stands in the next one as soon as its script runs; English needs half of the files.
  await page.goto(`${demo.baseUrl}/?lang=en`);
  await expect.poll(() => loadedFaces(page)).toBeGreaterThanOrEqual(1);
});

test("U9: the payment page makes no number format of the platform, whose first one stops a slow phone", async ({
  page,
  demo,
}) => {
  await page.addInitScript(() => {
    window.numberFormats = 0;
    Intl.NumberFormat = new Proxy(Intl.NumberFormat, {
      construct: (made, args) => {
        window.numberFormats += 1;
        return Reflect.construct(made, args);
      },
    });
  });
  await page.goto(`${demo.baseUrl}${paths.info(demo)}?lang=ar`);
  // Digits are grouped only once the form is alive.
  await page.locator('input[autocomplete~="cc-number"]').pressSequentially("42424242");
  await expect(page.locator('input[autocomplete~="cc-number"]')).toHaveValue("4242 4242");
  expect(await page.evaluate(() => window.numberFormats)).toBe(0);
});

/** How many files of the typeface are in use. */
async function loadedFaces(page: Page): Promise<number> {
  return await page.evaluate(
    () =>
      [...document.fonts].filter(({ family, status }) => /Wasl Sans/.test(family) && status === "loaded")
        .length,
  );
}

declare global {
  interface Window {
    /** What each file of the typeface was when it was given to the page. */
    facesAdded: string[];
    /** How many number formats of the platform the page has made. */
    numberFormats: number;
    /** Sum of the layout shifts so far. */
    layoutShift: number;
    /** What the largest paint so far is: text of the document, or something that was fetched. */
    largestPaint: "text" | "fetched" | undefined;
  }
}

type PaintEntry = PerformanceEntry & {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly url: string;
};

/** Runs in the page, before anything of it. */
function watchFaces(): void {
  window.facesAdded = [];
  const add = document.fonts.add.bind(document.fonts);
  document.fonts.add = (face) => {
    if (face.family.includes("Wasl Sans")) window.facesAdded.push(face.status);
    return add(face);
  };
}

/** Runs in the page, before anything of it. */
function watchPaints(): void {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PaintEntry[])
      if (!entry.hadRecentInput) window.layoutShift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PaintEntry[])
      window.largestPaint = entry.url === "" ? "text" : "fetched";
  }).observe({ type: "largest-contentful-paint", buffered: true });
}
