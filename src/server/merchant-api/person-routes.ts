/** Calls about the person who is signed in. */
import type { FastifyInstance } from "fastify";
import { peopleCalls } from "#contract/people.ts";
import { mountCall } from "../http/mount.ts";
import { readMe } from "../people/me.ts";
import { sessionOf } from "./authenticate-person.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";

/** Mounts the calls in a scope of people who are signed in. */
export function mountPersonCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCall(scope, peopleCalls, "GET /api/v1/me", async (_parsed, { request }) =>
    readMe(services, sessionOf(request)),
  );
}
