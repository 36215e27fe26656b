/**
 * What pages change of a theme's colours so that buyers can read them, reported before it is saved: which setting, where on the page,
 * and what is shown instead. The same functions draw the pages, so that the report is true.
 */
import { contrastOf, parseColour } from "./colour.ts";
import { resolveTheme, type Theme, type ThemeColour } from "./theme.ts";
import {
  accents,
  buttonTextOf,
  hasOwnNeutrals,
  hoverTextOf,
  isColour,
  type NamedColours,
  ownNeutrals,
  softGrounds,
} from "./theme-colours.ts";

/** Where on a page a colour is shown as another one. */
export const repairedParts = [
  "button",
  "button_hover",
  "link",
  "link_in_dark",
  "text",
  "text_on_page",
  "text_on_panel",
  "heading",
  "form",
  "dialog",
] as const;

export type RepairedPart = (typeof repairedParts)[number];

/** One colour that is shown as another one; all colours are "#rrggbb". */
export type ThemeRepair = {
  readonly setting: ThemeColour;
  readonly part: RepairedPart;
  readonly given: string;
  readonly shown: string;
  /** What it is read against, or what is read on it. */
  readonly against: string;
  /** Of what was given, 1 to 21; 4.5 can be read. */
  readonly contrast: number;
};

type Pair = Omit<ThemeRepair, "given" | "contrast">;

/**
 * The colours that a merchant named and that pages show otherwise, in the order of the parts.
 * @param model a theme as it is stored or being made; values that are no colours count as not named
 */
export function themeRepairs(model: NamedColours): readonly ThemeRepair[] {
  const theme = resolveTheme(model);
  const pairs = [
    ...buttons(theme, model),
    ...(hasOwnNeutrals(theme) ? neutrals(theme, model) : links(theme, model)),
  ];
  return pairs.flatMap((pair) => {
    const given = parseColour(model[pair.setting] ?? "");
    if (given === null || given === pair.shown) return [];
    const contrast = Math.round(contrastOf({ colour: given, background: pair.against }) * 10) / 10;
    return [{ ...pair, given, contrast }];
  });
}

/** A button's colour suits its text: it follows the text where that alone was named. */
function buttons(theme: Theme, model: NamedColours): readonly Pair[] {
  const drawn = accents(theme, model);
  const part = (named: "primaryColor" | "primaryHoverColor", name: string, against: string) => ({
    setting: named,
    shown: drawn[name] ?? theme[named],
    against,
  });
  return [
    { ...part("primaryColor", "--button", buttonTextOf(theme, model)), part: "button" },
    { ...part("primaryHoverColor", "--button-hover", hoverTextOf(theme, model)), part: "button_hover" },
  ];
}

/** Links of a theme that follows the buyer's scheme. */
function links(theme: Theme, model: NamedColours): readonly Pair[] {
  const drawn = accents(theme, model);
  const link = (name: string) => ({
    setting: "primaryColor" as const,
    shown: drawn[name] ?? theme.primaryColor,
  });
  return [
    { ...link("--link-light"), part: "link", against: softGrounds.light },
    { ...link("--link-dark"), part: "link_in_dark", against: softGrounds.dark },
  ];
}

/** Links, text and areas of a theme that is shown as it was made. */
function neutrals(theme: Theme, model: NamedColours): readonly Pair[] {
  const drawn = ownNeutrals(theme, model);
  const shown = (name: string): string => drawn[name] ?? "";
  const text = shown("--text");
  const surface = theme.foregroundColor;
  const form = isColour(model.paymentFormBackground) ? "paymentFormBackground" : "backgroundColor";
  return [
    { setting: "primaryColor", part: "link", shown: shown("--link"), against: surface },
    { setting: "textColor", part: "text", shown: text, against: surface },
    { setting: "textColor", part: "text_on_page", shown: shown("--page-text"), against: shown("--page") },
    { setting: "textColor", part: "text_on_panel", shown: shown("--panel-text"), against: shown("--panel") },
    { setting: "invoiceHeaderTextColor", part: "heading", shown: shown("--header-text"), against: surface },
    { setting: form, part: "form", shown: shown("--form"), against: text },
    { setting: "progressModalBackground", part: "dialog", shown: shown("--modal"), against: text },
  ];
}
