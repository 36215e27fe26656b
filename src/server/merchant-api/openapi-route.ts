/** The API's own descriptions, public: what a shop's server calls, and what the payment pages call. */
import type { FastifyInstance } from "fastify";
import { version } from "../settings/version.ts";
import { buildOpenApi, type DocumentOptions } from "./openapi.ts";
import { publishedCalls } from "./published-calls.ts";

/** Mounts `GET /api/v1/openapi.json` and `GET /api/v1/openapi-pages.json`. */
export function mountOpenApi(app: FastifyInstance): void {
  const texts = { "/api/v1/openapi.json": openApiText, "/api/v1/openapi-pages.json": pagesOpenApiText };
  for (const [address, text] of Object.entries(texts)) {
    app.get(address, async (_request, reply) =>
      reply
        .type("application/json; charset=utf-8")
        .header("cache-control", "public, max-age=300")
        .send(text()),
    );
  }
}

const made = new Map<DocumentOptions["audience"], string>();

/** The document of the merchant API as it is served and committed: JSON, indented, with a line break at the end. */
export function openApiText(): string {
  return textFor("merchant");
}

/** The same of the payment pages' calls. */
export function pagesOpenApiText(): string {
  return textFor("buyer");
}

/** Made when first asked for, and once: a tenth of a second that neither a start nor any test should pay. */
function textFor(audience: DocumentOptions["audience"]): string {
  const text = made.get(audience) ?? textOf(buildOpenApi(publishedCalls, { audience, version }));
  made.set(audience, text);
  return text;
}

function textOf(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
