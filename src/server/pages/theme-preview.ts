/**
 * The page of an invoice as the console shows it beside the theme, and that of one which is being written: the same page, without its
 * scripts, in a language and a colour scheme that the address says. Its address gives away no more than that of the invoice's page.
 */
import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { LoadedOrder, PageEnvironment, PageServices } from "#contract/pages.ts";
import { type Language, readLanguage } from "#core/language.ts";
import { themePreviewPolicy } from "../http/policies.ts";
import { requestLanguage } from "../http/request-language.ts";
import type { PageSource } from "./page-source.ts";

export type DraftLoader = (token: string, language: Language) => Promise<LoadedOrder>;

type PreviewParts = {
  readonly source: PageSource;
  readonly options: { readonly services: PageServices; readonly environment: PageEnvironment };
  /** The only site that may frame it. */
  readonly consoleOrigin: string;
  readonly loadDraft: DraftLoader | undefined;
};

/** Mounts both on the buyers' host. */
export function mountThemePreview(app: FastifyInstance, parts: PreviewParts): void {
  const { loadDraft } = parts;
  const { services } = parts.options;
  app.get<{ Params: { orderNumber: string } }>("/pay/preview/:orderNumber", (request, reply) =>
    sendPreview(parts, { request, reply, services, orderNumber: request.params.orderNumber }),
  );
  if (loadDraft === undefined) return;
  app.get<{ Params: { token: string } }>("/pay/preview/draft/:token", async (request, reply) => {
    const order = await loadDraft(request.params.token, requestLanguage(request));
    // Nothing else is there to be asked for of an order that was rolled back.
    const ofDraft = { ...services, loadOrder: async () => order, loadOpenReferences: async () => [] };
    const { orderNumber } = order.model;
    return await sendPreview(parts, { request, reply, services: ofDraft, orderNumber });
  });
}

type Sending = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: PageServices;
  readonly orderNumber: string;
};

async function sendPreview(
  { source, options, consoleOrigin }: PreviewParts,
  { request, reply, services, orderNumber }: Sending,
): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString("base64url");
  const { searchParams } = new URL(`http://page${request.url}`);
  const { render } = await source.loadBundle();
  const page = await render(
    {
      url: new URL(`http://page/pay/order/${encodeURIComponent(orderNumber)}`),
      language: readLanguage(searchParams.get("lang")),
      languageCookie: null,
      emailProofCookie: null,
      bankStepCookie: null,
      acceptLanguage: request.headers["accept-language"] ?? null,
      nonce,
      userAgent: request.headers["user-agent"] ?? "",
    },
    services,
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
