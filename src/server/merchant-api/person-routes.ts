/** Calls about the person who is signed in: who they are, and where they are signed in. */
import type { FastifyInstance } from "fastify";
import type { Transaction } from "kysely";
import { peopleCalls } from "#contract/people.ts";
import { Problem } from "#core/problem.ts";
import { permissionsOf, roles } from "#core/roles.ts";
import { cleanText } from "#core/text.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { mountCall } from "../http/mount.ts";
import { queueAccountNotice } from "../people/account-notices.ts";
import { auditPerson } from "../people/audit-person.ts";
import { readMe } from "../people/me.ts";
import { longestPasskeyName, readPasskeys, removePasskey, renamePasskey } from "../people/passkeys.ts";
import { findPerson, longestName, renamePerson } from "../people/persons.ts";
import { hasSecondFactor, removeAuthenticator } from "../people/second-factor.ts";
import { endSessions, openSessions } from "../people/sessions.ts";
import { sessionOf } from "./authenticate-person.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { readId } from "./paging.ts";
import { wrongFields } from "./validation.ts";

/** Mounts the calls about how the person signs in. */
function mountFactorCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  const { db } = services;
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
    await removeFactor(services, own.personId, (trx) => removePasskey(trx, own));
    await auditPerson(services, request, own.personId, { act: "remove a factor" });
    return { isDone: true } as const;
  });

  mountCall(scope, peopleCalls, "DELETE /api/v1/me/authenticator", async (_parsed, { request }) => {
    const { personId } = sessionOf(request);
    await removeFactor(services, personId, (trx) => removeAuthenticator(trx, personId));
    await auditPerson(services, request, personId, { act: "remove a factor" });
    return { isDone: true } as const;
  });
}

/** The last one stays where the operator requires one; two removals at a time follow each other. */
async function removeFactor(
  services: MerchantApiServices,
  personId: number,
  remove: (trx: Transaction<Schema>) => Promise<boolean>,
): Promise<void> {
  const { db, config } = services;
  await runInTransaction(db.kysely, async (trx) => {
    const person = await trx
      .selectFrom("persons")
      .select(["id", "email"])
      .where("id", "=", personId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!person || !(await remove(trx))) throw new Problem("not_found");
    await queueAccountNotice(trx, services, person, "factorRemoved");
    if (config.consoleNeedsSecondFactor && !(await hasSecondFactor(trx, personId)))
      throw new Problem("last_factor");
  });
}

/** Mounts the calls in a scope of people who are signed in. */
export function mountPersonCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  const { db, clock } = services;
  mountFactorCalls(scope, services);
  mountCall(scope, peopleCalls, "GET /api/v1/me", async (_parsed, { request }) =>
    readMe(services, sessionOf(request)),
  );

  mountCall(scope, peopleCalls, "PATCH /api/v1/me", async ({ body }, { request }) => {
    const { personId } = sessionOf(request);
    const name = cleanText(body.name, longestName);
    if (name === "") throw wrongFields([{ path: "name", code: "required", message: "must not be empty" }]);
    const before = await findPerson(db.kysely, { id: personId });
    if (before?.name !== name) {
      await renamePerson(db.kysely, personId, name);
      const details = { before: { name: before?.name ?? null }, after: { name } };
      await auditPerson(services, request, personId, { act: "change the name", details });
    }
    return { name };
  });

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
