/** How the simulated Tamara takes calls: the token is checked first. */

import type { FastifyInstance } from "fastify";
import { type AddRoute, guardedRoutes } from "#sim/guarded-routes.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import type { TamaraAccount } from "./account.ts";
import { outage, refusal } from "./errors.ts";

/** Gives the function that adds a call of the API. */
export function createRoutes(app: FastifyInstance, tools: SimulatorTools, account: TamaraAccount): AddRoute {
  return guardedRoutes(app, tools, {
    outage,
    authorize: ({ headers }) => {
      if (headers.authorization !== `Bearer ${account.apiToken}`)
        throw refusal(401, "unauthorized", "Invalid token");
    },
  });
}
