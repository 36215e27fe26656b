/** The texts of the console in the language of the person: compiled by the build, one file for each language. */
import formatMessage from "icu-minify/format";
import { createContext, use } from "react";
import type { Language } from "#core/language.ts";
import { timeZone } from "#web/i18n/time-zone.ts";
import type en from "./console.en.json";

type Leaves<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Leaves<Tree[Key]>}`;
}[keyof Tree & string];

/** A text by its path, such as "invoices.title". */
export type TextKey = Leaves<typeof en>;

type Values = Readonly<Record<string, string | number>>;

/** Gives a text with its values filled in. */
export type Translate = (key: TextKey, values?: Values) => string;

export type Wording = { readonly language: Language; readonly t: Translate };

const loaders = { ar: () => import("./console.ar.json"), en: () => import("./console.en.json") };

const numbers = new Intl.NumberFormat("en", { useGrouping: false });
const formatters = {
  getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...given),
  getNumberFormat: () => numbers,
  getPluralRules: (...given: ConstructorParameters<typeof Intl.PluralRules>) =>
    new Intl.PluralRules(...given),
};

/** Loads a language. */
export async function loadWording(language: Language): Promise<Wording> {
  const { default: tree } = await loaders[language]();
  const t: Translate = (key, values = {}) => {
    let found: unknown = tree;
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
