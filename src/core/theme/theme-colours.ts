/**
 * The colours of a page, from those of its theme (Spec 3, decision K14): each is made readable where it is used, as a button, as a
 * link, as a banner. The pages draw by it (`web/document/theme-style.ts`), and `theme-repairs.ts` reports to the shop what it changes.
 */
import { contrastOf, ensureContrast, minimumContrast, mix, parseColour, readableOn } from "./colour.ts";
import { deriveColours, resolveTheme, type Theme, type ThemeColour } from "./theme.ts";

/** The colours that a merchant named, as stored. */
export type NamedColours = Readonly<Partial<Record<ThemeColour, string | undefined>>>;

/** The surface of cards in the dark scheme; the same value stands in tokens.css. */
export const darkSurface = "#1a2029";

/** The text on it; the same value stands in tokens.css. */
const darkText = "#e9edf3";

/** Boxes on cards in each scheme: the ground on which links are hardest to read. The same values stand in tokens.css. */
export const softGrounds = { light: "#f4f6f9", dark: "#212936" } as const;

/** Errors in the light scheme; the same value stands in tokens.css. */
const danger = "#b3261e";

/** Share of the text's colour in boxes on the surface. */
const softPercent = 5;

/** Contrast that large text and controls need (WCAG 1.4.3, 1.4.11). */
const controlContrast = 3;

/** Below this contrast a filled button is hardly seen on its ground: it has an edge that is. */
const edgelessContrast = 1.2;

/** Of the channels of a colour, 0 to 255, below which it is seen as a grey. */
const greySpread = 40;

/** Shows on light and dark surfaces alike; the same value is the line of fields in tokens.css. */
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

/** Whether a theme sets a background or a colour of text, and is shown as the merchant made it, whatever the buyer's scheme. */
export function hasOwnNeutrals(theme: Theme): boolean {
  const defaults = resolveTheme({});
  return neutralNames.some((name) => theme[name] !== defaults[name]);
}

/** Buttons, links and banners as custom properties: those that hold in both schemes. */
export function accents(theme: Theme, model: NamedColours): Record<string, string> {
  const { primaryColor: primary, paymentApprovedColor: approved, paymentDeclineColor: declined } = theme;
  const buttonText = buttonTextOf(theme, model);
  const hoverText = hoverTextOf(theme, model);
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
    "--link-light": ensureContrast({ colour: primary, background: softGrounds.light }),
    "--link-dark": linkFrom({
      primary,
      readable: ensureContrast({ colour: primary, background: softGrounds.dark }),
      text: darkText,
    }),
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

/**
 * A brand that is nearly black or white becomes a grey where it has to change to be read, as of what cannot be pressed:
 * such a link is half-way to the colour of the text.
 */
function linkFrom(colours: {
  readonly primary: string;
  /** The nearest colour to it that can be read. */
  readonly readable: string;
  readonly text: string;
}): string {
  const { primary, readable, text } = colours;
  const shades = channels(readable).split(" ").map(Number);
  const isGrey = Math.max(...shades) - Math.min(...shades) < greySpread;
  return isGrey && readable !== primary ? mix(readable, text, 50) : readable;
}

/** The colour of a button's text. */
export function buttonTextOf(theme: Theme, model: NamedColours): string {
  return model.buttonTextColor ? theme.buttonTextColor : textFor(theme.primaryColor);
}

/** The colour of its text under the pointer. */
export function hoverTextOf(theme: Theme, model: NamedColours): string {
  return model.buttonHoverTextColor ? theme.buttonHoverTextColor : textFor(theme.primaryHoverColor);
}

function buttonOf(theme: Theme, model: NamedColours): string {
  return ensureContrast({ colour: theme.primaryColor, background: buttonTextOf(theme, model) });
}

function needsEdge(button: string, ...surfaces: readonly string[]): boolean {
  return surfaces.some((background) => contrastOf({ colour: button, background }) < edgelessContrast);
}

/** Whether the merchant named a colour there. */
export function isColour(text: string | undefined): boolean {
  return text !== undefined && parseColour(text) !== null;
}

/** White is what buyers expect on a coloured button, so the button may darken for it, unless it is a light colour. */
function textFor(background: string): string {
  const white = "#ffffff";
  return contrastOf({ colour: white, background }) >= controlContrast ? white : readableOn(background);
}

/** Backgrounds and text of a theme that sets some, as custom properties. */
export function ownNeutrals(theme: Theme, model: NamedColours): Record<string, string> {
  const surface = theme.foregroundColor;
  const soft = softOn(theme);
  const readable = (colour: string): string => {
    const onSoft = ensureContrast({ colour, background: soft });
    return contrastOf({ colour: onSoft, background: surface }) >= minimumContrast
      ? onSoft
      : readableOn(surface);
  };
  const text = readable(theme.textColor);
  const { primaryColor: primary } = theme;
  const link = readable(linkFrom({ primary, readable: readable(primary), text }));
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
    "--page-text": textOn(page, theme),
    "--ground": areaOf(page),
    "--bar": bar,
    "--surface": surface,
    "--text": text,
    "--text-soft": text,
    "--line": `rgb(${channels(text)}/18%)`,
    "--soft": soft,
    "--panel": panel,
    "--panel-text": textOn(panel, theme),
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
    "--wallet": readableOn(form) === "#ffffff" ? "white" : "black",
  };
}

/** The theme's text, or black or white: the nearest colour that can just be read would be a grey, on a ground of a strong colour a dull one. */
function textOn(background: string, { textColor: colour }: Theme): string {
  return contrastOf({ colour, background }) >= minimumContrast ? colour : readableOn(background);
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

/** "48 135 222", for colours with an alpha. */
function channels(colour: string): string {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(" ");
}
