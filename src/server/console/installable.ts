/**
 * The console as an app on a telephone's home screen: its manifest (W3C Web Application Manifest), its icons, drawn in
 * `icons` as SVG, and the worker that shows payments. The worker answers no request: what concerns money is asked for each time and
 * kept in no cache.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { directionOf, type Language } from "#core/language.ts";
import { requestLanguage } from "../http/request-language.ts";
import { formTexts } from "./form-page.ts";

/** The accent of the console (console.css). */
const accent = "#0f6b5c";
/** Its surface, above which a telephone draws its own line. */
const surface = { light: "#fff", dark: "#1a2029" } as const;

const icons = {
  "icon.svg": { type: "image/svg+xml", sizes: "any", purpose: "any" },
  "icon-192.png": { type: "image/png", sizes: "192x192", purpose: "any" },
  "icon-512.png": { type: "image/png", sizes: "512x512", purpose: "any" },
  "maskable-512.png": { type: "image/png", sizes: "512x512", purpose: "maskable" },
  // iOS rounds it by itself and reads it from the document.
  "apple-touch-180.png": { type: "image/png", sizes: "180x180", purpose: null },
} as const;

/** What the console's documents say of it in their head, as HTML. */
export function installableHead(language: Language): string {
  return [
    `<link rel="manifest" href="/console.webmanifest?lang=${language}">`,
    '<link rel="icon" type="image/svg+xml" href="/icons/icon.svg">',
    '<link rel="apple-touch-icon" href="/icons/apple-touch-180.png">',
    `<meta name="theme-color" content="${surface.light}" media="(prefers-color-scheme: light)">`,
    `<meta name="theme-color" content="${surface.dark}" media="(prefers-color-scheme: dark)">`,
  ].join("");
}

/** The manifest in a language. Its id is the same in both: another language is no other app. */
export function webManifest(language: Language): object {
  const texts = formTexts[language].app;
  return {
    id: "/",
    name: texts.name,
    short_name: texts.shortName,
    description: texts.description,
    lang: language,
    dir: directionOf(language),
    start_url: "/",
    scope: "/",
    display: "standalone",
    theme_color: accent,
    background_color: surface.light,
    icons: Object.entries(icons).flatMap(([name, { purpose, ...facts }]) =>
      purpose === null ? [] : [{ src: `/icons/${name}`, ...facts, purpose }],
    ),
    shortcuts: [
      {
        name: texts.newInvoice,
        url: "/invoices/new",
        icons: [{ src: "/icons/icon-192.png", sizes: "192x192" }],
      },
    ],
  };
}

/** Mounts manifest, icons and worker. Browsers ask for them without cookies: the address has the language, and no session is needed. */
export async function mountInstallable(scope: FastifyInstance): Promise<void> {
  scope.get("/console.webmanifest", (request, reply) =>
    reply
      .header("cache-control", "public, max-age=3600")
      .type("application/manifest+json; charset=utf-8")
      .send(JSON.stringify(webManifest(requestLanguage(request)))),
  );
  const worker = await readFile(join(import.meta.dirname, "push-worker.js"));
  scope.get("/push-worker.js", (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/javascript; charset=utf-8").send(worker),
  );
  for (const [name, { type }] of Object.entries(icons)) {
    const body = await readFile(join(import.meta.dirname, "icons", name));
    scope.get(`/icons/${name}`, (_request, reply) =>
      reply.header("cache-control", "public, max-age=86400").type(type).send(body),
    );
  }
}
