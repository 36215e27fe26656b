/**
 * The buyer's pages on the app: every address of the bundle's list (web/routes.ts), the built files, and the headers
 * that pages have. What a page shows is decided by the rendering bundle; this file is independent of it.
 */
import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PageEnvironment, PageReply, PageRequest, PageServices } from "#contract/pages.ts";
import { languageStorageKey, readLanguage } from "#core/language.ts";
import type { Log } from "#core/ports.ts";
import { problemStatus } from "#core/problem.ts";
import { emailProofCookie } from "../client-email/email-proof.ts";
import { readDrafts } from "../http/form-draft.ts";
import { problemOf } from "../http/problems.ts";
import { csrfCookieName, csrfTokenOf } from "../http/security.ts";
import { bankStepCookie, lastMethodCookie } from "../payments/begun-payment.ts";
import { mountBuiltFiles } from "./built-files.ts";
import type { Development } from "./development.ts";
import { type DraftLoader, mountDraftPreview } from "./draft-preview.ts";
import { chooseEncoding, encodePieces, encodeWhole } from "./page-body.ts";
import { type PageHeaderFacts, pageHeaders } from "./page-headers.ts";
import { builtPages, developedPages, type PageSource } from "./page-source.ts";
import { mountThemePreview } from "./theme-preview.ts";
import type { ThemeTrial } from "./theme-trial.ts";
import { isForeignFrame, sendWayOut } from "./way-out-of-frame.ts";

export type PagesOptions = {
  readonly services: PageServices;
  readonly environment: PageEnvironment;
  /** Folder of the build. */
  readonly distDir: string;
  /** Pages of the sources; null: of the build. */
  readonly development: Development | null;
  /** Buyers come over https, whatever the proxy in front speaks with us. */
  readonly hasSecureCookies: boolean;
  readonly log: Log;
  /** Origins that pages may load fonts from, besides ours; none when left out. */
  readonly fontOrigins?: readonly string[];
  /** What the console shows of pages, and its origin, which may frame them; none when left out. */
  readonly previews?: {
    readonly consoleOrigin: string;
    /** Pages in themes that are being made. */
    readonly trial: ThemeTrial;
    /** The page of an invoice that is being written. */
    readonly loadDraft: DraftLoader;
  } | null;
};

/** Addresses that belong to programs: what is missing there is answered by the app, not by the 404 page. */
const programPaths = /^\/(?:rest|openApi|web|assets|i18n|api)(?:\/|$|\?)/;

/** Mounts all pages. The app must have its cookies and security headers already. */
export async function mountPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const distDir = resolve(options.distDir);
  const { development } = options;
  const source = development ? developedPages(development) : await builtPages(distDir);
  if (!development) await mountBuiltFiles(app, join(distDir, "client"));
  const { routes, redirects } = await source.loadBundle();
  for (const { path, to } of redirects) app.get(path, (_request, reply) => reply.redirect(to, 308));
  for (const { path, views, ...route } of routes) {
    app.get(path, { config: { views } }, (request, reply) =>
      sendPage({ request, reply, source, options, path, ...route }),
    );
  }
  const { previews, environment, services, fontOrigins = [] } = options;
  if (previews) {
    const { consoleOrigin, trial, loadDraft } = previews;
    const parts = { source, environment, consoleOrigin, fontOrigins };
    mountThemePreview(app, parts, trial);
    mountDraftPreview(app, parts, { services, loadDraft });
  }
  app.get("/*", (request, reply) => {
    if (programPaths.test(request.url)) return reply.callNotFound();
    return sendPage({ request, reply, source, options, framing: "none" });
  });
}

type Sending = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly source: PageSource;
  readonly options: PagesOptions;
  readonly framing: "none" | "self" | "merchant";
  readonly mayLocate?: boolean | undefined;
  readonly hasForeignDrawing?: boolean | undefined;
  /** Of a page that leads out of others' frames: its address without the query. */
  readonly path?: string | undefined;
  readonly leavesFrames?: boolean | undefined;
};

async function sendPage({
  request,
  reply,
  source,
  options,
  framing,
  mayLocate = false,
  hasForeignDrawing = false,
  path = "/",
  leavesFrames = false,
}: Sending): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString("base64url");
  const { render } = await source.loadBundle();
  const asked = readRequest(request, nonce);
  const page = await render(asked, options.services, options.environment, source.assets);
  // A payment that began in a merchant's frame ends there: its page has named who may frame it.
  if (leavesFrames && page.frameParents === null && isForeignFrame(request))
    return sendWayOut(reply, path + asked.url.search);
  const failed = page.failure === undefined ? null : problemOf(page.failure, options.log, request);
  if (failed?.retryAfterSeconds !== undefined) reply.header("retry-after", failed.retryAfterSeconds);
  reply.status(failed ? problemStatus(failed.code) : page.status).headers({
    ...pageHeaders({
      nonce,
      framing: framingOf(framing, page),
      mayLocate,
      hasForeignDrawing,
      sources: page.sources,
      fontOrigins: options.fontOrigins ?? [],
      connectOrigins: source.connectOrigins,
    }),
    ...page.headers,
  });
  setCsrfCookie(request, reply, options);
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  if (typeof page.html === "string") {
    const encoded = await encodeWhole(page.html, encoding);
    if (encoded.encoding !== "identity") reply.header("content-encoding", encoded.encoding);
    return reply.send(encoded.body);
  }
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  const onFailure = (cause: unknown) => void problemOf(cause, options.log, request);
  return reply.send(encodePieces(page.html, encoding, onFailure));
}

/**
 * The page's own word comes first. A page for merchants' pages that names no site, such as for no order, may be framed
 * by none.
 */
function framingOf(framing: Sending["framing"], page: PageReply): PageHeaderFacts["framing"] {
  return page.frameParents ?? (framing === "merchant" ? "none" : framing);
}

function readRequest(request: FastifyRequest, nonce: string): PageRequest {
  const url = new URL(`http://page${request.url}`);
  return {
    url,
    language: readLanguage(url.searchParams.get("lang")),
    languageCookie: readLanguage(request.cookies[languageStorageKey]),
    emailProofCookie: request.cookies[emailProofCookie] ?? null,
    bankStepCookie: request.cookies[bankStepCookie] ?? null,
    methodCookie: request.cookies[lastMethodCookie] ?? null,
    drafts: readDrafts(request.cookies),
    acceptLanguage: request.headers["accept-language"] ?? null,
    nonce,
    userAgent: request.headers["user-agent"] ?? "",
  };
}

/** The cookie whose value the page's scripts repeat in a header with every call that changes something (Spec 6). */
function setCsrfCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { hasSecureCookies }: Pick<PagesOptions, "hasSecureCookies">,
): void {
  const { token, isNew } = csrfTokenOf(request);
  if (isNew)
    reply.setCookie(csrfCookieName, token, {
      path: "/",
      sameSite: "lax",
      secure: hasSecureCookies,
    });
}
