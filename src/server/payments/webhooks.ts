/**
 * Messages of providers. A message proves at most that somebody knows the secret; it only says which attempt to ask
 * about, and the state comes from asking (decision K6). So replays and reordering change nothing.
 */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { Problem } from "#core/problem.ts";
import type { Services } from "../services.ts";
import { findAttempt } from "./attempt-store.ts";
import { refreshAttempt } from "./refresh.ts";

const notifyParams = z.object({ provider: z.string().max(40) });

/** Mounts `/rest/pay/notify/{provider profile}`. The body is kept raw: signatures are over its bytes. */
export function mountWebhooks(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 256 * 1024 }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: "POST",
      url: "/rest/pay/notify/:provider",
      schema: { params: notifyParams },
      handler: async (request, reply) => {
        const { provider: id } = request.params as z.output<typeof notifyParams>;
        const provider = Object.values(services.providers).find((candidate) => candidate.id === id);
        if (!provider?.readWebhook) throw new Problem("not_found");
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [
            name,
            Array.isArray(value) ? value[0] : value,
          ]),
        );
        const query = Object.fromEntries(
          Object.entries(request.query as Record<string, unknown>).map(([k, v]) => [k, String(v)]),
        );
        const event = provider.readWebhook({
          headers,
          query,
          body: typeof request.body === "string" ? request.body : "",
        });
        if (event === "forged") throw new Problem("webhook_rejected");
        const attempt =
          event.attemptId === undefined ? null : await findAttempt(services.db.kysely, event.attemptId);
        // A message for another profile's attempt, or for none of ours, is taken and says nothing.
        if (attempt?.provider === id) await refreshAttempt(services, attempt.id);
        return await reply.code(200).send({ received: true });
      },
    });
  });
}
