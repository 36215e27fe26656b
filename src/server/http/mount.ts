/**
 * One entry of the contract → one route. Parameters, query and body are validated by the entry's schemas before the
 * handler runs. The handler's reply is checked by the compiler and written by the schema of its status: fields that the schema
 * does not name are left out, and a reply of another shape is a bug and a 500.
 */
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RouteShorthandOptions,
} from "fastify";
import type { FastifySerializerCompiler } from "fastify/types/schema.js";
import { serializerCompiler } from "fastify-type-provider-zod";
import { problemsOfCall } from "#contract/call-problems.ts";
import type { CallMap, CallParsed, CallReply, CallShape } from "#contract/contract.ts";
import type { ProblemCode } from "#core/problem.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The refusals that the contract names for the route; absent for routes outside the contract. */
    readonly problems?: ReadonlySet<ProblemCode>;
    /** Status of the route's good answer by the contract; absent for the same. */
    readonly status?: number;
  }
}

const problemsByShape = new WeakMap<CallShape, ReadonlySet<ProblemCode>>();

/** Made once for all apps of a process; a shape is one call's. */
function problemsOfShape(key: string, shape: CallShape): ReadonlySet<ProblemCode> {
  const problems = problemsByShape.get(shape) ?? new Set(problemsOfCall(key, shape));
  problemsByShape.set(shape, problems);
  return problems;
}

export type CallContext = { readonly request: FastifyRequest; readonly reply: FastifyReply };

export type CallHandler<C extends CallShape> = (
  parsed: CallParsed<C>,
  context: CallContext,
) => Promise<CallReply<C>>;

/** Route options that are not part of the contract: limits, hooks. */
export type MountOptions = Pick<
  RouteShorthandOptions,
  "bodyLimit" | "config" | "exposeHeadRoute" | "preHandler" | "preValidation" | "serializerCompiler"
>;

/**
 * Mounts one call.
 * @param calls the contract map that has the entry
 * @param key "METHOD /path", a key of that map
 * @param handler receives the validated parts; returns the body of the good answer (its status is the lowest of the
 *   entry's replies unless the handler set another on the reply)
 */
export function mountCall<M extends CallMap, K extends keyof M & string>(
  app: FastifyInstance,
  calls: M,
  key: K,
  handler: CallHandler<Extract<M[K], CallShape>>,
  options: MountOptions = {},
): void {
  const shape: CallShape | undefined = calls[key as keyof CallMap];
  if (!shape) throw new Error(`the contract has no call ${key}`);
  const space = key.indexOf(" ");
  const status = Math.min(...Object.keys(shape.replies).map(Number));
  app.route({
    method: key.slice(0, space),
    url: key.slice(space + 1),
    schema: {
      ...(shape.params && { params: shape.params }),
      ...(shape.query && { querystring: shape.query }),
      ...(shape.headers && { headers: shape.headers }),
      ...(shape.body && { body: shape.body }),
      response: shape.replies,
    },
    // On the route: an app that forgets it would take the schemas for JSON Schema.
    serializerCompiler: serializerCompiler as FastifySerializerCompiler<FastifySchema>,
    ...options,
    config: { ...options.config, problems: problemsOfShape(key, shape), status },
    handler: async (request, reply) => {
      reply.code(status).header("cache-control", "no-store");
      const parsed = {
        params: request.params,
        query: request.query,
        headers: request.headers,
        body: request.body,
      };
      const answer = await handler(parsed as CallParsed<Extract<M[K], CallShape>>, { request, reply });
      if (reply.sent) return reply;
      // A text, such as a bank's page, is sent as it is; everything else through the schema of its status.
      return typeof answer === "string"
        ? reply.send(answer)
        : reply.type("application/json; charset=utf-8").send(answer);
    },
  });
}
