/**
 * The document of the console's app: it names the built files, says who is signed in, and holds no text. Everything
 * that is shown is drawn by the app from calls of the merchant API.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Me } from "#contract/people.ts";
import { directionOf, type Language, languages } from "#core/language.ts";
import { waysByHand } from "#core/payment-by-hand.ts";
import { allMethods } from "#methods/allowed.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { consoleHeaders, consolePolicy } from "../http/policies.ts";
import { requestLanguage } from "../http/request-language.ts";
import { mountBuiltFiles } from "../pages/built-files.ts";
import { methodName } from "../texts/method-names.ts";
import { installableHead, mountInstallable } from "./installable.ts";
import { setUpPath } from "./request-session.ts";

type Chunk = {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
};
type Manifest = Readonly<Record<string, Chunk>>;

export type ConsoleAppOptions = {
  /** Folder of the build. */
  readonly distDir: string;
  /** The sources are served by Vite (pages/development.ts). */
  readonly isDeveloped: boolean;
  /** Whose session a request has, as GET /api/v1/me answers; null without one. */
  readonly me: (request: FastifyRequest) => Promise<Me | null>;
  /** Address of the buyers' pages, one of which the theme is tried on. */
  readonly webUrl: string;
};

const entry = "src/console/main.tsx";
const homeScreen = "src/console/home/home.tsx";

/** Without its comments, which are for maintainers. */
const firstCalls = readFileSync(join(import.meta.dirname, "first-calls.js"), "utf8").replace(
  /^\s*\/\/.*\n/gm,
  "",
);

/** Addresses that are not screens: what is missing there is answered by the app's own 404. */
const otherPaths = /^\/(?:api|assets)(?:\/|\?|$)|^[^?]*\./;

/**
 * Mounts the built files and the document for every path that is a screen. The scope answers on the console's host alone.
 * @throws Error when the console is not built
 */
export async function mountConsoleApp(scope: FastifyInstance, options: ConsoleAppOptions): Promise<void> {
  const folder = join(options.distDir, "console");
  const manifest = options.isDeveloped ? null : await readManifest(folder);
  if (manifest) await mountBuiltFiles(scope, folder, ["assets"]);
  await mountInstallable(scope);
  scope.get("/*", async (request, reply) => {
    if (otherPaths.test(request.url)) return reply.callNotFound();
    const me = await options.me(request);
    if (me === null) return reply.redirect(`/sign-in?next=${encodeURIComponent(request.url)}`, 303);
    if (me.person.mustSetUpFactor) return reply.redirect(setUpPath, 303);
    const isHome = /^(?:\/test\/\d+)?\/?(?:\?|$)/.test(request.url);
    return sendDocument(request, reply, { manifest, me, isHome, previews: new URL(options.webUrl).origin });
  });
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch((cause: unknown) => {
    throw new Error(`the console is not built (${folder}): run "npm run build"`, { cause });
  });
  return JSON.parse(text) as Manifest;
}

function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { previews, ...facts }: Omit<DocumentFacts, "language" | "nonce"> & { readonly previews: string },
): FastifyReply {
  const nonce = randomBytes(16).toString("base64url");
  const language = requestLanguage(request);
  return reply
    .headers({
      "content-security-policy": consolePolicy(nonce, { previews, isDeveloped: facts.manifest === null }),
      "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
      ...consoleHeaders,
      vary: "Cookie",
    })
    .type("text/html; charset=utf-8")
    .send(consoleDocument({ ...facts, language, nonce }));
}

type DocumentFacts = {
  /** Null while developing: the entry's source brings all others. */
  readonly manifest: Manifest | null;
  readonly me: Me;
  /** The address is that of home, which comes with its files unless the role begins elsewhere. */
  readonly isHome?: boolean;
  readonly language: Language;
  readonly nonce: string;
};

/** The document as HTML. */
export function consoleDocument({ manifest, me, isHome, language, nonce }: DocumentFacts): string {
  const sources = [entry, `src/console/i18n/console.${language}.json`];
  if (isHome && me.shops[0]?.permissions.includes("reports.read"))
    sources.push(homeScreen, `src/console/i18n/home.${language}.json`);
  const { styles, scripts, preloads } = manifest ? filesOf(manifest, sources) : developedFiles;
  return [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    '<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">',
    installableHead(language),
    // Before the styles: a script waits for those that stand before it.
    dataElement("wasl-me", me),
    `<script nonce="${nonce}">${firstCalls}</script>`,
    ...styles.map((file) => `<link rel="stylesheet" href="/${escapeHtml(file)}">`),
    ...scripts.map((file) => `<script type="module" src="/${escapeHtml(file)}" nonce="${nonce}"></script>`),
    ...preloads.map((file) => `<link rel="modulepreload" href="/${escapeHtml(file)}">`),
    "</head><body>",
    '<div id="console"></div>',
    dataElement("wasl-methods", methodNames()),
    "</body></html>",
  ].join("");
}

type Files = Readonly<Record<"styles" | "scripts" | "preloads", readonly string[]>>;

/** Vite's own script, and the entry, which imports its styles. */
const developedFiles: Files = { styles: [], scripts: ["@vite/client", entry], preloads: [] };

function filesOf(manifest: Manifest, sources: readonly string[]): Files {
  const main = manifest[entry];
  if (!main) throw new Error(`not in the build: ${entry}`);
  // One sheet for all screens: the build names it beside no chunk.
  const styles = Object.values(manifest).flatMap(({ file, css = [] }) =>
    [file, ...css].filter((name) => name.endsWith(".css")),
  );
  const preloads = neededChunks(manifest, sources).filter((file) => file !== main.file);
  return { styles: [...new Set(styles)], scripts: [main.file], preloads };
}

/** The scripts that these sources need before they run, each once. */
function neededChunks(manifest: Manifest, sources: readonly string[]): readonly string[] {
  const files = new Set<string>();
  const visit = (source: string): void => {
    const chunk = manifest[source];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  return [...files];
}

function methodNames(): Readonly<Record<Language, Readonly<Record<string, string>>>> {
  const of = (language: Language) =>
    Object.fromEntries(
      [...allMethods.map(({ id }): string => id), ...waysByHand].map((id) => [id, methodName(language, id)]),
    );
  return Object.fromEntries(languages.map((language) => [language, of(language)])) as ReturnType<
    typeof methodNames
  >;
}

/** A block of data; whatever texts it holds, none of them ends the element. */
function dataElement(id: string, value: unknown): string {
  const json = JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `<script type="application/json" id="${id}">${json}</script>`;
}
