/**
 * Requests that our own page made (ASVS 3.5.1 to 3.5.8). A change says so by its origin, which no page can choose for itself;
 * a read by what the browser says of where it comes from.
 */
import type { FastifyRequest } from "fastify";
import { Problem } from "#core/problem.ts";
import type { Config } from "../settings/config.ts";

/** @throws Problem `origin_not_allowed` for a request that another site's page made */
export function requireOwnOrigin(request: FastifyRequest, { consoleUrl }: Pick<Config, "consoleUrl">): void {
  const { origin, "sec-fetch-site": site } = request.headers;
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (site !== undefined && site !== "same-origin") throw new Problem("origin_not_allowed");
  if (isRead && origin === undefined) return;
  if (consoleUrl === null || origin !== new URL(consoleUrl).origin) throw new Problem("origin_not_allowed");
}
