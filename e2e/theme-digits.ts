/** Whether a theme's Arabic digits reach each number of an Arabic page, and nothing that they draw as another sign (docs/decisions/0171). */
import type { Page } from "@playwright/test";
import { themeCss } from "#web/document/theme-style.ts";

/** Parts of pages whose numbers stay Latin, and why. What has `dir="ltr"` and is more than a short number stays so by itself: a code. */
const staysLatin: Readonly<Record<string, string>> = {
  ".code, .reference-code": "a code",
  ".country, .dial-code": "a country's code beside the number that is typed",
  ".seller bdi, .party bdi": "an address as the shop and the buyer wrote it",
  ".item-description, .offer-description": "words of the shop",
  ".field-hint, .field-error, .home-hint": "what is typed into a field, which has Latin digits",
  ".test-cards": "what is typed into the fields of a card",
  ".pay-foreign, .foreign-equivalent":
    'a sentence with the letters of a currency: "." between those would be drawn, too',
  ".coupon-applied": "a sentence with a full stop, which would be drawn as a decimal sign",
};

/** What is between marks of direction within a sentence and is neither an amount nor a percentage: a telephone or order number. */
const isolatedCode = "\\u2066(?![\\d.,]+%?\\u2069)[^\\u2069]*\\u2069";

/** A quantity, an amount or a percentage that stands from left to right: codes are longer, or have other signs. */
const shortNumber = "^\\s*[\\d.,]{1,9}\\s*%?\\s*$";

/** Digits that belong to no Latin word, as those of "3D Secure" do. */
const number = "(?<![\\p{Script=Latin}\\d])\\d+(?![\\p{Script=Latin}\\d])";

/** The font has "." and "," as what divides the digits of an amount: elsewhere it draws a full stop and the letters of a currency wrongly. */
const otherSign = "(?<!\\d)[.,]|[.,](?!\\d)";

/**
 * Texts of the open Arabic page with numbers that the digits of a theme do not reach, and those in which they draw a sign that is no part
 * of a number. The page has that theme's rules afterwards.
 */
export async function digitFaults(page: Page): Promise<string[]> {
  // Of a page that was slow its title stands in the body.
  const skipped = ["script, style, noscript, title", ...Object.keys(staysLatin)].join(",");
  const css = themeCss({ digits: "arabic" });
  return await page.evaluate(
    ({ css, skipped, isolatedCode, number, shortNumber, otherSign }) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
      const faults = new Set<string>();
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { parentElement: element, textContent } = texts.currentNode;
        if (!element?.matches(":lang(ar)")) continue;
        const name = `<${element.localName} class="${element.className}">`;
        const all = textContent ?? "";
        const text = all.replace(new RegExp(isolatedCode, "g"), "");
        if (getComputedStyle(element).fontFamily.startsWith('"Wasl Digits"')) {
          // What is only read aloud is drawn by no font.
          if (new RegExp(otherSign).test(all) && !element.closest("script, .visually-hidden"))
            faults.add(`${name} draws "." or "," as a sign of numbers: ${all.trim()}`);
        } else if (
          new RegExp(number, "u").test(text) &&
          !element.closest(skipped) &&
          (!element.closest('[dir="ltr"]') || new RegExp(shortNumber).test(text))
        )
          faults.add(`${name} stays Latin: ${text.trim()}`);
      }
      return [...faults];
    },
    { css, skipped, isolatedCode, number, shortNumber, otherSign },
  );
}
