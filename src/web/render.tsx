/**
 * The door of the server-side bundle: the list of addresses, and `render`, by which a request becomes a whole
 * document. When the data is quick, the document is one text with its right HTTP status; when it is slow, the head
 * and a loading screen go out first and the content follows in the same answer, without scripts (Spec 2.1 "loading
 * screen").
 */
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { PageEnvironment, PageReply, PageRequest, PageServices } from "#contract/pages.ts";
import type { Language } from "#core/language.ts";
import { chooseLanguage, languageStorageKey } from "#core/language.ts";
import { timing } from "#core/timing.ts";
import type { PageAssets } from "./assets.ts";
import { LoadingScreen } from "./components/loading-screen.tsx";
import * as document from "./document.ts";
import { catalogue, pickMessages } from "./i18n/catalogue.ts";
import { Texts } from "./i18n/texts.tsx";
import type { AnyIsland } from "./islands.ts";
import { islands } from "./islands.ts";
import type { Page, PageContext, PageView } from "./page.ts";
import { failureView } from "./pages/failure.tsx";
import { notFoundPage } from "./pages/not-found.tsx";
import { pages } from "./pages/pages.ts";
import { matchRoute } from "./routes.ts";
import { PageScopeContext } from "./scope.tsx";
import { themeCss } from "./theme-style.ts";

export { redirects, routes } from "./routes.ts";

type Components = ReadonlyMap<string, ComponentType<object>>;

type Loaded = { readonly view: PageView; readonly components: Components };

/** Everything that the pieces of one document share. */
type Rendering = {
  readonly request: PageRequest;
  readonly environment: PageEnvironment;
  readonly assets: PageAssets;
  readonly page: Page;
};

const contentType = { "content-type": "text/html; charset=utf-8" };

/**
 * Renders the page of an address. A page that cannot be shown because something of ours failed is still a whole
 * document (status 500, or a notice in the place of the content when the head had gone out): it comes as an iterable
 * that ends by throwing the cause, for the log.
 */
export async function render(
  request: PageRequest,
  services: PageServices,
  environment: PageEnvironment,
  assets: PageAssets,
): Promise<PageReply> {
  const match = matchRoute(request.url.pathname);
  const page = match ? pages[match.route.page] : notFoundPage;
  const context: PageContext = { request, params: match?.params ?? {}, services, environment };
  const rendering: Rendering = { request, environment, assets, page };
  const gatewayOrigins = (await page.gatewayOrigins?.(context)) ?? [];
  const headers = { ...contentType, ...languageCookie(request.language) };

  const loading = load(page, context);
  const first = await Promise.race([settled(loading), after(timing.loadingScreenAfterMs)]);
  if (first === "slow") {
    return { status: 200, headers, html: slowly(rendering, loading), gatewayOrigins };
  }
  if (first.kind === "failed") {
    return { status: 500, headers, html: failed(rendering, first.cause), gatewayOrigins };
  }
  const { view } = first.loaded;
  const html = wholeDocument(rendering, first.loaded, languageOf(request, view));
  return { status: view.status, headers: { ...headers, ...view.headers }, html, gatewayOrigins };
}

async function load(page: Page, context: PageContext): Promise<Loaded> {
  const [view, components] = await Promise.all([page.load(context), loadComponents(page)]);
  return { view, components };
}

async function loadComponents(page: Page): Promise<Components> {
  const registry: Readonly<Record<string, AnyIsland>> = islands;
  const entries = (page.islands ?? []).map(async (name: string) => {
    const component = await registry[name]?.load();
    return [name, component as ComponentType<object>] as const;
  });
  return new Map(await Promise.all(entries));
}

type Settled =
  | { readonly kind: "loaded"; readonly loaded: Loaded }
  | { readonly kind: "failed"; readonly cause: unknown };

function settled(loading: Promise<Loaded>): Promise<Settled> {
  return loading.then(
    (loaded) => ({ kind: "loaded", loaded }),
    (cause: unknown) => ({ kind: "failed", cause }),
  );
}

function after(ms: number): Promise<"slow"> {
  return new Promise((resolve) => {
    setTimeout(() => resolve("slow"), ms).unref();
  });
}

/** The document of data that was there in time: the theme decides about the language when the buyer has not. */
function wholeDocument(rendering: Rendering, loaded: Loaded, language: Language): string {
  const { view } = loaded;
  return [
    head(rendering, language),
    document.documentTitle(view.title(language)),
    tail(rendering, view),
    document.bodyStart,
    content(rendering, loaded, language),
    document.documentEnd,
  ].join("");
}

/** The document of slow data: its language has to be chosen before the theme is known. */
async function* slowly(rendering: Rendering, loading: Promise<Loaded>): AsyncGenerator<string> {
  const { request, environment, page } = rendering;
  const language = chooseLanguage({ query: request.language, stored: request.languageCookie });
  const screen = renderToStaticMarkup(
    <Texts language={language} messages={catalogue[language]}>
      <LoadingScreen text={page.loadingText ?? "loading"} version={environment.version} />
    </Texts>,
  );
  yield head(rendering, language) + document.bodyStart + screen;
  const outcome = await settled(loading);
  const loaded = outcome.kind === "loaded" ? outcome.loaded : { view: failureView, components: new Map() };
  yield [
    document.documentTitle(loaded.view.title(language)),
    tail(rendering, loaded.view),
    document.styleElement(".loading-screen{display:none}", request.nonce),
    content(rendering, loaded, language),
    document.documentEnd,
  ].join("");
  if (outcome.kind === "failed") throw outcome.cause;
}

async function* failed(rendering: Rendering, cause: unknown): AsyncGenerator<string> {
  const loaded = { view: failureView, components: new Map() };
  yield wholeDocument(
    { ...rendering, page: { ...rendering.page, islands: [] } },
    loaded,
    languageOf(rendering.request),
  );
  throw cause;
}

function languageOf(request: PageRequest, view?: PageView): Language {
  return chooseLanguage({
    query: request.language,
    stored: request.languageCookie,
    theme: view?.theme?.defaultLanguage,
  });
}

function head({ request, assets, page }: Rendering, language: Language): string {
  return document.documentStart({
    language,
    nonce: request.nonce,
    assets,
    styles: page.styles,
    islandModules: (page.islands ?? []).map((name) => islandOf(name).module),
    mayHaveStoredLanguage: request.language === null && request.languageCookie === null,
  });
}

/** What belongs to the head and is known only with the data. */
function tail({ request }: Rendering, view: PageView): string {
  return (
    document.styleElement(themeCss(view.theme ?? {}), request.nonce) +
    document.speculationRules(view.nextPages ?? [], request.nonce)
  );
}

function content(rendering: Rendering, { view, components }: Loaded, language: Language): string {
  const { request, environment, assets } = rendering;
  let islandCount = 0;
  const nextIslandId = () => `island-${++islandCount}`;
  const scope = {
    language,
    environment,
    nonce: request.nonce,
    url: request.url,
    islands: components,
    nextIslandId,
  };
  const html = renderToStaticMarkup(
    <PageScopeContext value={scope}>
      <Texts language={language} messages={catalogue[language]}>
        {view.body}
      </Texts>
    </PageScopeContext>,
  );
  if (islandCount === 0) return html;
  const namespaces = [...components.keys()].flatMap((name) => islandOf(name).namespaces);
  return (
    html +
    document.pageDataElement({
      language,
      messages: pickMessages(language, namespaces),
      translations: assets.translations[language],
    })
  );
}

function islandOf(name: string): AnyIsland {
  const registry: Readonly<Record<string, AnyIsland>> = islands;
  const entry = registry[name];
  if (!entry) throw new Error(`no such island: ${name}`);
  return entry;
}

/** A language chosen in the address is kept, also for buyers whose browser runs no scripts (decision K16). */
function languageCookie(language: Language | null): Record<string, string> {
  if (language === null) return {};
  return { "set-cookie": `${languageStorageKey}=${language}; Path=/; Max-Age=31536000; SameSite=Lax` };
}
