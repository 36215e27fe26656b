/** How the simulated Tamara takes calls: the token is checked first, and a Refusal becomes an error answer. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Answer, Call } from "#sim/exchange.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import type { TamaraAccount } from "./account.ts";
import { outage, refusal } from "./errors.ts";

const paramsSchema = z.object({ id: z.string().default("") });

export type ApiCall = {
  readonly request: FastifyRequest;
  /** The one id in the address; empty when there is none. */
  readonly id: string;
  readonly baseUrl: string;
  readonly call: Call;
};

export type AddRoute = (route: {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly operation: string;
  /** May throw a Refusal. */
  readonly work: (call: ApiCall) => Answer;
}) => void;

/** Gives the function that adds a call of the API. */
export function createRoutes(app: FastifyInstance, tools: SimulatorTools, account: TamaraAccount): AddRoute {
  return ({ method, path, operation, work }) => {
    app.route({
      method,
      url: path,
      handler: (request: FastifyRequest, reply: FastifyReply) =>
        tools.serve({
          request,
          reply,
          operation,
          outage,
          work: (call) => {
            if (request.headers.authorization !== `Bearer ${account.apiToken}`)
              throw refusal(401, "unauthorized", "Invalid token");
            const { id } = paramsSchema.parse(request.params);
            return work({ request, id, baseUrl: tools.baseUrl(request), call });
          },
        }),
    });
  };
}
