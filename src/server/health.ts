/** Whether this process serves: for load balancers and scripts. Says nothing else. */
import type { FastifyInstance } from "fastify";
import type { Services } from "./services.ts";

/** Mounts `/healthz`: 204 when the database answers, 503 when it does not. */
export function mountHealth(app: FastifyInstance, services: Services): void {
  app.get("/healthz", async (_request, reply) => {
    await services.db.pool.query("select 1");
    return await reply.code(204).send();
  });
}
