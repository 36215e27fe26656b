/** The merchant's theme in the merchant API: how the pages of all orders and links look (Spec 3). */
import { z } from "zod";
import { themeFontFamilies } from "#core/theme/theme.ts";
import { repairedParts } from "#core/theme/theme-repairs.ts";
import type { CallMap } from "./contract.ts";
import { instant } from "./merchant-common.ts";
import { themeModel } from "./settings.ts";

const colour = z
  .string()
  .regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'must be a colour such as "#0f6b5c"')
  .optional();

export const themeSettings = z
  .strictObject({
    primaryColor: colour,
    primaryLightColor: colour,
    primaryHoverColor: colour,
    secondaryColor: colour,
    textColor: colour,
    backgroundColor: colour,
    foregroundColor: colour,
    progressModalBackground: colour,
    titlePanelBackground: colour,
    paymentFormBackground: colour,
    buttonTextColor: colour,
    buttonHoverTextColor: colour,
    invoiceHeaderTextColor: colour,
    paymentDeclineColor: colour,
    paymentApprovedColor: colour,
    showLogo: z
      .enum(["wasl", "merchant"])
      .optional()
      .meta({ description: "Whose logo stands at the top; wasl when left out." }),
    showPaymentMethods: z
      .boolean()
      .optional()
      .meta({ description: "Whether the logos of payment methods are shown; true when left out." }),
    hideClientAddress: z.boolean().optional(),
    hideInvoiceSummery: z.boolean().optional(),
    hideVatInvoice: z.boolean().optional(),
    currencyStyle: z.enum(["sign", "letters"]).optional().meta({
      description: "The riyal beside amounts as its sign or in letters (SAR, ريال); sign when left out.",
    }),
    hijriDates: z
      .boolean()
      .optional()
      .meta({
        description:
          "Whether the dates of an invoice have the Hijri day (Umm al-Qura) beside the Gregorian one, on pages and papers; " +
          "false when left out.",
      }),
    digits: z
      .enum(["latin", "arabic"])
      .optional()
      .meta({
        description:
          "The shapes of digits in amounts and dates of Arabic pages; latin when left out. What is copied stays in Latin " +
          "digits, and papers, codes and what buyers type have them.",
      }),
    showAmountInPreview: z.boolean().optional().meta({
      description:
        "Whether the preview that messengers draw of an invoice's link says the amount; false when left out.",
    }),
    defaultLanguage: z.enum(["ar", "en"]).optional().meta({ description: "ar when left out." }),
    fontUrl: z.string().max(500).optional().meta({
      description:
        "A font file out of the installation's list, which pages then load; fontFamily is used until it is there.",
    }),
    fontFamily: z
      .enum(themeFontFamilies)
      .optional()
      .meta({ description: "A font that devices have; where one is missing, the usual font is used." }),
  })
  .meta({
    id: "ThemeSettings",
    description:
      "What is left out has its default. Colours are shown as given, but text, buttons and links are made darker or " +
      "lighter where they could not be read (contrast of 4.5).",
    examples: [{ primaryColor: "#0f6b5c", showLogo: "merchant", defaultLanguage: "ar" }],
  });

export type ThemeSettings = z.output<typeof themeSettings>;

/** Pages that a theme is tried on, each with goods that are made up and the shop as it is. */
export const triedPages = ["payment", "invoice", "product", "paid", "declined"] as const;

const triedTheme = z
  .strictObject({
    theme: themeSettings,
    imageId: z.string().max(100).nullable().optional().meta({
      description: "An uploaded picture in place of your logo, null for none; your logo when left out.",
    }),
  })
  .meta({ id: "ThemeToTry", examples: [{ theme: { primaryColor: "#0f6b5c" } }] });

export type ThemeToTry = z.output<typeof triedTheme>;

const hex = z.string().meta({ examples: ["#8a6d00"] });

const themeRepair = z
  .object({
    setting: z.string().meta({ description: "The colour that you named." }),
    part: z.enum(repairedParts).meta({ description: "Where pages show another one in its place." }),
    given: hex,
    shown: hex,
    against: hex.meta({ description: "What it is read against, or what is read on it." }),
    contrast: z.number().meta({ description: "Of the colour that you named, 1 to 21; 4.5 is needed." }),
  })
  .meta({ id: "ThemeRepair" });

const themePreview = z
  .object({
    pages: z.object(Object.fromEntries(triedPages.map((page) => [page, z.string()])) as TriedAddresses).meta({
      description:
        "Addresses of your buyers' pages in this theme, without scripts and with made-up goods; your console alone may " +
        "frame them. Add lang=ar or en, and scheme=light or dark, to the query.",
    }),
    repairs: z.array(themeRepair).meta({
      description: "Colours that could not be read as you named them, and what pages show in their place.",
    }),
    expiresAt: instant.meta({ description: "When the addresses end." }),
  })
  .meta({ id: "ThemePreview" });

type TriedAddresses = Readonly<Record<(typeof triedPages)[number], z.ZodString>>;

const themeFontChoice = z
  .object({
    families: z.array(z.string()).meta({ description: "Fonts that devices have, for fontFamily." }),
    urls: z.array(z.string()).meta({ description: "Font files that this installation allows, for fontUrl." }),
  })
  .meta({ id: "ThemeFonts" });

const theme = themeModel.meta({ id: "Theme", description: "The values that are set." });

export const themeCalls = {
  "GET /api/v1/theme": {
    summary: "Read the theme",
    audience: "merchant",
    isTagged: true,
    replies: { 200: theme },
  },
  "PUT /api/v1/theme": {
    summary: "Replace the theme; with If-Match only where it is as you have read it",
    audience: "merchant",
    body: themeSettings,
    isTagged: true,
    replies: { 200: theme },
    problems: ["precondition_failed"],
  },
  "POST /api/v1/theme/preview": {
    summary:
      "See your pages in a theme before it is saved, and which of its colours could not be read; nothing is stored",
    audience: "merchant",
    body: triedTheme,
    replies: { 200: themePreview },
  },
  "GET /api/v1/theme/fonts": {
    summary: "List the fonts that a theme may name",
    audience: "merchant",
    replies: { 200: themeFontChoice },
  },
} as const satisfies CallMap;
