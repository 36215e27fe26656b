/** The people of a shop, by its owner: members, invitations, and the log of what was done. */
import type { FastifyInstance } from "fastify";
import { peopleCalls } from "#contract/people.ts";
import { limits } from "#core/limits.ts";
import { Problem } from "#core/problem.ts";
import { runInTransaction } from "#db/open.ts";
import { checkAuditChain } from "../audit/audit-chain.ts";
import { mountCall } from "../http/mount.ts";
import type { Budget } from "../limits/budgets.ts";
import { createSharedLimits, type Use } from "../limits/shared-limits.ts";
import { invite, openInvitations, withdraw } from "../people/invitations.ts";
import { linkMail } from "../people/people-mail.ts";
import { findPerson, readEmail, setMembership } from "../people/persons.ts";
import { endSessions } from "../people/sessions.ts";
import { claimMember, readMembers, removeMember, shopOf } from "../people/team.ts";
import type { Services } from "../services.ts";
import { noteChange } from "./audit-calls.ts";
import { readActs } from "./audit-list.ts";
import { merchantOf } from "./authenticate.ts";
import { sessionOf } from "./authenticate-person.ts";
import { readId } from "./paging.ts";
import { wrongFields } from "./validation.ts";

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

/** A shop that waits for the operator is its owner's word alone: a stranger could mail others with it. */
function invitationsADay({ isApproved }: { readonly isApproved: boolean }): Budget {
  const most = isApproved ? limits.invitationsPerShopPerDay : limits.invitationsPerWaitingShopPerDay;
  return { most, windowMs: 24 * 60 * 60_000 };
}

function mountInvitationCalls(scope: FastifyInstance, services: Services): void {
  const { config, db, clock, mailer, log } = services;
  const shared = createSharedLimits(services);

  mountCall(scope, peopleCalls, "POST /api/v1/team/invitations", async ({ body }, { request }) => {
    const email = readEmail(body.email);
    if (email === null)
      throw wrongFields([{ path: "email", code: "invalid", message: "must be an e-mail address" }]);
    const merchantId = await shopOf(db.kysely, merchantOf(request).id);
    const { shop, isApproved } = await shopFacts(merchantId);
    const use: Use = ["invitations of a shop", String(merchantId)];
    const retryAfterSeconds = await shared.take(use, invitationsADay({ isApproved }));
    if (retryAfterSeconds !== null) throw new Problem("rate_limited", { retryAfterSeconds });
    const { personId: invitedBy } = sessionOf(request);
    const order = { merchantId, email, role: body.role, invitedBy, now: clock.now() };
    const { token, ...invitation } = await runInTransaction(db.kysely, (trx) => invite(trx, order));
    noteChange(request, { after: { email, role: body.role } });
    const known = await findPerson(db.kysely, { email });
    const mail = linkMail({
      kind: "invitation",
      to: email,
      language: known?.language ?? "ar",
      link: `${config.consoleUrl}/invitation/${token}`,
      words: { shop },
    });
    const isSent = await mailer(mail).then(
      () => true,
      (error: unknown) => {
        log.error("invitation_not_sent", { requestId: request.id, error });
        return false;
      },
    );
    return { ...invitation, isSent };
  });

  const shopFacts = async (merchantId: number) => {
    const { shop, approved_at } = await db.kysely
      .selectFrom("merchants")
      .select(["shop_name as shop", "approved_at"])
      .where("id", "=", merchantId)
      .executeTakeFirstOrThrow();
    return { shop, isApproved: approved_at !== null };
  };

  mountCall(
    scope,
    peopleCalls,
    "DELETE /api/v1/team/invitations/:invitationId",
    async ({ params }, { request }) => {
      const id = readId(params.invitationId, "not_found");
      const merchantId = await shopOf(db.kysely, merchantOf(request).id);
      if (!(await withdraw(db.kysely, { merchantId, id, now: clock.now() }))) throw new Problem("not_found");
      return { isDone: true } as const;
    },
  );
}
