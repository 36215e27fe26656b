/**
 * A buyer's page as the console shows it: the same page, without its scripts, in a language and a colour scheme that the address says.
 * Only the console may frame it, and nothing in it can be sent.
 */
import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { PageEnvironment, PageServices } from "#contract/pages.ts";
import type { Language } from "#core/language.ts";
import { themePreviewPolicy } from "../http/policies.ts";
import type { PageSource } from "./page-source.ts";

/** What every preview needs. */
export type PreviewParts = {
  readonly source: PageSource;
  readonly environment: PageEnvironment;
  /** The only site that may frame it. */
  readonly consoleOrigin: string;
  readonly fontOrigins: readonly string[];
};

/** Which page is shown, and of whose data. */
export type Previewed = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: PageServices;
  /** Where the page is on the buyers' host, with its query. */
  readonly path: string;
  /** Null: as the theme says. */
  readonly language: Language | null;
};

/** Draws the page and sends it; `scheme` of the query is `dark` or `light`. */
export async function sendPreview(
  { source, environment, consoleOrigin, fontOrigins }: PreviewParts,
  { request, reply, services, path, language }: Previewed,
): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString("base64url");
  const { render } = await source.loadBundle();
  const drawn = await render(
    {
      url: new URL(`http://page${path}`),
      language,
      languageCookie: null,
      emailProofCookie: null,
      bankStepCookie: null,
      methodCookie: null,
      drafts: {},
      acceptLanguage: null,
      nonce,
      userAgent: request.headers["user-agent"] ?? "",
    },
    services,
    environment,
    source.assets,
  );
  if (drawn.failure !== undefined) throw drawn.failure;
  const html = await allOf(drawn.html);
  const { searchParams } = new URL(`http://page${request.url}`);
  return reply
    .status(drawn.status)
    .headers({
      "content-security-policy": themePreviewPolicy({ nonce, consoleOrigin, fontOrigins }),
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    })
    .type("text/html; charset=utf-8")
    .send(inScheme(withoutScripts(html), searchParams.get("scheme") === "dark"));
}

async function allOf(html: string | AsyncIterable<string>): Promise<string> {
  if (typeof html === "string") return html;
  let text = "";
  for await (const piece of html) text += piece;
  return text;
}

/** The policy stops them as well; without them the browser has nothing to complain of. */
function withoutScripts(html: string): string {
  return (
    html
      .replace(/<script\b[\s\S]*?<\/script>/g, "")
      // For buyers without scripts: others have the form.
      .replace(/<noscript\b[\s\S]*?<\/noscript>/g, "")
      .replace(/<link\b[^>]*rel="(?:modulepreload|preload|prefetch)"[^>]*as="(?:script|fetch)"[^>]*>/g, "")
      .replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, "")
  );
}

/** The styles of one scheme, whatever the person's device has. */
function inScheme(html: string, isDark: boolean): string {
  const own = isDark ? "dark" : "light";
  const asked = html.replace(/color-scheme:\s*light dark/g, `color-scheme:${own}`);
  return asked.replace(/\(prefers-color-scheme:\s*(dark|light)\)/g, (_, scheme: string) =>
    (scheme === "dark") === isDark ? "(min-width:0)" : "(max-width:0)",
  );
}
