/** One visit of a page by a browser that has never seen it, and what the browser says of it. */
import { type Browser, chromium, type Page } from "@playwright/test";
import { browserLaunch } from "#test/browser.ts";
import { inAnyCase } from "./interruption.ts";
import { imitate, type PhoneProfile } from "./phone.ts";

/** Where a card number is typed, on every page that is compared. */
const cardField = 'input[autocomplete~="cc-number"]';
const nextField = 'input[autocomplete~="cc-csc"]';

/** How long a page is watched after it has loaded and shows its card field. */
const watchMs = 2_500;
const patienceMs = 60_000;

export type VisitFigures = {
  /** First contentful paint, largest contentful paint, first moment at which the card field can be used. */
  readonly fcpMs: number;
  readonly lcpMs: number;
  readonly fieldMs: number;
  /** Time by which long tasks were longer than 50 ms. */
  readonly blockingMs: number;
  readonly layoutShift: number;
  readonly requests: number;
  /** Answers that had ended when the card field could be used. */
  readonly requestsBeforeField: number;
  /** Requests that went to another origin than the page's. */
  readonly foreignRequests: number;
  readonly transferredBytes: number;
};

type Watched = {
  lcpMs: number;
  fieldMs: number;
  blockingMs: number;
  layoutShift: number;
};

export type Visit = {
  /** What makes the page usable once it is there; the card field unless said. */
  readonly usable?: string;
  readonly cookies?: readonly { readonly name: string; readonly value: string; readonly url: string }[];
};

/** Visits a page without touching it. */
export async function measureVisit(
  browser: VisitingBrowser,
  url: string,
  profile: PhoneProfile,
  visit: Visit = {},
): Promise<VisitFigures> {
  return await withPage({ browser, profile, visit }, async (page, foreign) => {
    await page.goto(url, { waitUntil: "load", timeout: patienceMs });
    await page.waitForFunction(() => (window.benchWatched?.fieldMs ?? 0) > 0, undefined, {
      timeout: patienceMs,
    });
    await page.waitForTimeout(watchMs);
    const figures = await page.evaluate(readFigures);
    return { ...figures, foreignRequests: foreign() };
  });
}

/**
 * Whether digits that are typed as soon as the card field is there are still in it when everything has loaded and
 * another field has been typed into.
 */
export async function digitsSurvive(
  browser: VisitingBrowser,
  url: string,
  profile: PhoneProfile,
): Promise<boolean> {
  return await withPage({ browser, profile, visit: {} }, async (page) => {
    await page.goto(url, { waitUntil: "commit", timeout: patienceMs });
    await page.locator(cardField).first().pressSequentially("4242", { timeout: patienceMs });
    await page.waitForLoadState("load", { timeout: patienceMs });
    await page.waitForTimeout(watchMs);
    await page.locator(nextField).first().pressSequentially("1");
    return (await page.locator(cardField).first().inputValue()).replace(/\D/g, "") === "4242";
  });
}

type On = { readonly browser: VisitingBrowser; readonly profile: PhoneProfile; readonly visit: Visit };

async function withPage<T>(
  { browser, profile, visit: { usable = cardField, cookies = [] } }: On,
  work: (page: Page, foreignRequests: () => number) => Promise<T>,
): Promise<T> {
  const context = await browser.browser.newContext({
    viewport: { width: 360, height: 780 },
    locale: "ar-SA",
  });
  try {
    await context.addCookies([...cookies]);
    const page = await context.newPage();
    await page.goto(browser.before);
    const requested: URL[] = [];
    page.on("request", (request) => requested.push(new URL(request.url())));
    await page.addInitScript(watch, usable);
    await imitate(await context.newCDPSession(page), profile);
    return await work(page, () => requested.filter(isForeign).length);
  } finally {
    await context.close();
  }
}

/** Pages are served from this machine. */
function isForeign({ protocol, hostname }: URL): boolean {
  return protocol.startsWith("http") && !["127.0.0.1", "console.localhost"].includes(hostname);
}

/** A browser, and the page of another site on which a buyer is before the visit: links come from somewhere. */
export type VisitingBrowser = AsyncDisposable & { readonly browser: Browser; readonly before: string };

/**
 * Starts the browser. The names of all other hosts are not found, at once: a peer's own servers are not what is
 * compared, and waiting for them would be unfair.
 * @param before address of a page on `localhost`; to a browser that is another site than 127.0.0.1
 */
export async function startBrowser(before: string): Promise<VisitingBrowser> {
  const launch = await browserLaunch();
  const here = ["127.0.0.1", "localhost", "console.localhost"].map((host) => `, EXCLUDE ${host}`).join("");
  const closedNetwork = `--host-resolver-rules=MAP * ~NOTFOUND${here}`;
  const browser = await chromium.launch({
    ...launch,
    args: [...launch.args, closedNetwork],
    // Its own way to end on a signal ends this process as well, before the rest is ended.
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  return { browser, before, [Symbol.asyncDispose]: inAnyCase(() => browser.close()) };
}

declare global {
  interface Window {
    benchWatched?: Watched;
  }
}

/** Runs in the page before anything of its own. */
function watch(selector: string): void {
  const watched: Watched = { lcpMs: 0, fieldMs: 0, blockingMs: 0, layoutShift: 0 };
  window.benchWatched = watched;
  const observe = (type: string, note: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe("largest-contentful-paint", (entry) => {
    watched.lcpMs = entry.startTime;
  });
  observe("longtask", (entry) => {
    watched.blockingMs += Math.max(0, entry.duration - 50);
  });
  observe("layout-shift", (entry) => {
    watched.layoutShift += "value" in entry ? Number(entry.value) : 0;
  });
  const look = (): void => {
    const field = document.querySelector<HTMLInputElement>(selector);
    const isUsable = field !== null && !field.matches(":disabled") && field.getClientRects().length > 0;
    if (isUsable) watched.fieldMs = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Runs in the page at the end. */
function readFigures(): Omit<VisitFigures, "foreignRequests"> {
  const watched = window.benchWatched;
  if (!watched) throw new Error("the page was not watched");
  const all = [
    ...performance.getEntriesByType("navigation"),
    ...performance.getEntriesByType("resource"),
  ].filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming);
  return {
    ...watched,
    fcpMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    requests: all.length,
    requestsBeforeField: all.filter(({ responseEnd }) => responseEnd <= watched.fieldMs).length,
    transferredBytes: all.reduce((total, { transferSize }) => total + transferSize, 0),
  };
}
