/** The settings of a theme, each in its group of the studio; the compiler holds it to all that there are. */
import type { ThemeColour } from "#core/theme/theme.ts";
import type { ThemeSetting } from "./look-draft.ts";

export const lookGroups = [
  "brand",
  "buttons",
  "backgrounds",
  "text",
  "results",
  "shown",
  "language",
] as const;

export type LookGroup = (typeof lookGroups)[number];

type Control =
  | { readonly kind: "colour"; readonly group: LookGroup }
  /** `on`: what is stored while it is ticked; unticked, `off`, where null is what all shops have. */
  | {
      readonly kind: "switch";
      readonly group: LookGroup;
      readonly on: boolean | string | null;
      readonly off: boolean | string | null;
    }
  | { readonly kind: "choice"; readonly group: LookGroup; readonly of: "languages" | "families" | "fonts" };

const colour = (group: LookGroup) => ({ kind: "colour", group }) as const;
const hides = (group: LookGroup) => ({ kind: "switch", group, on: true, off: null }) as const;

/** Every setting, in the order in which it stands in its group. */
export const lookControls = {
  primaryColor: colour("brand"),
  secondaryColor: colour("brand"),
  showLogo: { kind: "switch", group: "brand", on: "merchant", off: null },
  buttonTextColor: colour("buttons"),
  primaryHoverColor: colour("buttons"),
  buttonHoverTextColor: colour("buttons"),
  primaryLightColor: colour("buttons"),
  backgroundColor: colour("backgrounds"),
  foregroundColor: colour("backgrounds"),
  titlePanelBackground: colour("backgrounds"),
  paymentFormBackground: colour("backgrounds"),
  progressModalBackground: colour("backgrounds"),
  textColor: colour("text"),
  invoiceHeaderTextColor: colour("text"),
  fontFamily: { kind: "choice", group: "text", of: "families" },
  fontUrl: { kind: "choice", group: "text", of: "fonts" },
  paymentApprovedColor: colour("results"),
  paymentDeclineColor: colour("results"),
  showPaymentMethods: { kind: "switch", group: "shown", on: null, off: false },
  hideInvoiceSummery: hides("shown"),
  hideClientAddress: hides("shown"),
  hideVatInvoice: hides("shown"),
  showAmountInPreview: { kind: "switch", group: "shown", on: true, off: null },
  defaultLanguage: { kind: "choice", group: "language", of: "languages" },
  currencyStyle: { kind: "switch", group: "language", on: null, off: "letters" },
  digits: { kind: "switch", group: "language", on: "arabic", off: null },
  hijriDates: { kind: "switch", group: "language", on: true, off: null },
} as const satisfies Readonly<Record<ThemeSetting, Control>>;

type ControlOf = typeof lookControls;

/** A setting that is ticked or not. */
export type SwitchSetting = {
  [Name in ThemeSetting]: ControlOf[Name]["kind"] extends "switch" ? Name : never;
}[ThemeSetting];

/** Whether a setting is ticked or not. */
export function isSwitchSetting(name: ThemeSetting): name is SwitchSetting {
  return lookControls[name].kind === "switch";
}

/** The settings of a group. */
export function settingsOf(group: LookGroup): readonly (readonly [ThemeSetting, Control])[] {
  return (Object.entries(lookControls) as [ThemeSetting, Control][]).filter(
    ([, control]) => control.group === group,
  );
}

/** Whether a setting is a colour. */
export function isColourSetting(name: ThemeSetting): name is ThemeColour {
  return lookControls[name].kind === "colour";
}
