/** What a page has to press and to type into: large enough, seen when it has the focus, and inside a narrow window. */
import type { Page } from "@playwright/test";

/** Targets below 44 px (docs/ux-checklist.md, U97) that are no links inside of a sentence. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a, button, summary, input:not([type=hidden])")]
      .filter((element) => element.checkVisibility() && !element.closest(".skip-link, .offline"))
      .filter((element) => !(element.tagName === "A" && element.closest("p")))
      .flatMap((element) => {
        const target = element.closest("label, .field-box") ?? element;
        const { width, height } = target.getBoundingClientRect();
        const isLarge = Math.min(width, height) >= 43.5;
        return isLarge
          ? []
          : [`${element.id || element.className || element.textContent}: ${width}×${height}`];
      }),
  );
}

/** What has the focus: whether its ring can be seen and whether anything covers it. */
export function focusFaults(page: Page): Promise<string[]> {
  return page.evaluate(`(${faultsOfFocus})(document.activeElement)`);
}

/**
 * The same of everything that can have it, one after the other. Browsers show the ring while the keyboard was used last; they are
 * asked in the page, since a press of the key for each would take seconds.
 */
export async function allFocusFaults(page: Page): Promise<string[]> {
  await page.keyboard.press("Tab");
  return await page.evaluate(`{
    const faultsOfFocus = ${faultsOfFocus};
    const reachable = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
    [...document.querySelectorAll(reachable)].flatMap((element) => {
      element.focus();
      // Hidden, disabled or behind a dialog.
      return document.activeElement === element ? faultsOfFocus(element) : [];
    });
  }`);
}

/** Runs in the page. */
function faultsOfFocus(element: Element | null): string[] {
  if (!element || element === document.body) return [];
  const name = element.id || element.className || element.tagName;
  const around = element.closest(".field-box, .method-tile, .quantity-controls");
  const ringed = [element, around].some((one) => {
    if (!one) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== "none";
  });
  const topOfIt = (): Element | null => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2);
  };
  // Browsers scroll to the first line of a tall field, and its middle may be below the window then.
  if (!topOfIt()) element.scrollIntoView({ block: "center", behavior: "instant" });
  const top = topOfIt();
  const isSeen =
    top && (element.contains(top) || top.contains(element) || top.closest("label")?.contains(element));
  const place = top ? "covered" : "outside the window";
  return [...(ringed ? [] : [`no ring: ${name}`]), ...(isSeen ? [] : [`${place}: ${name}`])];
}

/**
 * Windows in which a page needs scrolling sideways: its own, one of 320 px, and one of twice that with letters of twice the size (U10).
 * The window is as before then; the letters are with the next page.
 */
export async function sidewaysFaults(page: Page): Promise<string[]> {
  const own = page.viewportSize() ?? { width: 640, height: 640 };
  const faults = [await sideways(page, own.width)];
  await page.setViewportSize({ ...own, width: 320 });
  faults.push(await sideways(page, 320));
  await page.setViewportSize({ ...own, width: 640 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  faults.push(await sideways(page, 640));
  await page.setViewportSize(own);
  return faults.flat();
}

async function sideways(page: Page, width: number): Promise<string[]> {
  const by = await widerBy(page);
  return by > 0 ? [`wider than ${width} px by ${by}`] : [];
}

/** By how many pixels a page is wider than its window; `innerWidth` of a phone grows with the page. */
export function widerBy(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Elements that stand out of the window, and are not cut by a box within it. */
export function stickingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isOut = (one: Element): boolean => {
      const { left, right, width } = one.getBoundingClientRect();
      return width > 1 && (left < -1 || right > document.documentElement.clientWidth + 1);
    };
    // A name that ends in dots is as wide as it is written, within a box that cuts it.
    const isCut = (one: Element): boolean =>
      one.parentElement !== null &&
      (getComputedStyle(one.parentElement).overflowX !== "visible"
        ? !isOut(one.parentElement)
        : isCut(one.parentElement));
    return [...document.querySelectorAll("body *")]
      .filter((one) => one.checkVisibility() && !one.closest("dialog, svg, .skip-link"))
      .filter((one) => isOut(one) && !isCut(one))
      .map((one) => one.outerHTML.slice(0, 100));
  });
}
