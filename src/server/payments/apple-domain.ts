/**
 * The file by which Apple sees that a host belongs to the shop. Apple fetches it at registration and again before the
 * certificate runs out; every host that shows the button needs it, without a redirect.
 */
import type { FastifyInstance } from "fastify";
import { Problem } from "#core/problem.ts";
import type { Services } from "../services.ts";

const path = "/.well-known/apple-developer-merchantid-domain-association";

/** Mounts the file. Its text is the variable `APPLE_PAY_DOMAIN_ASSOCIATION`; without it there is none. */
export function mountAppleDomain(app: FastifyInstance, services: Pick<Services, "config">): void {
  const text = services.config.variables["APPLE_PAY_DOMAIN_ASSOCIATION"]?.trim();
  app.get(path, async (_request, reply) => {
    if (!text) throw new Problem("not_found");
    return await reply.type("text/plain; charset=utf-8").send(text);
  });
}
