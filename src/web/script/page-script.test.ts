import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Response,
} from "@playwright/test";
import { build } from "vite";
import { encodeResult } from "#core/payment-result.ts";
import * as timing from "#core/timing.ts";
import { browserLaunch } from "#test/browser.ts";
import { orderPage } from "#test/order-page.ts";
import { type PageRenderer, startPageRenderer, type World } from "#test/page-renderer.ts";

/** Nothing listens there: every request is answered by the test. A browser trusts this name with the clipboard. */
const origin = "http://localhost";
const { orderNumber } = orderPage();
const invoice = `/pay/${orderNumber}?lang=en`;

let pages: PageRenderer;
let browser: Browser;
let scripts: ReadonlyMap<string, string>;

before(async () => {
  [pages, browser, scripts] = await Promise.all([startPageRenderer(), launch(), bundle()]);
});

afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

after(() => Promise.all([pages.close(), browser.close()]));

async function launch(): Promise<Browser> {
  return chromium.launch(await browserLaunch());
}

/** The scripts, each as one file, as the build makes them: by the end of their address. */
async function bundle(): Promise<ReadonlyMap<string, string>> {
  const names = ["page-script.ts", "invoice-script.ts", "result-script.ts"];
  const codes = names.map(async (name) => {
    const output = await build({
      configFile: false,
      logLevel: "error",
      build: { write: false, rolldownOptions: { input: `src/web/script/${name}` } },
    });
    const [result] = Array.isArray(output) ? output : [output];
    assert.ok(result && "output" in result);
    return [name, result.output[0].code] as const;
  });
  return new Map(await Promise.all(codes));
}

type Call = { readonly path: string; readonly body: unknown; readonly token: string | undefined };

type Visit = {
  readonly page: Page;
  /** Calls of the script, in order. */
  readonly calls: readonly Call[];
};

type VisitOptions = {
  readonly world?: World;
  /** The status by which a stream of the order's changes is refused; without it none is answered. */
  readonly onStream?: () => number;
  readonly context?: BrowserContextOptions;
  /**
   * Answers to calls in order, by inner status code, 400 with a decline behind it; the last one repeats. "not tried"
   * is 400 where nothing was declined, "down" an outage in front of us.
   */
  readonly answers?: readonly (number | "down" | "not tried")[];
};

/** Opens an address in a browser whose clock the test moves. Nothing leaves the process. */
async function visit(
  address: string,
  { world, onStream, context: options, answers = [] }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext(options);
  await context.addCookies([{ name: "XSRF-TOKEN", value: "token", url: origin }]);
  const page = await context.newPage();
  const calls: Call[] = [];
  await page.route("**/*", async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const script = scripts.get(pathname.slice(pathname.lastIndexOf("/") + 1));
    if (script !== undefined) return route.fulfill({ contentType: "text/javascript", body: script });
    if (pathname.includes("/orderChanges/"))
      return onStream ? route.fulfill({ status: onStream() }) : undefined;
    if (request.method() === "POST") {
      const answer = answers[calls.length] ?? answers.at(-1) ?? 400;
      calls.push({ path: pathname, body: request.postDataJSON(), token: request.headers()["x-xsrf-token"] });
      if (answer === "down") return route.fulfill({ status: 502, body: "Bad Gateway" });
      const statusCode = answer === "not tried" ? 400 : answer;
      const json = {
        statusCode,
        msg: `the server says ${answer}`,
        ...(answer === 400 && { declined: true }),
      };
      return route.fulfill({ json });
    }
    if (request.resourceType() !== "document" && !pathname.startsWith("/pay/"))
      return route.fulfill({ status: 404 });
    const languageCookie =
      /(?:^|; )lang=(\w+)/.exec((await request.allHeaders())["cookie"] ?? "")?.[1] ?? null;
    const body = await pages.html(`${pathname}${search}`, { ...world, request: { languageCookie } });
    return route.fulfill({ contentType: "text/html", body });
  });
  await page.clock.install();
  await page.goto(origin + address);
  return { page, calls };
}

function resultAddress(message: object, path = "displayPayment"): string {
  const msg = encodeResult({ orderNumber, ...message });
  return `/pay/${path}?${new URLSearchParams({ lang: "en", msg })}`;
}

const shown = (name: string): string => `[data-panel=${name}]:not([hidden])`;

/**
 * Moves the page's clock in small steps until the script has made `total` calls in all. Gives how much of the page's
 * time that took, milliseconds.
 */
async function letCall({ page, calls }: Visit, total: number): Promise<number> {
  const now = () => page.evaluate(() => Date.now());
  const start = await now();
  while (calls.length < total) {
    assert.ok((await now()) - start < longestWaitMs, `only ${calls.length} of ${total} calls were made`);
    await page.clock.runFor(clockStepMs);
  }
  return (await now()) - start;
}

/** The answer when a page next asks what has become of its order; its stream of changes, which may never end, is not meant. */
function nextLook(page: Page): Promise<Response> {
  return page.waitForResponse((response) => new URL(response.url()).pathname === `/pay/${orderNumber}`);
}

const longestWaitMs = 120_000;

const clockStepMs = 250;

test("a return from 3-D Secure is posted with the page's proof, and success takes the focus", async () => {
  const { page, calls } = await visit(resultAddress({ paymentSessionId: "key" }, "process3DSecure"), {
    answers: [200],
  });
  await page.waitForSelector(shown("success"));
  assert.deepEqual(calls, [
    {
      path: "/rest/pay/process3dSecure",
      body: { orderNumber, paymentSessionId: "key", mode: null },
      token: "token",
    },
  ]);
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "H1");
  assert.match(await page.title(), /^Order Paid Successfully – /);
  assert.equal(await page.isVisible("[data-panel=processing]"), false);
});

test("a decline after 3-D Secure shows the server's words and the way back", async () => {
  const { page } = await visit(resultAddress({}, "process3DSecure"), { answers: [400] });
  assert.equal(await page.textContent(`${shown("declined")} [data-message]`), "the server says 400");
  assert.ok(await page.isVisible("text=Try Again"));
});

test("an answer without a decline is not called a decline, in the heading, the tab and both languages", async () => {
  for (const [language, heading] of [
    ["en", "Payment not completed"],
    ["ar", "لم تكتمل عملية الدفع"],
  ] as const) {
    const address = resultAddress({}, "process3DSecure").replace("lang=en", `lang=${language}`);
    const { page } = await visit(address, { answers: ["not tried"] });
    await page.waitForSelector(shown("unpaid"));
    assert.equal(await page.textContent(`${shown("unpaid")} h1`), heading);
    assert.ok((await page.title()).startsWith(`${heading} – `), await page.title());
    assert.doesNotMatch(await page.innerText("main"), /declined|رفض/i);
    assert.equal(await page.isVisible("[data-panel=declined]"), false);
  }
});

test("the last hour is counted down in a line that was there, and read out at a few moments", async () => {
  const expiryDate = new Date(Date.now() + timing.countdownMs + 90_000).toISOString();
  const { page } = await visit(invoice, { world: { order: orderPage({ expiryDate }) } });
  const line = page.locator(".time-left:visible");
  const height = (await line.boundingBox())?.height;
  assert.equal(await line.innerText(), "");
  await page.clock.runFor(100_000);
  assert.match(await line.innerText(), /^Time left 59:\d\d$/);
  assert.equal((await line.boundingBox())?.height, height);
  assert.equal(await line.getByRole("status").textContent(), "");
  await page.clock.runFor(29 * 60_000 + 55_000);
  assert.equal(await line.getByRole("status").textContent(), "30 minutes left to pay");
  await page.clock.runFor(60_000);
  assert.equal(await line.getByRole("status").textContent(), "");
  await page.clock.runFor(30 * 60_000);
  assert.equal(await page.locator(".time-left:visible").innerText(), "");
});

const paidOrder = orderPage({ order: { orderStatus: "PAID" } });

/** Pages that say that nothing was paid: as the server made them, and after its answer to process3dSecure. */
const unpaidPages = [
  [
    "a stored decline",
    { world: { result: { statusCode: 400, declined: true } }, path: "displayPayment", before: 0 },
  ],
  ["a decline after 3-D Secure", { world: {}, path: "process3DSecure", before: 1 }],
] as const;

for (const [what, { world, path, before: callsBefore }] of unpaidPages) {
  test(`${what} is asked about again, two seconds later, and stays what it is (Spec 4)`, async () => {
    const visited = await visit(resultAddress({}, path), { world, answers: [400] });
    await visited.page.waitForSelector(shown("declined"));
    assert.ok((await letCall(visited, callsBefore + 1)) >= timing.statusCheckDelayMs / 2);
    assert.equal(visited.calls.at(-1)?.path, "/rest/pay/checkPaymentStatus");
    assert.deepEqual(visited.calls.at(-1)?.body, { orderNumber });
    await visited.page.clock.runFor(longestWaitMs);
    assert.equal(visited.calls.length, callsBefore + 1);
    assert.ok(await visited.page.isVisible(shown("declined")));
  });

  test(`${what} turns green where money has come meanwhile`, async () => {
    const changing: { -readonly [Part in keyof World]: World[Part] } = { ...world };
    const answers = callsBefore === 0 ? [200] : [400, 200];
    const visited = await visit(resultAddress({}, path), { world: changing, answers });
    await visited.page.waitForSelector(shown("declined"));
    changing.order = paidOrder;
    const madeAnew = visited.page.waitForEvent("load");
    // The page may go away while its clock is moved.
    await visited.page.clock.runFor(timing.statusCheckDelayMs).catch(() => undefined);
    await madeAnew;
    assert.ok(await visited.page.isVisible(shown("success")));
  });
}

test("when processing fails, the status is asked every two seconds until it is known (Spec 9)", async () => {
  const visited = await visit(resultAddress({}, "process3DSecure"), { answers: ["down", 202, 202, 200] });
  assert.ok((await letCall(visited, 4)) >= 3 * timing.statusCheckDelayMs - clockStepMs);
  await visited.page.waitForSelector(shown("success"));
  assert.deepEqual(
    visited.calls.map(({ path }) => path.split("/").at(-1)),
    ["process3dSecure", "checkPaymentStatus", "checkPaymentStatus", "checkPaymentStatus"],
  );
  assert.deepEqual(visited.calls[1]?.body, { orderNumber });
});

test("after five questions without an answer the page says so, offers no payment, and asks on (decision S3)", async () => {
  const world = { result: { statusCode: 202 } };
  const visited = await visit(resultAddress({ statusCode: 202 }), {
    world,
    answers: [202, 202, 202, 202, 202, 200],
  });
  const { page, calls } = visited;
  await letCall(visited, 4);
  assert.ok(await page.isVisible(shown("processing")));
  await letCall(visited, 5);
  await page.waitForSelector(shown("checking"));
  assert.equal(await page.locator("a[href*='/pay/info/']:visible").count(), 0);
  assert.ok((await letCall(visited, 6)) >= timing.checkIntervalsMs[0] - clockStepMs);
  await page.waitForSelector(shown("success"));
  assert.equal(calls.length, 6);
});

test("an outage is not called a decline", async () => {
  const world = { result: { statusCode: 202 } };
  const visited = await visit(resultAddress({ statusCode: 202 }), { world, answers: ["down"] });
  await letCall(visited, timing.statusCheckAttempts);
  await visited.page.waitForSelector(shown("unavailable"));
  assert.equal(await visited.page.isVisible("[data-panel=declined]"), false);
});

test("with a callback URL the page continues to the shop after its delay, not before (Spec 9)", async () => {
  const callbackUrl = `${origin}/?shop`;
  const order = orderPage({ callbackUrl, order: { orderStatus: "PAID" } });
  const { page } = await visit(resultAddress({}), { world: { order, result: { statusCode: 200 } } });
  await page.clock.runFor(timing.callbackRedirectMs - 400);
  assert.match(page.url(), /displayPayment/);
  await page.clock.runFor(400);
  await page.waitForURL(callbackUrl);
});

test("inside a frame the result takes the whole window (Spec 2.5)", async () => {
  const { page } = await visit("/sales-terms");
  await page.evaluate(
    (address) => {
      const frame = document.createElement("iframe");
      frame.src = address;
      document.body.append(frame);
    },
    resultAddress({ statusCode: 400 }),
  );
  await page.waitForURL(/displayPayment/);
});

const withImage = orderPage();
const [line] = withImage.order.products;
assert.ok(line);
const zoomable = { order: orderPage({ order: { products: [{ ...line, soldImageId: "image" }] } }) };

test("an item's image opens large, closes on Escape or beside it, and gives the focus back", async () => {
  const { page } = await visit(invoice, { world: zoomable });
  await page.click("[data-zoom]");
  assert.equal(
    await page.getAttribute("#image-zoom[open] img", "src"),
    `${origin}/openApi/downloadSoldProductImageBytes/image`,
  );
  assert.equal(await page.textContent("#image-zoom h2"), line.product.title);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#image-zoom[open]").count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-zoom")), "image-zoom");
  await page.click("[data-zoom]");
  await page.mouse.click(2, 2);
  assert.equal(await page.locator("#image-zoom[open]").count(), 0);
});

test("the invoice number can be copied, which is said once", async () => {
  const { page } = await visit(invoice, { context: { permissions: ["clipboard-read", "clipboard-write"] } });
  await page.click(".copy-button");
  await page.waitForSelector(".copy-button.is-copied");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), orderNumber);
  assert.equal(await page.textContent(".copy-button [role=status]"), "Copied");
});

test("a chosen language is kept in the browser's storage and brings back a lost cookie (decision K16)", async () => {
  const { page } = await visit(invoice);
  assert.equal(await page.evaluate(() => localStorage.getItem("lang")), "en");
  await page.context().clearCookies();
  await page.goto(`${origin}/pay/${orderNumber}`);
  await page.waitForFunction(
    () => document.documentElement.lang === "en" && document.documentElement.dir === "ltr",
  );
});

test("an invoice that was left open shows what has become of it when its buyer comes back, by the server's clock", async () => {
  const dayMs = 24 * 60 * 60_000;
  const expiring = (inMs: number) => orderPage({ expiryDate: new Date(Date.now() + inMs).toISOString() });
  const world: { order: ReturnType<typeof orderPage> } = { order: expiring(dayMs) };
  const { page } = await visit(invoice, { world });
  const loads: string[] = [];
  page.on("load", () => loads.push("again"));
  // The device's clock is two days ahead.
  await page.clock.setSystemTime(Date.now() + 2 * dayMs);
  const comeBack = async (): Promise<void> => {
    await page.clock.runFor(timing.statusCheckDelayMs);
    const answer = nextLook(page);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await (await answer).finished();
  };
  await comeBack();
  await comeBack();
  assert.deepEqual(loads, [], "nothing has changed");
  assert.equal(await page.isVisible(".banner"), false);
  for (const [changed, banner] of [
    [expiring(-1), ".banner-expired"],
    [paidOrder, ".banner-paid"],
  ] as const) {
    world.order = changed;
    await comeBack();
    await page.waitForSelector(banner);
  }
});

test("an invoice that was paid after its page was written and before its stream was opened shows that", async () => {
  const world: { order: ReturnType<typeof orderPage> } = { order: orderPage() };
  const onStream = (): number => {
    world.order = paidOrder;
    return 204;
  };
  const { page } = await visit(invoice, { world, onStream });
  await page.waitForSelector(".banner-paid");
});

test("a payment page that says that a payment is being checked shows the outcome once the server knows it", async () => {
  for (const [outcome, banner] of [
    [paidOrder, ".banner-paid"],
    [orderPage(), "form.payment-form"],
  ] as const) {
    const world = { order: orderPage({ isPaymentInProgress: true }) };
    const onStream = (): number => {
      world.order = outcome;
      return 204;
    };
    const { page } = await visit(`/pay/info/${orderNumber}?lang=en`, { world, onStream });
    await page.waitForSelector(banner);
  }
});

test("an invoice that was left open stays as it is while the server gives no invoice", async () => {
  const world: { order: ReturnType<typeof orderPage> | null } = { order: orderPage() };
  const { page } = await visit(invoice, { world });
  world.order = null;
  await page.clock.runFor(timing.statusCheckDelayMs);
  const answer = nextLook(page);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await (await answer).finished();
  await page.clock.runFor(timing.statusCheckDelayMs);
  assert.ok(await page.isVisible(".invoice-document"));
});
