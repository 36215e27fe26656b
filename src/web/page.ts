/** The shape of a page: how it gets its data and what it shows. One module of `pages/` is one page. */
import type { ReactNode } from "react";
import type { PageEnvironment, PageRequest, PageServices } from "#contract/pages.ts";
import type { ThemeModel } from "#contract/settings.ts";
import type { Language } from "#core/language.ts";
import type { IslandName } from "./islands.ts";

/** What a page gets to find its data. */
export type PageContext = {
  readonly request: PageRequest;
  readonly params: Readonly<Record<string, string>>;
  readonly services: PageServices;
  readonly environment: PageEnvironment;
};

/** What a page shows, once its data is there. */
export type PageView = {
  readonly status: number;
  readonly title: (language: Language) => string;
  /** The content of the body. Texts come from the catalogue of the page's language. */
  readonly body: ReactNode;
  /** The merchant's theme; without it the defaults apply. */
  readonly theme?: ThemeModel;
  /** Addresses of pages that the buyer is likely to open next: the browser may fetch them early. */
  readonly nextPages?: readonly string[];
  /** More response headers. They are lost when the page began with its loading screen. */
  readonly headers?: Readonly<Record<string, string>>;
};

export type Page = {
  /** Style sheets, as text, in order. They are inlined in the head. */
  readonly styles: readonly string[];
  /** Islands that the page may show. */
  readonly islands?: readonly IslandName[];
  /** The text under the progress bar while the data is slow; "loading" when left out. */
  readonly loadingText?: "loading" | "connecting";
  /** Origins that the Content-Security-Policy must allow beside our own. Known before the data is. */
  readonly gatewayOrigins?: (context: PageContext) => Promise<readonly string[]>;
  readonly load: (context: PageContext) => Promise<PageView>;
};
