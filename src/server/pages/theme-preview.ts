/**
 * The page of an invoice as the console shows it beside the theme: the same page, without its scripts, in a language and a colour
 * scheme that the address says. Its address gives away no more than that of the invoice's page.
 */
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { PageEnvironment, PageServices } from "#contract/pages.ts";
import { readLanguage } from "#core/language.ts";
import { themePreviewPolicy } from "../http/policies.ts";
import type { PageSource } from "./page-source.ts";

type PreviewParts = {
  readonly source: PageSource;
  readonly options: { readonly services: PageServices; readonly environment: PageEnvironment };
  /** The only site that may frame it. */
  readonly consoleOrigin: string;
};

/** Mounts it on the buyers' host. */
export function mountThemePreview(
  app: FastifyInstance,
  { source, options, consoleOrigin }: PreviewParts,
): void {
  app.get<{ Params: { orderNumber: string } }>("/pay/preview/:orderNumber", async (request, reply) => {
    const nonce = randomBytes(16).toString("base64url");
    const { searchParams } = new URL(`http://page${request.url}`);
    const { render } = await source.loadBundle();
    const page = await render(
      {
        url: new URL(`http://page/pay/order/${encodeURIComponent(request.params.orderNumber)}`),
        language: readLanguage(searchParams.get("lang")),
        languageCookie: null,
        emailProofCookie: null,
        bankStepCookie: null,
        acceptLanguage: request.headers["accept-language"] ?? null,
        nonce,
        userAgent: request.headers["user-agent"] ?? "",
      },
      options.services,
      options.environment,
      source.assets,
    );
    const html = await allOf(page.html);
    return reply
      .status(page.status)
      .headers({
        "content-security-policy": themePreviewPolicy(nonce, consoleOrigin),
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      })
      .type("text/html; charset=utf-8")
      .send(inScheme(withoutScripts(html), searchParams.get("scheme") === "dark"));
  });
}

async function allOf(html: string | AsyncIterable<string>): Promise<string> {
  if (typeof html === "string") return html;
  let text = "";
  for await (const piece of html) text += piece;
  return text;
}

/** The policy stops them as well; without them the browser has nothing to complain of. */
function withoutScripts(html: string): string {
  return html
    .replace(/<script\b[\s\S]*?<\/script>/g, "")
    .replace(/<link\b[^>]*rel="(?:modulepreload|preload|prefetch)"[^>]*as="(?:script|fetch)"[^>]*>/g, "")
    .replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, "");
}

/** The styles of one scheme, whatever the person's device has. */
function inScheme(html: string, isDark: boolean): string {
  const own = isDark ? "dark" : "light";
  const asked = html.replace(/color-scheme:\s*light dark/g, `color-scheme:${own}`);
  return asked.replace(/\(prefers-color-scheme:\s*(dark|light)\)/g, (_, scheme: string) =>
    (scheme === "dark") === isDark ? "(min-width:0)" : "(max-width:0)",
  );
}
