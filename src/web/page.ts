/** The shape of a page: how it gets its data and what it shows. One module of `pages/` is one page. */
import type { ReactNode } from "react";
import type { PageEnvironment, PageRequest, PageServices, PageSources } from "#contract/pages.ts";
import type { ThemeModel } from "#contract/settings.ts";
import type { FrameParents } from "#core/address/frame-parents.ts";
import type { Language } from "#core/language.ts";
import type { LinkPreview } from "./document/link-preview.ts";
import type { Namespace } from "./i18n/catalogue.ts";
import type { IslandName } from "./island/islands.ts";

/** What a page gets to find its data. */
export type PageContext = {
  readonly request: PageRequest;
  readonly params: Readonly<Record<string, string>>;
  readonly services: PageServices;
  readonly environment: PageEnvironment;
};

/** Path of a script beside that of every page. */
type PageScript =
  | "src/web/script/invoice-script.ts"
  | "src/web/script/result-script.ts"
  | "src/web/script/google-button-script.ts";

/** What a page shows, once its data is there. */
export type PageView = {
  readonly status: number;
  readonly title: (language: Language) => string;
  /** The content of the body. Texts come from the catalogue of the page's language. */
  readonly body: ReactNode;
  /** The merchant's theme; without it the defaults apply. */
  readonly theme?: ThemeModel;
  /** What messengers show of the page's address when it is shared; nothing when left out. */
  readonly preview?: LinkPreview;
  /** More custom properties of `:root`, such as "--frame-width"; checked values only. */
  readonly properties?: Readonly<Record<`--${string}`, string>>;
  /** In place of the page's own script, where only this view needs one. */
  readonly script?: PageScript;
  /** Addresses of pages that the buyer is likely to open next: the browser may fetch them early. */
  readonly nextPages?: readonly string[];
  /** More response headers. They are lost when the page began with its loading screen. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** What the document of a page carries for each island that it shows. */
export type IslandFacts = Readonly<
  Record<
    IslandName,
    {
      /** Path of the module in the project, as the build's manifest names it. */
      readonly module: string;
      /** The same of what is fetched with it. */
      readonly parts?: readonly string[];
      /** Texts that the HTML carries for it. */
      readonly namespaces: readonly Namespace[];
    }
  >
>;

export type Page = {
  /** Style sheets, as text, in order. They are inlined in the head. */
  readonly styles: readonly string[];
  /** A script of its own. */
  readonly script?: PageScript;
  /** Islands that the page may show. */
  readonly islands?: readonly IslandName[];
  /** The text under the progress bar while the data is slow; "loading" when left out. */
  readonly loadingText?: "loading" | "connecting";
  /** Whom it lets in beside us; no one when left out. Known before the data is. */
  readonly sources?: (context: PageContext) => Promise<PageSources>;
  /** Which pages may frame this one, where that depends on its order; null leaves it to the list of addresses. */
  readonly frameParents?: (context: PageContext) => Promise<FrameParents | null>;
  readonly load: (context: PageContext) => Promise<PageView>;
};
