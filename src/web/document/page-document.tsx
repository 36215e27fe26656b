/** Draws a loaded page: as one document, or as a loading screen and what follows it. */
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { PageEnvironment, PageRequest } from "#contract/pages.ts";
import { chooseLanguage, type Language } from "#core/language.ts";
import { LoadingScreen } from "../components/loading-screen.tsx";
import { catalogue, pickMessages } from "../i18n/catalogue.ts";
import { Texts } from "../i18n/texts.tsx";
import type { IslandFacts, Page, PageView } from "../page.ts";
import { PageScopeContext } from "../scope.tsx";
import loading from "../styles/loading.css?inline";
import type { PageAssets } from "./assets.ts";
import * as document from "./document.ts";
import { previewTags } from "./link-preview.ts";
import { themeColourTags, themeCss } from "./theme-style.ts";

/** A page's data as a view, and the components of its islands by name. */
export type Loaded = {
  readonly view: PageView;
  readonly components: ReadonlyMap<string, ComponentType<object>>;
};

/** Everything that the pieces of one document share. */
export type Rendering = {
  readonly request: PageRequest;
  readonly environment: PageEnvironment;
  readonly assets: PageAssets;
  readonly page: Page;
  readonly islandFacts: IslandFacts;
};

/** The document of data that was there in time: the theme decides about the language when the buyer has not. */
export function wholeDocument(rendering: Rendering, loaded: Loaded): string {
  const { view } = loaded;
  const { language: query, languageCookie: stored } = rendering.request;
  const language = chooseLanguage({ query, stored, theme: view.theme?.defaultLanguage });
  return [
    head(rendering, language),
    document.documentTitle(view.title(language)),
    view.theme === undefined ? "" : themeColourTags(view.theme),
    view.preview === undefined ? "" : previewTags(view.preview, language),
    tail(rendering, view),
    document.bodyStart,
    content(rendering, loaded, language),
    document.documentEnd,
  ].join("");
}

/** The language of a document that begins before its theme is known. */
export function earlyLanguage({ language: query, languageCookie: stored }: PageRequest): Language {
  return chooseLanguage({ query, stored });
}

/** The beginning of a document whose data is slow: the head, and the loading screen. */
export function firstPiece(rendering: Rendering): string {
  const language = earlyLanguage(rendering.request);
  const screen = renderToStaticMarkup(
    <Texts language={language} messages={catalogue[language]}>
      <LoadingScreen text={rendering.page.loadingText ?? "loading"} version={rendering.environment.version} />
    </Texts>,
  );
  const style = document.styleElement(loading, rendering.request.nonce);
  return head(rendering, language) + style + document.bodyStart + screen;
}

/** The rest of such a document. It hides the loading screen by a rule of its own, so that no script is needed. */
export function lastPiece(rendering: Rendering, loaded: Loaded): string {
  const language = earlyLanguage(rendering.request);
  return [
    document.documentTitle(loaded.view.title(language)),
    tail(rendering, loaded.view),
    document.styleElement(".loading-screen{display:none}", rendering.request.nonce),
    content(rendering, loaded, language),
    document.documentEnd,
  ].join("");
}

function head({ request, page }: Rendering, language: Language): string {
  return document.documentStart({
    language,
    nonce: request.nonce,
    styles: page.styles,
    mayHaveIslands: (page.islands ?? []).length > 0,
  });
}

/** What belongs to the head and is known only with the data. */
function tail({ request }: Rendering, view: PageView): string {
  return (
    document.styleElement(themeCss(view.theme ?? {}, view.properties), request.nonce) +
    document.speculationRules(view.nextPages ?? [], request.nonce)
  );
}

function content(
  { request, environment, assets, page, islandFacts }: Rendering,
  { view, components }: Loaded,
  language: Language,
): string {
  const drawn: (keyof IslandFacts)[] = [];
  const nextIslandId = (name: keyof IslandFacts): string => `island-${drawn.push(name)}`;
  const { nonce, url } = request;
  const hasHijriDates = view.theme?.hijriDates === true;
  const html = renderToStaticMarkup(
    <PageScopeContext
      value={{ language, environment, nonce, url, hasHijriDates, islands: components, nextIslandId }}
    >
      <Texts language={language} messages={catalogue[language]}>
        {view.body}
      </Texts>
    </PageScopeContext>,
  );
  const script = view.script ?? page.script ?? null;
  const shown = [...new Set(drawn)].map((name) => islandFacts[name]);
  const modules = shown.flatMap(({ module, parts = [] }) => [module, ...parts]);
  const scripts =
    document.integrityMap(assets, { script, modules, nonce }) + document.pageScripts(assets, script, nonce);
  if (shown.length === 0) return html + scripts;
  const messages = pickMessages(
    language,
    shown.flatMap(({ namespaces }) => namespaces),
  );
  return [
    html,
    document.pageDataElement({ language, messages, translations: assets.translations[language] }),
    scripts,
    document.islandScripts(assets, modules, nonce),
  ].join("");
}
