/** The people of a shop, by its owner: members, invitations, and the log of what was done. */
import type { FastifyInstance } from "fastify";
import { peopleCalls } from "#contract/people.ts";
import { Problem } from "#core/problem.ts";
import { runInTransaction } from "#db/open.ts";
import { checkAuditChain } from "../audit/audit-chain.ts";
import { mountCall } from "../http/mount.ts";
import { openInvitations } from "../people/invitations.ts";
import { setMembership } from "../people/persons.ts";
import { endSessions } from "../people/sessions.ts";
import { claimMember, readMembers, removeMember, shopOf } from "../people/team.ts";
import type { Services } from "../services.ts";
import { noteChange } from "./audit-calls.ts";
import { readActs } from "./audit-list.ts";
import { merchantOf } from "./authenticate.ts";
import { mountInvitationCalls } from "./invitation-calls.ts";
import { readId } from "./paging.ts";

/** Mounts the calls in a scope of people who are signed in. */
export function mountTeamCalls(scope: FastifyInstance, services: Services): void {
  const { db, clock } = services;

  mountCall(scope, peopleCalls, "GET /api/v1/team", async (_parsed, { request }) => {
    const now = clock.now();
    const merchantId = await shopOf(db.kysely, merchantOf(request).id);
    return {
      items: [...(await readMembers(db.kysely, { merchantId, now }))],
      invitations: await openInvitations(db.kysely, merchantId, now),
    };
  });

  mountCall(scope, peopleCalls, "PATCH /api/v1/team/:personId", async ({ params, body }, { request }) => {
    const now = clock.now();
    const personId = readId(params.personId, "not_found");
    const merchantId = await shopOf(db.kysely, merchantOf(request).id);
    return await runInTransaction(db.kysely, async (trx) => {
      const before = await claimMember(trx, { merchantId, personId }, body.role);
      await setMembership(trx, { merchantId, personId, role: body.role });
      noteChange(request, { before: { role: before }, after: { role: body.role } });
      const [member] = await readMembers(trx, { merchantId, now, personId });
      if (!member) throw new Error("a member was changed and is not there");
      return member;
    });
  });

  mountCall(scope, peopleCalls, "DELETE /api/v1/team/:personId", async ({ params }, { request }) => {
    const personId = readId(params.personId, "not_found");
    const merchantId = await shopOf(db.kysely, merchantOf(request).id);
    await runInTransaction(db.kysely, async (trx) => {
      const role = await claimMember(trx, { merchantId, personId }, null);
      await removeMember(trx, { merchantId, personId }, clock.now());
      noteChange(request, { before: { role }, after: { role: null } });
    });
    return { isDone: true } as const;
  });

  mountCall(
    scope,
    peopleCalls,
    "POST /api/v1/team/:personId/end-sessions",
    async ({ params }, { request }) => {
      const personId = readId(params.personId, "not_found");
      const now = clock.now();
      const merchantId = await shopOf(db.kysely, merchantOf(request).id);
      const [member] = await readMembers(db.kysely, { merchantId, now, personId });
      if (!member) throw new Problem("not_found");
      return { ended: await endSessions(db.kysely, personId, "all", now) };
    },
  );

  mountCall(scope, peopleCalls, "GET /api/v1/audit", async ({ query }, { request }) =>
    readActs(db.kysely, await shopOf(db.kysely, merchantOf(request).id), query),
  );
  mountCall(scope, peopleCalls, "GET /api/v1/audit/check", async ({ query }, { request }) => {
    const { place, fingerprint } = query;
    const known = place !== undefined && fingerprint !== undefined ? { place, fingerprint } : undefined;
    return await checkAuditChain(db.kysely, await shopOf(db.kysely, merchantOf(request).id), known);
  });
  mountInvitationCalls(scope, services);
}
