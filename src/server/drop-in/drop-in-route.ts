/** The script by which a shop's page has the payment frame, at an address that stays (docs/payment-frame.md). */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

const files = {
  "wasl.js": "text/javascript; charset=utf-8",
  "wasl.d.ts": "text/plain; charset=utf-8",
} as const;

/** Mounts the script and its types. Pages of any site may load them: they hold no personal data. */
export function mountDropIn(app: FastifyInstance): void {
  for (const [name, contentType] of Object.entries(files)) {
    const content = readFileSync(join(import.meta.dirname, name));
    const etag = `"${createHash("sha256").update(content).digest("base64url")}"`;
    app.get(`/v1/${name}`, async (request, reply) => {
      reply.headers({
        etag,
        "cache-control": "public, max-age=3600, stale-while-revalidate=86400",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
      });
      if (request.headers["if-none-match"] === etag) return reply.status(304).send();
      return reply.type(contentType).send(content);
    });
  }
}
