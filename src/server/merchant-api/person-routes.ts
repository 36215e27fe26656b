/** Calls about the person who is signed in: who they are, and where they are signed in. */
import type { FastifyInstance } from "fastify";
import { peopleCalls } from "#contract/people.ts";
import { Problem } from "#core/problem.ts";
import { permissionsOf, roles } from "#core/roles.ts";
import { cleanText } from "#core/text.ts";
import { mountCall } from "../http/mount.ts";
import { readMe } from "../people/me.ts";
import { longestPasskeyName, readPasskeys, removePasskey, renamePasskey } from "../people/passkeys.ts";
import { removeAuthenticator } from "../people/second-factor.ts";
import { endSessions, openSessions } from "../people/sessions.ts";
import { sessionOf } from "./authenticate-person.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { readId } from "./paging.ts";
import { wrongFields } from "./validation.ts";

/** Mounts the calls about how the person signs in. */
function mountFactorCalls(scope: FastifyInstance, { db }: MerchantApiServices): void {
  mountCall(scope, peopleCalls, "GET /api/v1/me/passkeys", async (_parsed, { request }) => ({
    items: await readPasskeys(db.kysely, sessionOf(request).personId),
  }));

  mountCall(
    scope,
    peopleCalls,
    "PATCH /api/v1/me/passkeys/:passkeyId",
    async ({ params, body }, { request }) => {
      const own = { personId: sessionOf(request).personId, id: readId(params.passkeyId, "not_found") };
      const name = cleanText(body.name, longestPasskeyName);
      if (name === "") throw wrongFields([{ path: "name", code: "required", message: "must not be empty" }]);
      if (!(await renamePasskey(db.kysely, own, name))) throw new Problem("not_found");
      return { isDone: true } as const;
    },
  );

  mountCall(scope, peopleCalls, "DELETE /api/v1/me/passkeys/:passkeyId", async ({ params }, { request }) => {
    const own = { personId: sessionOf(request).personId, id: readId(params.passkeyId, "not_found") };
    if (!(await removePasskey(db.kysely, own))) throw new Problem("not_found");
    return { isDone: true } as const;
  });

  mountCall(scope, peopleCalls, "DELETE /api/v1/me/authenticator", async (_parsed, { request }) => {
    if (!(await removeAuthenticator(db.kysely, sessionOf(request).personId))) throw new Problem("not_found");
    return { isDone: true } as const;
  });
}

/** Mounts the calls in a scope of people who are signed in. */
export function mountPersonCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  const { db, clock } = services;
  mountFactorCalls(scope, services);
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
