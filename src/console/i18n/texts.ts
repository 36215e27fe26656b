/**
 * The texts of the console in the language of the person, compiled by the build: `console` comes with the first list,
 * `screens` with whatever is opened later. Groups of the two have different names.
 */
import formatMessage from "icu-minify/format";
import { createContext, use } from "react";
import type { Language } from "#core/language.ts";
import { timeZone } from "#web/i18n/time-zone.ts";
import type first from "./console.en.json";
import type later from "./screens.en.json";

type Leaves<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Leaves<Tree[Key]>}`;
}[keyof Tree & string];

/** A text by its path, such as "invoices.title". */
export type TextKey = Leaves<typeof first> | Leaves<typeof later>;

type Values = Readonly<Record<string, string | number>>;

/** Gives a text with its values filled in. */
export type Translate = (key: TextKey, values?: Values) => string;

export type Wording = { readonly language: Language; readonly t: Translate };

type Load = () => Promise<{ readonly default: object }>;

const loaders: Readonly<Record<"first" | "later", Readonly<Record<Language, Load>>>> = {
  first: { ar: () => import("./console.ar.json"), en: () => import("./console.en.json") },
  later: { ar: () => import("./screens.ar.json"), en: () => import("./screens.en.json") },
};

/** What was loaded. */
const trees: Readonly<Record<Language, Record<string, unknown>>> = { ar: {}, en: {} };
let isLaterWanted = false;
let current: Language = "ar";

async function add(language: Language, which: keyof typeof loaders): Promise<void> {
  const { default: tree } = await loaders[which][language]();
  Object.assign(trees[language], tree);
}

const numbers = new Intl.NumberFormat("en", { useGrouping: false });
const formatters = {
  getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...given),
  getNumberFormat: () => numbers,
  getPluralRules: (...given: ConstructorParameters<typeof Intl.PluralRules>) =>
    new Intl.PluralRules(...given),
};

/** Loads a part of the console that comes when it is first needed, and the texts that it shows. */
export async function withTexts<Part>(load: () => Promise<Part>): Promise<Part> {
  isLaterWanted = true;
  const [part] = await Promise.all([load(), add(current, "later")]);
  return part;
}

/** Loads a language, with all that is on the screen. */
export async function loadWording(language: Language): Promise<Wording> {
  current = language;
  await Promise.all([add(language, "first"), isLaterWanted && add(language, "later")]);
  const t: Translate = (key, values = {}) => {
    let found: unknown = trees[language];
    for (const part of key.split(".")) found = (found as Record<string, unknown>)?.[part];
    if (typeof found === "string") return found;
    if (!Array.isArray(found)) return key;
    return String(formatMessage(found as never, language, values, { formatters, timeZone }));
  };
  return { language, t };
}

const WordingContext = createContext<Wording | null>(null);
export const WordingProvider = WordingContext.Provider;

/** The texts and the language of the screen. */
export function useWording(): Wording {
  const wording = use(WordingContext);
  if (wording === null) throw new Error("no texts around this component");
  return wording;
}
