/** What load balancers and supervisors ask: whether this process lives, and whether it can work. They say nothing else. */
import type { FastifyInstance } from "fastify";
import { Problem } from "#core/problem.ts";
import type { Services } from "../services.ts";
import { createReadiness } from "./readiness.ts";

/** Seconds after which a client that was turned away may ask again. */
const retryAfterSeconds = 5;

/**
 * Mounts `/healthz`: 204 while the process lives, also without a database, since a restart would not bring it back;
 * and `/readyz`: 204 once all is up and while payments can be written down, 503 else.
 */
export function mountHealth(
  app: FastifyInstance,
  services: Services,
  {
    isBookingFailing,
    isUp,
  }: {
    /** Whether this process holds an outcome of a payment that it cannot write down. */
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
