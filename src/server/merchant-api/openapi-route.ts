/** The API's own description, public. */
import type { FastifyInstance } from "fastify";
import { version } from "../settings/version.ts";
import { buildOpenApi } from "./openapi.ts";
import { publishedCalls } from "./published-calls.ts";

/** Mounts `GET /api/v1/openapi.json`. The text is made once. */
export function mountOpenApi(app: FastifyInstance): void {
  const text = openApiText();
  app.get("/api/v1/openapi.json", async (_request, reply) =>
    reply.type("application/json; charset=utf-8").header("cache-control", "public, max-age=300").send(text),
  );
}

/** The document as it is served and committed: JSON, indented, with a line break at the end. */
export function openApiText(): string {
  return `${JSON.stringify(buildOpenApi(publishedCalls, version), null, 2)}\n`;
}
