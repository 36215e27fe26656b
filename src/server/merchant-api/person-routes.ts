/** Calls about the person who is signed in: who they are, and where they are signed in. */
import type { FastifyInstance } from "fastify";
import { peopleCalls } from "#contract/people.ts";
import { Problem } from "#core/problem.ts";
import { permissionsOf, roles } from "#core/roles.ts";
import { mountCall } from "../http/mount.ts";
import { readMe } from "../people/me.ts";
import { endSessions, openSessions } from "../people/sessions.ts";
import { sessionOf } from "./authenticate-person.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { readId } from "./paging.ts";

/** Mounts the calls in a scope of people who are signed in. */
export function mountPersonCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  const { db, clock } = services;
  mountCall(scope, peopleCalls, "GET /api/v1/me", async (_parsed, { request }) =>
    readMe(services, sessionOf(request)),
  );

  mountCall(scope, peopleCalls, "GET /api/v1/roles", async () => ({
    items: roles.map((role) => ({ role, permissions: [...permissionsOf[role]] })),
  }));

  mountCall(scope, peopleCalls, "GET /api/v1/me/sessions", async (_parsed, { request }) => ({
    items: await openSessions(db.kysely, sessionOf(request), clock.now()),
  }));

  mountCall(scope, peopleCalls, "DELETE /api/v1/me/sessions/:sessionId", async ({ params }, { request }) => {
    const only = readId(params.sessionId, "not_found");
    const ended = await endSessions(db.kysely, sessionOf(request).personId, { only }, clock.now());
    if (ended === 0) throw new Problem("not_found");
    return { isDone: true } as const;
  });

  mountCall(scope, peopleCalls, "POST /api/v1/me/sessions/end-others", async (_parsed, { request }) => {
    const { id, personId } = sessionOf(request);
    return { ended: await endSessions(db.kysely, personId, { but: id }, clock.now()) };
  });
}
