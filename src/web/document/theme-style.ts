/**
 * A merchant's theme as custom properties (Spec 3, decision K14). Every colour comes checked from `resolveTheme`;
 * here each is made readable where it is used: as a button, as a link, as a banner.
 */
import type { ThemeModel } from "#contract/settings.ts";
import {
  contrastOf,
  ensureContrast,
  minimumContrast,
  mix,
  parseColour,
  readableOn,
} from "#core/theme/colour.ts";
import type { Theme } from "#core/theme/theme.ts";
import { deriveColours, resolveTheme, themeFonts } from "#core/theme/theme.ts";
import type { PageView } from "../page.ts";

/** The surface of cards in the dark scheme; the same value stands in tokens.css. */
const darkSurface = "#1a2029";

/** Errors in the light scheme; the same value stands in tokens.css. */
const danger = "#b3261e";

/** Share of the text's colour in boxes on the surface. */
const softPercent = 5;

/** Contrast that large text and controls need (WCAG 1.4.3, 1.4.11). */
const controlContrast = 3;

/** Below this contrast a filled button is hardly seen on its ground: it has an edge that is. */
const edgelessContrast = 1.2;

/** Shows on light and dark surfaces alike; the same value is the line of fields in forms.css. */
const edge = "#7d8897";

const neutralNames = [
  "backgroundColor",
  "foregroundColor",
  "textColor",
  "titlePanelBackground",
  "paymentFormBackground",
  "progressModalBackground",
  "invoiceHeaderTextColor",
] as const satisfies readonly (keyof Theme)[];

/**
 * One rule for `:root`. A theme that sets no background or text colour follows the buyer's light or dark scheme; one
 * that does is shown as the merchant made it. `more` are properties of the page itself.
 */
export function themeCss(model: ThemeModel, more: PageView["properties"] = {}): string {
  const fontUrl = readFontUrl(model.fontUrl);
  const theme = resolveTheme(model, themeFonts(fontUrl === null ? [] : [fontUrl]));
  const defaults = resolveTheme({});
  const hasOwnNeutrals = neutralNames.some((name) => theme[name] !== defaults[name]);
  const neutrals = hasOwnNeutrals
    ? `${besideSurface}:root:root{${declarations(ownNeutrals(theme, model))}}`
    : "";
  const root = `:root{${declarations({ ...accents(theme, model), ...font(theme), ...more })}}`;
  return `${fontFace(theme)}${root}${neutrals}${theme.currencyStyle === "letters" ? riyalInLetters : ""}`;
}

/** What stands on a panel or on the page takes their colour of text, also where it is soft or a link. */
const besideSurface = ".order-summary,.side-panel{--text-soft:var(--panel-text);--link:var(--panel-text)}";

/** Takes the drawing away from the letters under it (base.css). */
const riyalInLetters = ".riyal.riyal{all:unset}";

function accents(theme: Theme, model: ThemeModel): Record<string, string> {
  const { primaryColor: primary, paymentApprovedColor: approved, paymentDeclineColor: declined } = theme;
  const buttonText = buttonTextOf(theme, model);
  const hoverText = model.buttonHoverTextColor
    ? theme.buttonHoverTextColor
    : textFor(theme.primaryHoverColor);
  // What waits is in the shop's colour where it names only one.
  const namesOne = isColour(model.primaryColor) && !isColour(model.secondaryColor);
  const secondaryColor = namesOne ? primary : theme.secondaryColor;
  const derived = deriveColours({ ...theme, secondaryColor });
  const button = buttonOf(theme, model);
  return {
    "--primary": primary,
    "--primary-rgb": channels(primary),
    "--primary-light": theme.primaryLightColor,
    "--secondary": secondaryColor,
    "--secondary-light": derived.secondaryLight,
    "--link-light": ensureContrast({ colour: primary, background: defaultSurface }),
    "--link-dark": ensureContrast({ colour: primary, background: darkSurface }),
    "--button": button,
    ...(needsEdge(button, darkSurface) && { "--edge-dark": edge }),
    "--button-text": buttonText,
    "--button-hover": ensureContrast({ colour: theme.primaryHoverColor, background: hoverText }),
    "--button-hover-text": hoverText,
    "--button-shadow": derived.primaryShadow,
    "--button-off-rgb": channels(derived.primaryDisabled),
    "--approved": approved,
    "--approved-rgb": channels(approved),
    "--approved-text": readableOn(approved),
    "--declined": declined,
    "--declined-rgb": channels(declined),
    "--declined-text": readableOn(declined),
    ...(isColour(model.paymentDeclineColor) && {
      "--refused": declined,
      "--refused-rgb": channels(declined),
      "--refused-text": readableOn(declined),
    }),
  };
}

const defaultSurface = resolveTheme({}).foregroundColor;

function buttonTextOf(theme: Theme, model: ThemeModel): string {
  return model.buttonTextColor ? theme.buttonTextColor : textFor(theme.primaryColor);
}

function buttonOf(theme: Theme, model: ThemeModel): string {
  return ensureContrast({ colour: theme.primaryColor, background: buttonTextOf(theme, model) });
}

function needsEdge(button: string, ...surfaces: readonly string[]): boolean {
  return surfaces.some((background) => contrastOf({ colour: button, background }) < edgelessContrast);
}

/** Whether the merchant named a colour there. */
function isColour(text: string | undefined): boolean {
  return text !== undefined && parseColour(text) !== null;
}

/** White is what buyers expect on a coloured button, so the button may darken for it, unless it is a light colour. */
function textFor(background: string): string {
  const white = "#ffffff";
  return contrastOf({ colour: white, background }) >= controlContrast ? white : readableOn(background);
}

function ownNeutrals(theme: Theme, model: ThemeModel): Record<string, string> {
  const surface = theme.foregroundColor;
  const soft = softOn(theme);
  const readable = (colour: string): string => {
    const onSoft = ensureContrast({ colour, background: soft });
    return contrastOf({ colour: onSoft, background: surface }) >= minimumContrast
      ? onSoft
      : readableOn(surface);
  };
  const text = readable(theme.textColor);
  const nearest = readable(theme.primaryColor);
  // The nearest colour that can be read is often a grey, as of what cannot be pressed: half of it is the text's.
  const link = nearest === theme.primaryColor ? nearest : readable(mix(nearest, text, 50));
  const red = readable(danger);
  // The colours of text are made for the surface: an area of a colour that they cannot be read on has the surface's.
  const areaOf = (background: string): string =>
    [text, link, red].every((colour) => contrastOf({ colour, background }) >= minimumContrast)
      ? background
      : surface;
  const page = theme.backgroundColor;
  // A page of another colour than its parts would show as a band: what has no colour of its own is as the page.
  const bar = areaOf(isColour(model.foregroundColor) ? surface : page);
  const form = areaOf(isColour(model.paymentFormBackground) ? theme.paymentFormBackground : page);
  const panel = isColour(model.titlePanelBackground) ? theme.titlePanelBackground : page;
  return {
    "color-scheme": readableOn(surface) === "#ffffff" ? "dark" : "light",
    "--page": page,
    "--page-text": ensureContrast({ colour: theme.textColor, background: page }),
    "--bar": bar,
    "--surface": surface,
    "--text": text,
    "--text-soft": text,
    "--line": `rgb(${channels(text)}/18%)`,
    "--soft": soft,
    "--panel": panel,
    "--panel-text": ensureContrast({ colour: theme.textColor, background: panel }),
    "--form": form,
    "--modal": areaOf(theme.progressModalBackground),
    "--header-text": isColour(model.invoiceHeaderTextColor)
      ? ensureContrast({ colour: theme.invoiceHeaderTextColor, background: surface })
      : text,
    "--button-edge": needsEdge(buttonOf(theme, model), surface, soft, form, bar, panel)
      ? edge
      : "transparent",
    "--link": link,
    "--danger": red,
    "--tint": surface,
    "--danger-soft": surface,
  };
}

/**
 * Boxes on the surface have a shade of their own, and what stands in them is read on both. On surfaces of middling
 * brightness no text would be: there the boxes have none.
 */
function softOn({ foregroundColor: surface, textColor }: Theme): string {
  const shade = mix(surface, ensureContrast({ colour: textColor, background: surface }), softPercent);
  const canBeRead = contrastOf({ colour: readableOn(surface), background: shade }) >= minimumContrast;
  return canBeRead ? shade : surface;
}

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

/** "48 135 222", for colours with an alpha. */
function channels(colour: string): string {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(" ");
}

function declarations(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}:${value}`)
    .join(";");
}
