/**
 * The entry point of the server-side bundle: the list of addresses, and `render`, by which a request becomes a whole
 * document. When the data is quick, the document is one text with its right HTTP status; when it is slow, the head
 * and a loading screen go out first and the content follows in the same answer, without scripts (Spec 2.1 "loading
 * screen").
 */
import type { ComponentType } from "react";
import type { PageEnvironment, PageReply, PageRequest, PageServices, PageSources } from "#contract/pages.ts";
import type { FrameParents } from "#core/address/frame-parents.ts";
import { type Language, languageStorageKey } from "#core/language.ts";
import * as timing from "#core/timing.ts";
import type { PageAssets } from "./document/assets.ts";
import {
  firstPiece,
  type Loaded,
  lastPiece,
  type Rendering,
  wholeDocument,
} from "./document/page-document.tsx";
import { islandFacts } from "./island/island-facts.ts";
import { islands } from "./island/islands.ts";
import type { Page, PageContext } from "./page.ts";
import { failureView } from "./pages/failure.tsx";
import { notFoundPage } from "./pages/not-found.tsx";
import { pages } from "./pages/pages.ts";
import { matchRoute } from "./routes.ts";

export { redirects, routes } from "./routes.ts";

const contentType = { "content-type": "text/html; charset=utf-8" };

/**
 * Renders the page of an address. A page that cannot be shown because something of ours failed is still a whole
 * document (status 500 with the cause as `failure`, or, when the head had gone out, a notice instead of the content
 * and an iterable that ends by throwing the cause).
 */
export async function render(
  request: PageRequest,
  services: PageServices,
  environment: PageEnvironment,
  assets: PageAssets,
): Promise<PageReply> {
  const match = matchRoute(request.url.pathname);
  const isThere = match && (environment.hasTestPages || !match.route.isTestPage);
  const page = isThere ? pages[match.route.page] : notFoundPage;
  const context: PageContext = { request, params: match?.params ?? {}, services, environment };
  const rendering: Rendering = { request, environment, assets, page, islandFacts };
  const loading = settled(load(page, context));
  const policy = {
    sources: await sourcesOf(page, context),
    frameParents: await parentsOf(page, context),
  };
  const headers = { ...contentType, ...languageCookie(request.language) };

  const outcome = await Promise.race([loading, after(timing.loadingScreenAfterMs)]);
  if (outcome === "slow") return { status: 200, headers, html: slowly(rendering, loading), ...policy };
  const drawn = draw(outcome, (loaded) => wholeDocument(rendering, loaded));
  if (drawn.kind === "failed") {
    return { status: failureView.status, headers, html: drawn.html, failure: drawn.cause, ...policy };
  }
  const { view } = drawn.loaded;
  return { status: view.status, headers: { ...headers, ...view.headers }, html: drawn.html, ...policy };
}

async function load(page: Page, context: PageContext): Promise<Loaded> {
  const [view, components] = await Promise.all([page.load(context), loadComponents(page)]);
  return { view, components };
}

async function loadComponents(page: Page): Promise<Loaded["components"]> {
  const entries = (page.islands ?? []).map(async (name) => {
    const component = await islands[name]();
    return [name, component as ComponentType<object>] as const;
  });
  return new Map(await Promise.all(entries));
}

const noSources: PageSources = { gatewayScripts: [], frameOrigins: [], talksTo: [] };

/** They depend on the same data as the page: when that fails, the page itself says so. */
async function sourcesOf(page: Page, context: PageContext): Promise<PageSources> {
  return (await page.sources?.(context).catch(() => noSources)) ?? noSources;
}

/** Which sites may frame the answer: none beyond the list when the data that says so fails. */
async function parentsOf(page: Page, context: PageContext): Promise<FrameParents | null> {
  return (await page.frameParents?.(context).catch(() => null)) ?? null;
}

type Outcome =
  | { readonly kind: "loaded"; readonly loaded: Loaded }
  | { readonly kind: "failed"; readonly cause: unknown };

function settled(loading: Promise<Loaded>): Promise<Outcome> {
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

type Drawn =
  | { readonly kind: "drawn"; readonly html: string; readonly loaded: Loaded }
  | { readonly kind: "failed"; readonly html: string; readonly cause: unknown };

/** Draws what was loaded; the failure notice when nothing was, or when drawing itself failed. */
function draw(outcome: Outcome, drawLoaded: (loaded: Loaded) => string): Drawn {
  const failed = (cause: unknown): Drawn => {
    return { kind: "failed", html: drawLoaded({ view: failureView, components: new Map() }), cause };
  };
  if (outcome.kind === "failed") return failed(outcome.cause);
  try {
    return { kind: "drawn", html: drawLoaded(outcome.loaded), loaded: outcome.loaded };
  } catch (cause) {
    return failed(cause);
  }
}

async function* slowly(rendering: Rendering, loading: Promise<Outcome>): AsyncGenerator<string> {
  yield firstPiece(rendering);
  const drawn = draw(await loading, (loaded) => lastPiece(rendering, loaded));
  yield drawn.html;
  if (drawn.kind === "failed") throw drawn.cause;
}

/** A language chosen in the address is kept, also for buyers whose browser runs no scripts (decision K16). */
function languageCookie(language: Language | null): Record<string, string> {
  if (language === null) return {};
  return { "set-cookie": `${languageStorageKey}=${language}; Path=/; Max-Age=31536000; SameSite=Lax` };
}
