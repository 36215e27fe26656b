/** Signing in to the console of the demo's shop, and what holds for each of its screens. */
import type { Locator, Page } from "@playwright/test";
import { type Demo, expect, type Language } from "./fixtures.ts";
import { widerBy } from "./reachable.ts";

/**
 * Signs the shop's owner in and waits for the screen.
 * @param path where the sign-in leads to
 */
export async function openConsole(
  page: Page,
  { person }: Demo,
  { language, path = "/" }: { readonly language: Language; readonly path?: string },
): Promise<void> {
  const { address, email, password } = person;
  await page.context().addCookies([{ name: "lang", value: language, url: address }]);
  await page.goto(`${address}/sign-in?next=${encodeURIComponent(path)}`);
  await page.locator("[name=name]").fill(email);
  await page.locator("[name=password]").fill(password);
  await page.locator("form button").first().click();
  await expect(page.locator("#main h1")).toBeVisible();
}

/** Nothing of the screen is wider than the window. */
export async function expectInside(page: Page): Promise<void> {
  expect(await widerBy(page), "nothing is wider than the window").toBeLessThanOrEqual(0);
}

/** The windows in which tasks are tried: a phone, and a desk. */
export const windows = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } } as const;

/** For `test.use`: Arabic on a narrow phone in the dark, English at a desk in the light. */
export function lookOf(language: "ar" | "en") {
  const isArabic = language === "ar";
  return {
    viewport: isArabic ? { width: 360, height: 780 } : windows.desk,
    colorScheme: isArabic ? "dark" : "light",
    isMobile: false,
    hasTouch: false,
  } as const;
}

/** Presses and filled fields, as the study counts them. */
export function counted() {
  let count = 0;
  return {
    press: async (place: Locator) => {
      count += 1;
      await place.click();
    },
    fill: async (place: Locator, text: string) => {
      count += 1;
      await place.fill(text);
    },
    /** Another thing that is one press, such as a choice of a list or of a file. */
    choose: async (choice: Promise<unknown>) => {
      count += 1;
      await choice;
    },
    get count() {
      return count;
    },
  };
}

/** Goes to another screen as a link does: without a new document, which would take a second each. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    for (const heading of document.querySelectorAll("#main h1")) heading.setAttribute("data-before", "");
    history.pushState({}, "", to);
  }, path);
  await expect(page.locator("#main h1:not([data-before])").first(), path).toBeVisible();
}
