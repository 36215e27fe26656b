/** The merchant's theme in the merchant API: how the pages of all orders and links look (Spec 3). */
import { z } from "zod";
import { themeFontFamilies } from "#core/theme/theme.ts";
import type { CallMap } from "./contract.ts";
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

const theme = themeModel.meta({ id: "Theme", description: "The values that are set." });

export const themeCalls = {
  "GET /api/v1/theme": {
    summary: "Read the theme",
    audience: "merchant",
    replies: { 200: theme },
  },
  "PUT /api/v1/theme": {
    summary: "Replace the theme",
    audience: "merchant",
    body: themeSettings,
    replies: { 200: theme },
  },
} as const satisfies CallMap;
