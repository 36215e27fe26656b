/** The API's own descriptions, public: what a shop's server calls, and what the payment pages call. */
import type { FastifyInstance } from "fastify";
import { version } from "../settings/version.ts";
import { buildOpenApi } from "./openapi.ts";
import { publishedCalls } from "./published-calls.ts";

/**
 * Mounts `GET /api/v1/openapi.json` and `GET /api/v1/openapi-pages.json`. Each text is made once, when it is first asked
 * for: it takes longer to make than all other routes to mount.
 */
export function mountOpenApi(app: FastifyInstance): void {
  const makers = { "/api/v1/openapi.json": openApiText, "/api/v1/openapi-pages.json": pagesOpenApiText };
  for (const [address, make] of Object.entries(makers)) {
    let text: string | undefined;
    app.get(address, async (_request, reply) => {
      text ??= make();
      return reply
        .type("application/json; charset=utf-8")
        .header("cache-control", "public, max-age=300")
        .send(text);
    });
  }
}

/** The document of the merchant API as it is served and committed: JSON, indented, with a line break at the end. */
export function openApiText(): string {
  return textOf(buildOpenApi(publishedCalls, { audience: "merchant", version }));
}

/** The same of the payment pages' calls. */
export function pagesOpenApiText(): string {
  return textOf(buildOpenApi(publishedCalls, { audience: "buyer", version }));
}

function textOf(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
