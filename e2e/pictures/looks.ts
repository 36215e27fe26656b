/** In which looks `npm run pictures` shows the pages: one a run, chosen by `WASL_LOOK`. */
import type { BrowserContextOptions } from "@playwright/test";
import type { ThemeModel } from "#contract/settings.ts";

type Look = {
  readonly context?: BrowserContextOptions;
  /** A merchant's theme in place of the demo's. */
  readonly theme?: ThemeModel;
};

const looks = {
  light: {},
  dark: { context: { colorScheme: "dark" } },
  "no-script": { context: { javaScriptEnabled: false } },
  night: {
    theme: {
      ...{ primaryColor: "#00e5a8", backgroundColor: "#05070a", foregroundColor: "#10151c" },
      textColor: "#ffffff",
    },
  },
  loud: { theme: { primaryColor: "#ff2d00", secondaryColor: "#ffe600", backgroundColor: "#fff4d6" } },
} as const satisfies Readonly<Record<string, Look>>;

const wanted = process.env["WASL_LOOK"] ?? "light";
if (!Object.hasOwn(looks, wanted)) throw new Error(`WASL_LOOK is one of ${Object.keys(looks).join(", ")}`);

export const lookName = wanted as keyof typeof looks;
export const look: Look = looks[lookName];
