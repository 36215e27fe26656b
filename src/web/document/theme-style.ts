/**
 * A merchant's theme as custom properties (Spec 3, decision K14). Every colour comes checked from `resolveTheme`;
 * `core/theme/theme-colours.ts` makes each readable where it is used.
 */
import type { ThemeModel } from "#contract/settings.ts";
import type { Theme } from "#core/theme/theme.ts";
import { resolveTheme, themeFonts } from "#core/theme/theme.ts";
import { accents, darkSurface, hasOwnNeutrals, ownNeutrals } from "#core/theme/theme-colours.ts";
import type { PageView } from "../page.ts";

/**
 * One rule for `:root`. A theme that sets no background or text colour follows the buyer's light or dark scheme; one
 * that does is shown as the merchant made it. `more` are properties of the page itself.
 */
export function themeCss(model: ThemeModel, more: PageView["properties"] = {}): string {
  const fontUrl = readFontUrl(model.fontUrl);
  const theme = resolveTheme(model, themeFonts(fontUrl === null ? [] : [fontUrl]));
  const neutrals = hasOwnNeutrals(theme)
    ? `${besideSurface}:root:root{${declarations(ownNeutrals(theme, model))}}`
    : "";
  const root = `:root{${declarations({ ...accents(theme, model), ...font(theme), ...more })}}`;
  const letters = theme.currencyStyle === "letters" ? riyalInLetters : "";
  const digits = theme.digits === "arabic" ? arabicDigits : "";
  return `${fontFace(theme)}${root}${neutrals}${letters}${digits}${theme.hijriDates ? hijriDates : ""}`;
}

/**
 * The colour of the browser's own bar. A page in the shop's own colours has its bar in them always; one that follows the buyer's
 * scheme darkens with it. Browsers take the first tag that applies.
 */
export function themeColourTags(model: ThemeModel): string {
  const theme = resolveTheme(model);
  const dark = hasOwnNeutrals(theme)
    ? ""
    : `<meta name="theme-color" content="${darkSurface}" media="(prefers-color-scheme:dark)">`;
  return `${dark}<meta name="theme-color" content="${theme.primaryColor}">`;
}

/**
 * Arabic digits as a font draws them (script/typeface.ts): the text keeps its Latin ones for people who copy, search or
 * hear it, and paper, fields and codes are left alone (decision 0171). What a new part shows of numbers has the class
 * "figures", a date of it stands in <time>: what is named here besides is so without a byte on the pages of other shops.
 */
const arabicDigits =
  ":root{--digits:arabic}@media screen{:lang(ar) :is(.amount,time,.figures,.item-qty>bdi,.item-vat,.line-sum,.totals-detail>bdi," +
  '.order-amounts *,.offer-price *,.time-left bdi,.promos,.method-note,.instalment-plan){font-family:"Wasl Digits",var(--font)}' +
  // The font would draw the full stop between the letters of a currency as the decimal sign.
  ":lang(ar) .currency.currency{font-family:var(--font)}}";

/**
 * What stands on a panel or on the page takes their colour of text, also where it is soft or a link. The payment page of
 * a phone is as its bar and its form are: the page's own colour would be a band between them.
 */
const besideSurface =
  ".order-summary,.side-panel{--text-soft:var(--panel-text);--link:var(--panel-text)}" +
  "@media(max-width:768px){.info-layout{background:var(--bar);color:var(--text)}.order-summary summary{color:var(--text)}}";

/** Takes the drawing away from the letters under it (base.css). */
const riyalInLetters = ".riyal.riyal{all:unset}";

/** A Hijri day goes below the Gregorian one as a whole. */
const hijriDates = ".hijri{display:inline-block}";

/** The server has looked it up in its list; here nothing is let through that could leave its quotes. */
function readFontUrl(text: string | null | undefined): string | null {
  return text && /^https:\/\/[^\s"'()\\<>;{}]+$/.test(text) && URL.canParse(text) ? text : null;
}

/** Texts are shown at once in another font, and again when this one is there. */
function fontFace({ fontUrl }: Theme): string {
  return fontUrl === undefined
    ? ""
    : `@font-face{font-family:theme-font;src:url("${fontUrl}") format("woff2");font-weight:100 900;font-display:swap}`;
}

function font({ fontUrl, fontFamily }: Theme): Record<string, string> {
  const families = [fontUrl && "theme-font", fontFamily && `"${fontFamily}"`].filter(Boolean);
  return families.length === 0 ? {} : { "--font": [...families, "var(--system-font)"].join(",") };
}

function declarations(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}:${value}`)
    .join(";");
}
