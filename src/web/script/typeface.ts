/**
 * The typeface of the pages (decision 0054). Its files are asked for when the page has loaded: until then texts stand in
 * a font of the device that takes up the same room, so that nothing that is needed to pay waits behind them.
 */

import digits400 from "../fonts/wasl-digits-400.woff2";
import digits600 from "../fonts/wasl-digits-600.woff2";
import arabic400 from "../fonts/wasl-sans-arabic-400.woff2";
import arabic600 from "../fonts/wasl-sans-arabic-600.woff2";
import latin400 from "../fonts/wasl-sans-latin-400.woff2";
import latin600 from "../fonts/wasl-sans-latin-600.woff2";

/** The letters that each file has; what has none of them on the page is not fetched. */
const arabic = "U+60C-6FF,U+200C-200F,U+FDF2";
const latin = "U+20-7E,U+A0-FF,U+2010-2026,U+20AC,U+2122,U+2212";

/** What is drawn in Arabic digits. Fetched where a theme wants those (theme-style.ts), and then at once: they are small. */
const digits = "U+2C,U+2E,U+30-39";

/** The bolder file stands for every weight of bold text. */
const faces = [
  [arabic400, arabic, "400"],
  [latin400, latin, "400"],
  [arabic600, arabic, "600 700"],
  [latin600, latin, "600 700"],
] as const;

const digitFaces = [
  [digits400, digits, "400"],
  [digits600, digits, "600 700"],
] as const;

const seenKey = "wasl-typeface";

/** Makes the typeface known to the browser, which fetches what the page's texts need and then shows them in it. */
export function loadTypeface(): void {
  addFaces("Wasl Digits", digitFaces);
  const addLetters = (): void => addFaces("Wasl Sans", faces);
  if (wasSeen() || document.readyState === "complete") addLetters();
  else addEventListener("load", addLetters, { once: true });
}

function addFaces(family: string, of: readonly (readonly [string, string, string])[]): void {
  for (const [address, unicodeRange, weight] of of)
    document.fonts.add(new FontFace(family, `url(${address})`, { unicodeRange, weight, display: "swap" }));
}

/** Whether an earlier page of this tab has fetched the files: then they come at once, and the change is not visible. */
function wasSeen(): boolean {
  try {
    const seen = sessionStorage.getItem(seenKey) !== null;
    if (!seen) sessionStorage.setItem(seenKey, "");
    return seen;
  } catch {
    return false;
  }
}
