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

/** The letters that each file has. A page in English fetches the Arabic ones where a text of it has some. */
const arabic = "U+60C-6FF,U+200C-200F,U+FDF2";
const latin = "U+20-7E,U+A0-FF,U+2010-2026,U+20AC,U+2122,U+2212";

/** What is drawn in Arabic digits. Fetched where a theme wants those (theme-style.ts), and then at once: they are small. */
const digits = "U+2C,U+2E,U+30-39";

/** The bolder file stands for every weight of bold text. */
const arabicFaces = [
  [arabic400, arabic, "400"],
  [arabic600, arabic, "600 700"],
] as const;
const latinFaces = [
  [latin400, latin, "400"],
  [latin600, latin, "600 700"],
] as const;

const digitFaces = [
  [digits400, digits, "400"],
  [digits600, digits, "600 700"],
] as const;

const seenKey = "wasl-typeface";

/**
 * Shows the page's texts in the typeface once all files that its language needs are there: each file that arrives
 * alone would have the whole page laid out again (decision 0331).
 */
export function loadTypeface(): void {
  const style = getComputedStyle(document.documentElement);
  if (style.getPropertyValue("--digits")) addFaces(facesOf("Wasl Digits", digitFaces));
  if (!style.getPropertyValue("--font").includes("Wasl Sans")) return;
  const addLetters = async (): Promise<void> => {
    const isArabic = document.documentElement.lang === "ar";
    const arabic = facesOf("Wasl Sans", arabicFaces);
    const latin = facesOf("Wasl Sans", latinFaces);
    await Promise.allSettled([...latin, ...(isArabic ? arabic : [])].map((face) => face.load()));
    addFaces([...arabic, ...latin]);
  };
  if (wasSeen() || document.readyState === "complete") void addLetters();
  else addEventListener("load", addLetters, { once: true });
}

function facesOf(family: string, files: readonly (readonly [string, string, string])[]): FontFace[] {
  return files.map(
    ([address, unicodeRange, weight]) =>
      new FontFace(family, `url(${address})`, { unicodeRange, weight, display: "swap" }),
  );
}

function addFaces(faces: readonly FontFace[]): void {
  for (const face of faces) document.fonts.add(face);
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
