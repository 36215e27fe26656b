/** What must hold of every page that shows what strangers wrote: none of it ran, none became markup, nothing was moved by it. */
import type { Page } from "@playwright/test";
import { stripUnseen } from "#core/text.ts";
import { expect } from "./fixtures.ts";
import { owed, trap } from "./hostile-shop.ts";
import { stickingOut, widerBy } from "./reachable.ts";

export type Tripwire = {
  /** What ran, opened a dialog, broke the page's policy or failed, since the last look. */
  readonly take: () => Promise<readonly string[]>;
};

/** Watches every document that the page opens. Begin before the first one. */
export async function setTripwire(page: Page): Promise<Tripwire> {
  const caught: string[] = [];
  await page.exposeFunction("caughtByTest", (what: string) => void caught.push(what));
  await page.addInitScript(() => {
    const say = (what: string) =>
      void (window as unknown as { caughtByTest?: (text: string) => void }).caughtByTest?.(what);
    Object.defineProperty(window, "__ran", { set: () => say(`a script ran on ${location.pathname}`) });
    addEventListener("securitypolicyviolation", (event) =>
      say(`policy: ${event.violatedDirective} ${event.blockedURI} on ${location.pathname}`),
    );
  });
  page.on("dialog", (dialog) => {
    caught.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => caught.push(`page error: ${error.message}`));
  page.on("request", (request) => {
    if (request.url().endsWith("/csp-report")) caught.push(`policy report: ${request.postData()}`);
  });
  return { take: async () => caught.splice(0) };
}

/** As texts are compared: without characters that cannot be seen, white space of any kind as one space. */
export function asRead(text: string): string {
  return stripUnseen(text).replace(/\s+/g, " ").trim();
}

type Expected = { readonly at: string; readonly shows: readonly string[] };

/**
 * Notes where a text became more than text, or is not there.
 * @param shows texts that the document must have as they were written
 */
export async function expectText(page: Page, tripwire: Tripwire, { at, shows }: Expected): Promise<void> {
  // What is missing once the rest is there does not come.
  const missing = async () => shows.filter(notIn(asRead(await page.evaluate(readAll))));
  await expect.soft.poll(missing, { message: `${at} shows what was written`, timeout: 5_000 }).toEqual([]);
  for (const frame of page.frames())
    expect.soft(await frame.evaluate(findMarkup, trap), `${at}: markup`).toEqual([]);
  expect.soft(await tripwire.take(), at).toEqual([]);
}

/** The same, and that nothing is wider than the window and no amount is turned round. */
export async function expectHarmless(page: Page, tripwire: Tripwire, expected: Expected): Promise<void> {
  await expectText(page, tripwire, expected);
  const layout = {
    beyond: Math.max(0, await widerBy(page)),
    sticking: await stickingOut(page),
    turned: await page.evaluate(turnedAmounts, owed),
  };
  expect.soft(layout, expected.at).toEqual({ beyond: 0, sticking: [], turned: [] });
}

/** Whether a text is not part of what was read. */
function notIn(read: string): (text: string) => boolean {
  return (text) => !read.includes(asRead(text));
}

/** Elements and attributes that none of our pages has, in the browser. */
function findMarkup(own: string): string[] {
  const isForeign = (element: Element): boolean =>
    element.hasAttribute(own) ||
    [...element.attributes].some(
      ({ name, value }) =>
        /^on/.test(name) ||
        (/^(?:href|src|action|formaction|srcdoc)$/.test(name) && /^\s*javascript:/i.test(value)),
    ) ||
    element.matches('img[src="x"], base, object, embed, meta[http-equiv="refresh"]');
  return [...document.querySelectorAll("*")]
    .filter(isForeign)
    .map((element) => element.outerHTML.slice(0, 120));
}

/** Everything that can be read or typed over, in the browser. */
function readAll(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(
    ({ value }) => value,
  );
  return [document.body.textContent, document.title, ...fields].join("\n");
}

/** Amounts whose digits do not follow each other from left to right, in the browser. */
function turnedAmounts(amount: string): string[] {
  const turned: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const start = (node.textContent ?? "").indexOf(amount);
    if (start < 0 || !node.parentElement?.checkVisibility()) continue;
    const places = [...amount].map((_, index) => {
      const range = document.createRange();
      range.setStart(node, start + index);
      range.setEnd(node, start + index + 1);
      return range.getBoundingClientRect();
    });
    const isRising = places.every(
      ({ left, width }, index) => width === 0 || index === 0 || left >= (places[index - 1]?.left ?? 0),
    );
    if (!isRising) turned.push(node.parentElement.outerHTML.slice(0, 100));
  }
  return turned;
}
