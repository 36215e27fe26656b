/** The texts by which wallets' owners see that a host belongs to the shop: a method names their paths and variables. */
import type { FastifyInstance } from "fastify";
import { Problem } from "#core/problem.ts";
import { catalog } from "#methods/catalog.ts";
import { methodEntry } from "#methods/registry.ts";
import type { Services } from "../services.ts";

/** The files of all methods. */
export const hostFiles = catalog.flatMap(({ id }) => methodEntry(id).hostFile ?? []);

/** Mounts them, each without a redirect; one whose variable is not set is not found. */
export function mountHostFiles(app: FastifyInstance, services: Pick<Services, "config">): void {
  for (const { path, variable } of hostFiles) {
    const text = services.config.variables[variable]?.trim();
    app.get(path, async (_request, reply) => {
      if (!text) throw new Problem("not_found");
      return await reply.type("text/plain; charset=utf-8").send(text);
    });
  }
}
