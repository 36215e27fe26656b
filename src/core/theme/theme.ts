/**
 * A merchant's theme (Spec 3): the defaults, what a stored theme may change, and the colours that follow from it.
 * Nothing of a theme or of a frame's address reaches a page unchecked (decisions K10 and K14): colours are parsed,
 * sizes are bounded, fonts come from a list.
 */

import { defaultLanguage, type Language, readLanguage } from "../language.ts";
import { cleanText, normaliseDigits } from "../text.ts";
import { parseColour, shiftBrightness } from "./colour.ts";

/** Spec 3: derived colours shift brightness by these. */
const shadeBy = -20;
const lightBy = 75;

/** Spec 3; the text colours are ours, chosen to be readable on the white backgrounds. */
const colourDefaults = {
  primaryColor: "#3087de",
  secondaryColor: "#8c60e2",
  textColor: "#212529",
  backgroundColor: "#ffffff",
  foregroundColor: "#ffffff",
  progressModalBackground: "#ffffff",
  titlePanelBackground: "#ffffff",
  paymentFormBackground: "#ffffff",
  buttonTextColor: "#ffffff",
  buttonHoverTextColor: "#ffffff",
  invoiceHeaderTextColor: "#212529",
  paymentDeclineColor: "#ffc107",
  paymentApprovedColor: "#44781a",
} as const;

type ColourName = keyof typeof colourDefaults;

/** The settings that are colours. */
export type ThemeColour = ColourName | "primaryLightColor" | "primaryHoverColor";

/** Every value in place; colours are "#rrggbb". The names, `hideInvoiceSummery` too, are those of Spec 3. */
export type Theme = Readonly<Record<ThemeColour, string>> & {
  readonly showLogo: "wasl" | "merchant";
  readonly showPaymentMethods: boolean;
  readonly hideClientAddress: boolean;
  readonly hideInvoiceSummery: boolean;
  readonly hideVatInvoice: boolean;
  /** How the riyal stands beside its amounts: as its sign, or in letters. */
  readonly currencyStyle: "sign" | "letters";
  /** Whether dates of an invoice have the Hijri day beside the Gregorian one. */
  readonly hijriDates: boolean;
  /** The shapes of digits in amounts and dates of Arabic pages. */
  readonly digits: "latin" | "arabic";
  /** Whether previews of shared links say how much is due. */
  readonly showAmountInPreview: boolean;
  readonly defaultLanguage: Language;
  /** A font file out of the installation's list; absent where nothing is loaded. */
  readonly fontUrl?: string;
  readonly fontFamily?: string;
};

/** Fonts that a theme may name (decision K14). */
export type ThemeFonts = { readonly families: readonly string[]; readonly urls: readonly string[] };

/**
 * Families that a theme may name: those that devices bring along, with Arabic and Latin letters. Nothing is loaded for
 * them, so no theme can make a page wait or tell anyone who looks at it.
 */
export const themeFontFamilies = [
  "Arial",
  "Geeza Pro",
  "Noto Kufi Arabic",
  "Noto Naskh Arabic",
  "Noto Sans Arabic",
  "SF Arabic",
  "Segoe UI",
  "Tahoma",
] as const;

const deviceFonts: ThemeFonts = { families: themeFontFamilies, urls: [] };

/** The fonts of an installation: those of devices, and the files that the operator allows pages to load. */
export function themeFonts(urls: readonly string[]): ThemeFonts {
  return { ...deviceFonts, urls };
}

/**
 * A theme from stored values of any shape. A value counts only when it is truthy and valid, else the default stays
 * (Spec 3); `showPaymentMethods` is on by default, so there `false` counts (decision 0011). Light and hover variants
 * that are not given follow the primary colour.
 */
export function resolveTheme(
  values: Readonly<Record<string, unknown>>,
  fonts: ThemeFonts = deviceFonts,
): Theme {
  const value = (name: string): unknown => (Object.hasOwn(values, name) ? values[name] : undefined);
  const text = (name: string): string => {
    const stored = value(name);
    return typeof stored === "string" ? stored : "";
  };
  const colour = (name: ColourName): string => parseColour(text(name)) ?? colourDefaults[name];
  const primaryColor = colour("primaryColor");
  return {
    primaryColor,
    primaryLightColor: parseColour(text("primaryLightColor")) ?? shiftBrightness(primaryColor, lightBy),
    primaryHoverColor: parseColour(text("primaryHoverColor")) ?? shiftBrightness(primaryColor, shadeBy),
    secondaryColor: colour("secondaryColor"),
    textColor: colour("textColor"),
    backgroundColor: colour("backgroundColor"),
    foregroundColor: colour("foregroundColor"),
    progressModalBackground: colour("progressModalBackground"),
    titlePanelBackground: colour("titlePanelBackground"),
    paymentFormBackground: colour("paymentFormBackground"),
    buttonTextColor: colour("buttonTextColor"),
    buttonHoverTextColor: colour("buttonHoverTextColor"),
    invoiceHeaderTextColor: colour("invoiceHeaderTextColor"),
    paymentDeclineColor: colour("paymentDeclineColor"),
    paymentApprovedColor: colour("paymentApprovedColor"),
    showLogo: value("showLogo") === "merchant" ? "merchant" : "wasl",
    showPaymentMethods: value("showPaymentMethods") !== false,
    hideClientAddress: value("hideClientAddress") === true,
    hideInvoiceSummery: value("hideInvoiceSummery") === true,
    hideVatInvoice: value("hideVatInvoice") === true,
    currencyStyle: value("currencyStyle") === "letters" ? "letters" : "sign",
    hijriDates: value("hijriDates") === true,
    digits: value("digits") === "arabic" ? "arabic" : "latin",
    showAmountInPreview: value("showAmountInPreview") === true,
    defaultLanguage: readLanguage(text("defaultLanguage")) ?? defaultLanguage,
    ...(fonts.urls.includes(text("fontUrl")) && { fontUrl: text("fontUrl") }),
    ...(fonts.families.includes(text("fontFamily")) && { fontFamily: text("fontFamily") }),
  };
}

/** Colours that a theme does not name and that follow from those it does (Spec 3). */
export type DerivedColours = {
  readonly primaryDisabled: string;
  readonly primaryShadow: string;
  readonly secondaryLight: string;
};

/** Disabled, shadow and light variants of a theme's colours, by brightness shifts of -20 and +75 (Spec 3). */
export function deriveColours(theme: Theme): DerivedColours {
  return {
    primaryDisabled: shiftBrightness(theme.primaryColor, lightBy),
    primaryShadow: shiftBrightness(theme.primaryColor, shadeBy),
    secondaryLight: shiftBrightness(theme.secondaryColor, lightBy),
  };
}

/** What the address of the payment frame may set (Spec 2.6). Sizes in pixels. */
export type FrameOptions = {
  readonly language: Language | null;
  readonly widthPx: number;
  readonly topSpacePx: number;
  readonly backgroundColor: string;
  readonly textColor: string;
  readonly buttonTextColor: string;
  readonly panelColor: string;
  readonly mainColor: string;
  /** Fallbacks for an order without a client; empty when absent. */
  readonly clientName: string;
  readonly clientMobile: string;
};

const maxClientNameLength = 100;

/** Reads the frame's query parameters strictly; what cannot be read is the default of Spec 2.6 (decision K10). */
export function parseFrameQuery(query: URLSearchParams): FrameOptions {
  const colour = (name: string, fallback: string): string => parseColour(query.get(name) ?? "") ?? fallback;
  const mobile = normaliseDigits(cleanText(query.get("m") ?? "", 40)).replace(/[ -]/g, "");
  return {
    language: readLanguage(query.get("lang")),
    widthPx: readPixels(query.get("w"), { from: 200, to: 2000, fallback: 500 }),
    topSpacePx: readPixels(query.get("ts"), { from: 0, to: 500, fallback: 10 }),
    backgroundColor: colour("b", "#ffffff"),
    textColor: colour("tc", "#000000"),
    buttonTextColor: colour("bt", "#ffffff"),
    panelColor: colour("pc", "#ffffff"),
    mainColor: colour("mc", "#3087de"),
    clientName: cleanText(query.get("n") ?? "", maxClientNameLength),
    clientMobile: /^\+?\d{5,15}$/.test(mobile) ? mobile : "",
  };
}

/**
 * What a frame's address sets, as the values of a theme: resolved and made readable like every theme. All surfaces
 * are named, so that the frame keeps the look of the page around it whatever scheme the buyer's device has.
 */
export function frameTheme(options: FrameOptions): Readonly<Record<string, string>> {
  const { backgroundColor, textColor, buttonTextColor, panelColor, mainColor } = options;
  return {
    primaryColor: mainColor,
    textColor,
    invoiceHeaderTextColor: textColor,
    backgroundColor,
    foregroundColor: panelColor,
    titlePanelBackground: panelColor,
    paymentFormBackground: panelColor,
    progressModalBackground: panelColor,
    buttonTextColor,
    buttonHoverTextColor: buttonTextColor,
  };
}

function readPixels(
  text: string | null,
  range: { readonly from: number; readonly to: number; readonly fallback: number },
): number {
  if (text === null || !/^\d{1,4}$/.test(text)) return range.fallback;
  const pixels = Number(text);
  return pixels >= range.from && pixels <= range.to ? pixels : range.fallback;
}
