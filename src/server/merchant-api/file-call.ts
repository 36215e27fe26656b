/** Calls of the merchant API whose answer is a file: to be kept, never shown by a browser. */
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { problemsOfCall } from "#contract/call-problems.ts";
import type { CallMap, CallParsed, CallShape } from "#contract/contract.ts";

export type FileAnswer = {
  readonly contentType: string;
  /** Latin letters, digits, dots, hyphens and underscores. */
  readonly fileName: string;
  readonly content: string | Buffer | Readable;
};

/**
 * Mounts one call by its key in a contract map, in a scope that requires an API key.
 * @param handler what it throws before it answers is a refusal; what a stream throws later breaks the answer off
 */
export function mountFileCall<M extends CallMap, K extends keyof M & string>(
  scope: FastifyInstance,
  calls: M,
  key: K,
  handler: (
    parsed: Pick<CallParsed<Extract<M[K], CallShape>>, "params" | "query">,
    request: FastifyRequest,
  ) => Promise<FileAnswer>,
): void {
  const shape: CallShape | undefined = calls[key as keyof CallMap];
  if (!shape) throw new Error(`the contract has no call ${key}`);
  const schema = {
    ...(shape.params && { params: shape.params }),
    ...(shape.query && { querystring: shape.query }),
  };
  const config = { problems: new Set(problemsOfCall(key, shape)) };
  scope.get(key.slice("GET ".length), { schema, config, exposeHeadRoute: false }, async (request, reply) => {
    const parsed = { params: request.params, query: request.query };
    const file = await handler(parsed as Parameters<typeof handler>[0], request);
    return reply
      .type(file.contentType)
      .header("cache-control", "no-store")
      .header("x-content-type-options", "nosniff")
      .header("content-disposition", `attachment; filename="${file.fileName}"`)
      .send(file.content);
  });
}
