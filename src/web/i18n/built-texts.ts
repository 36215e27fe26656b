/**
 * What stands for "use-intl/react" in the build: the hooks that components use, on messages that the build has
 * compiled. The library's own carries formatters, caches and error codes of which no page needs any, 2 KB of every
 * payment page. Components keep the library's types; the test beside this file compares every message with it.
 */
import format, { type CompiledMessage } from "icu-minify/format";
import { createContext, createElement, type ReactNode, useContext, useMemo } from "react";

type Tree = { readonly [key: string]: unknown };
type Texts = { readonly locale: string; readonly messages: Tree };
type Values = Readonly<Record<string, string | number>>;

/** Gives a text by its key; `has` tells whether there is one. */
export type Translate = {
  (key: string, values?: Values): string;
  readonly has: (key: string) => boolean;
};

const Context = createContext<Texts | null>(null);

/** Gives the components inside it the messages of one language. */
export function IntlProvider({ locale, messages, children }: Texts & { readonly children?: ReactNode }) {
  const value = useMemo(() => ({ locale, messages }), [locale, messages]);
  return createElement(Context, { value }, children);
}

/** The language of the page. */
export function useLocale(): string {
  return useTexts().locale;
}

/** All messages that the page has. */
export function useMessages(): Tree {
  return useTexts().messages;
}

/** The texts of a namespace such as "payment" or "common.currency". */
export function useTranslations(namespace: string): Translate {
  const texts = useTexts();
  return useMemo(() => translate(texts, namespace), [texts, namespace]);
}

/**
 * The same outside of components. A text that is not there is a fault of ours: it goes to the console, and its path
 * stands on the page.
 */
export function translate({ locale, messages }: Texts, namespace: string): Translate {
  const tree = find(messages, namespace);
  const t = (key: string, values?: Values): string => {
    const message = find(tree, key);
    if (message === undefined) {
      console.error(`no text: ${namespace}.${key}`);
      return `${namespace}.${key}`;
    }
    // The message is the build's own, and no value is an element: what comes back is text.
    return String(format(message as CompiledMessage, locale, values, { formatters }));
  };
  return Object.assign(t, { has: (key: string) => find(tree, key) !== undefined });
}

function useTexts(): Texts {
  const texts = useContext(Context);
  if (!texts) throw new Error("no texts around this component");
  return texts;
}

function find(tree: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((found, key) => (found as Tree | undefined)?.[key] ?? undefined, tree);
}

const formatters = {
  getDateTimeFormat: (...options: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...options),
  getNumberFormat: (...options: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...options),
  getPluralRules: (...options: ConstructorParameters<typeof Intl.PluralRules>) =>
    new Intl.PluralRules(...options),
};
