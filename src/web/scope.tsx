/** What every part of a page may know while the server renders it. Islands do not get it: they get props. */

import type { ComponentType } from "react";
import { createContext, useContext } from "react";
import type { PageEnvironment } from "#contract/pages.ts";
import type { Language } from "#core/language.ts";
import type { IslandName } from "./island/islands.ts";

export type PageScope = {
  readonly language: Language;
  readonly environment: PageEnvironment;
  readonly nonce: string;
  /** The page's own address, for the language switch. */
  readonly url: URL;
  /** Dates are shown in the Hijri calendar, too, as the shop's theme says. */
  readonly hasHijriDates: boolean;
  /** Loaded components of the page's islands, by name. */
  readonly islands: ReadonlyMap<string, ComponentType<object>>;
  /** A new id for the element of an island, unlike all others on the page; the browser gets what that island needs. */
  readonly nextIslandId: (name: IslandName) => string;
};

export const PageScopeContext = createContext<PageScope | null>(null);

/** The scope of the page being rendered. Throws outside of one: that is a bug. */
export function usePageScope(): PageScope {
  const scope = useContext(PageScopeContext);
  if (!scope) throw new Error("a part of a page was rendered outside of a page");
  return scope;
}
