/** Health checks of load balancers and supervisors: whether this process is alive, and whether it is ready. They disclose nothing else. */
import type { FastifyInstance } from "fastify";
import { Problem } from "#core/problem.ts";
import type { Services } from "../services.ts";
import { createReadiness } from "./readiness.ts";

/** Seconds after which a client that was turned away may ask again. */
const retryAfterSeconds = 5;

/**
 * Mounts `/healthz`: 204 while the process lives, also without a database, since a restart would not bring it back;
 * and `/readyz`: 204 once everything has started and while payments can be stored, 503 otherwise.
 */
export function mountHealth(
  app: FastifyInstance,
  services: Services,
  {
    isBookingFailing,
    isUp,
  }: {
    /** Whether this process holds an outcome of a payment that it cannot store. */
    readonly isBookingFailing: () => boolean;
    /** Whether the program around the server is up. */
    readonly isUp: () => boolean;
  },
): void {
  const readiness = createReadiness(services, isBookingFailing);
  app.get("/healthz", (_request, reply) => reply.code(204).header("cache-control", "no-store").send());
  app.get("/readyz", async (_request, reply) => {
    if (!isUp() || (await readiness()) !== "ready")
      throw new Problem("service_unavailable", { retryAfterSeconds });
    return await reply.code(204).header("cache-control", "no-store").send();
  });
}
