/** How the simulated Tabby takes calls: the key is checked first. */

import type { FastifyInstance } from "fastify";
import { type AddRoute, guardedRoutes } from "#sim/guarded-routes.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import type { TabbyAccount } from "./account.ts";
import { outage, refusal } from "./errors.ts";

/** Gives the function that adds a call of the API. */
export function createRoutes(app: FastifyInstance, tools: SimulatorTools, account: TabbyAccount): AddRoute {
  return guardedRoutes(app, tools, {
    outage,
    authorize: ({ headers: { authorization } }) => {
      if (authorization?.startsWith("Bearer ") !== true)
        throw refusal(401, "not_authorized", "missing Bearer scheme");
      if (authorization !== `Bearer ${account.secretKey}`)
        throw refusal(401, "not_authorized", "auth: provided key doesn't exist");
    },
  });
}
