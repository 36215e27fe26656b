/** Calls of a simulated API: the caller's credentials are checked first, and a Refusal becomes the provider's answer. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Answer, Call, Exchange } from "./exchange.ts";
import type { SimulatorTools } from "./kit.ts";

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
  /** The call that gives credentials is open to a caller without them. */
  readonly isOpen?: true;
  /** The fault that a magic value in the body calls for, before the body is read in earnest. */
  readonly magic?: (body: unknown) => NonNullable<Exchange["magic"]> | null;
  /** May throw a Refusal. */
  readonly work: (call: ApiCall) => Answer;
}) => void;

/**
 * Gives the function that adds a call of the API.
 * @param options.authorize throws a Refusal for a caller without the account's credentials
 * @param options.outage the provider's answer when it is broken or busy
 */
export function guardedRoutes(
  app: FastifyInstance,
  tools: SimulatorTools,
  options: {
    readonly authorize: (request: FastifyRequest) => void;
    readonly outage: NonNullable<Exchange["outage"]>;
  },
): AddRoute {
  const { authorize, outage } = options;
  return ({ method, path, operation, isOpen, magic, work }) => {
    app.route({
      method,
      url: path,
      handler: (request: FastifyRequest, reply: FastifyReply) =>
        tools.serve({
          request,
          reply,
          operation,
          outage,
          magic: magic?.(request.body) ?? null,
          work: (call) => {
            if (isOpen !== true) authorize(request);
            const { id } = paramsSchema.parse(request.params);
            return work({ request, id, baseUrl: tools.baseUrl(request), call });
          },
        }),
    });
  };
}
