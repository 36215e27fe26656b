/**
 * Scripts of the pages in a real browser, without a server: pages are rendered from the sources, the test answers every
 * call, and moves the browser's clock.
 */
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Response,
} from "@playwright/test";
import { build } from "vite";
import { encodeResult } from "#core/payment-result.ts";
import { browserLaunch } from "./browser.ts";
import { orderPage } from "./order-page.ts";
import { type PageRenderer, startPageRenderer, type World } from "./page-renderer.ts";

/** Nothing listens there: every request is answered by the test. A browser trusts this name with the clipboard. */
export const origin = "http://localhost";

export const { orderNumber } = orderPage();

export const invoice = `/pay/${orderNumber}?lang=en`;

export const paidOrder = orderPage({ order: { orderStatus: "PAID" } });

/** A world that a test changes while its page is open. */
export type ChangingWorld = { -readonly [Part in keyof World]: World[Part] };

export const longestWaitMs = 120_000;

export const clockStepMs = 250;

let pages: PageRenderer;
let browser: Browser;
let scripts: ReadonlyMap<string, string>;

/** A browser and a renderer for the tests of the calling file, ended with it. */
export function startPageScripts(): void {
  before(async () => {
    [pages, browser, scripts] = await Promise.all([startPageRenderer(), launch(), bundle()]);
  });
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  after(() => Promise.all([pages.close(), browser.close()]));
}

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

export type Visit = {
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
   * is 400 where nothing was declined, "closed" 400 where the order is, "down" an outage in front of us.
   */
  readonly answers?: readonly (number | "down" | "not tried" | "closed")[];
};

/** Opens an address in a browser whose clock the test moves. Nothing leaves the process. */
export async function visit(
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
      const statusCode = typeof answer === "number" ? answer : 400;
      const json = {
        statusCode,
        msg: `the server says ${answer}`,
        ...(answer === 400 && { declined: true }),
        ...(answer === "closed" && { closed: true }),
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

/** The address of a result page, with what it carries. */
export function resultAddress(message: object, path = "displayPayment"): string {
  const msg = encodeResult({ orderNumber, ...message });
  return `/pay/${path}?${new URLSearchParams({ lang: "en", msg })}`;
}

/** The panel that a result page shows. */
export const shown = (name: string): string => `[data-panel=${name}]:not([hidden])`;

/**
 * Moves the page's clock in small steps until the script has made `total` calls in all. Gives how much of the page's
 * time that took, milliseconds.
 */
export async function letCall({ page, calls }: Visit, total: number): Promise<number> {
  const now = () => page.evaluate(() => Date.now());
  const start = await now();
  while (calls.length < total) {
    assert.ok((await now()) - start < longestWaitMs, `only ${calls.length} of ${total} calls were made`);
    await page.clock.runFor(clockStepMs);
  }
  return (await now()) - start;
}

/** The answer when a page next asks what has become of its order; its stream of changes, which may never end, is not meant. */
export function nextLook(page: Page): Promise<Response> {
  return page.waitForResponse((response) => new URL(response.url()).pathname === `/pay/${orderNumber}`);
}
