/**
 * The texts of the console in the language of the person, compiled by the build: `console` comes with the first list, `home` with home,
 * `screens` with whatever is opened later. Groups of the three have different names.
 */
import formatMessage from "icu-minify/format";
import { createContext, use } from "react";
import type { Language } from "#core/language.ts";
import { timeZone } from "#web/i18n/time-zone.ts";
import type first from "./console.en.json";
import type home from "./home.en.json";
import type later from "./screens.en.json";

type Leaves<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Leaves<Tree[Key]>}`;
}[keyof Tree & string];

/** A text by its path, such as "invoices.title". */
export type TextKey = Leaves<typeof first> | Leaves<typeof home> | Leaves<typeof later>;

/** The names of the texts of a group: `NameIn<"terms">` has "feeRate". */
export type NameIn<Group extends string> = TextKey extends infer Key
  ? Key extends `${Group}.${infer Name}`
    ? Name
    : never
  : never;

export type Values = Readonly<Record<string, string | number>>;

/** Gives a text with its values filled in. */
export type Translate = (key: TextKey, values?: Values) => string;

/**
 * The text of a name that the server has given, such as the code of a refusal; null where there is none. What is known here is
 * given to `t` itself, so that a missing text does not compile.
 */
export function textIfAny(t: Translate, path: string): string | null {
  const key = keyIfAny(t, path);
  return key && t(key);
}

/** The same as the key of a text, for what translates it itself. */
export function keyIfAny(t: Translate, path: string): TextKey | null {
  const key = path as TextKey;
  return t(key) === path ? null : key;
}

export type Wording = { readonly language: Language; readonly t: Translate };

type Load = () => Promise<{ readonly default: object }>;

type Part = "first" | "home" | "later";

const loaders: Readonly<Record<Part, Readonly<Record<Language, Load>>>> = {
  first: { ar: () => import("./console.ar.json"), en: () => import("./console.en.json") },
  home: { ar: () => import("./home.ar.json"), en: () => import("./home.en.json") },
  later: { ar: () => import("./screens.ar.json"), en: () => import("./screens.en.json") },
};

/** What was loaded. */
const trees: Readonly<Record<Language, Record<string, unknown>>> = { ar: {}, en: {} };
/** What the screens that were opened show. */
const wanted = new Set<Part>(["first"]);
let current: Language = "ar";

async function add(language: Language, which: Part): Promise<void> {
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

/**
 * Loads a part of the console that comes when it is first needed, and the texts that it shows.
 * @param texts of home alone, which is the first screen of most people; else of all screens
 */
export async function withTexts<Loaded>(
  load: () => Promise<Loaded>,
  texts: "home" | "later" = "later",
): Promise<Loaded> {
  wanted.add("home").add(texts);
  const [part] = await Promise.all([load(), ...[...wanted].map((which) => add(current, which))]);
  return part;
}

/** Loads a language, with all that is on the screen. */
export async function loadWording(language: Language): Promise<Wording> {
  current = language;
  await Promise.all([...wanted].map((which) => add(language, which)));
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
