/** A new name to sign in with, after its code: kept, reported to the person's mailbox, and the other sessions end (ASVS 6.3.7, 7.4.3). */
import type { FastifyReply, FastifyRequest } from "fastify";
import { runInTransaction } from "#db/open.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { queueAccountNotice } from "../people/account-notices.ts";
import { useProof } from "../people/address-proofs.ts";
import { auditPerson } from "../people/audit-person.ts";
import { endPersonLinks } from "../people/person-links.ts";
import { type Person, setSignInName } from "../people/persons.ts";
import { proofToken, setProofCookie, setSessionCookie } from "../people/session-cookie.ts";
import { endSessions, renewSession, type Session } from "../people/sessions.ts";
import type { Services } from "../services.ts";
import { formLanguage, formTexts, sendForm } from "./form-page.ts";

export type AddressKind = "email" | "mobile";

/** Keeps the address of the request's proof; a page says that it is done, or that it cannot be used. */
export async function saveOwnAddress(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  who: { readonly session: Session; readonly person: Person; readonly kind: AddressKind },
): Promise<FastifyReply> {
  const { session, person, kind } = who;
  const { ownAddress: texts } = formTexts[formLanguage(request)];
  const title = kind === "email" ? texts.emailTitle : texts.mobileTitle;
  const body = `<p class="way"><a href="/account">${escapeHtml(texts.back)}</a></p>`;
  const act = kind === "email" ? "change the e-mail" : "change the mobile";
  const token = await keep(services, request, { session, person });
  setProofCookie(reply, services.config, null);
  if (token === null) {
    await auditPerson(services, request, person.id, { act, result: "refused" });
    return sendForm(request, reply, { title, fault: texts.taken, body, self: null }, 409);
  }
  setSessionCookie(reply, services.config, token);
  await auditPerson(services, request, person.id, { act });
  return sendForm(request, reply, { title, done: texts.done, body, self: null });
}

/** @returns the session's new token; null when somebody else has the address, or the proof was used before */
async function keep(
  services: Services,
  request: FastifyRequest,
  { session, person }: { readonly session: Session; readonly person: Person },
): Promise<string | null> {
  const { config, db, clock } = services;
  const { id, personId } = session;
  const now = clock.now();
  const use = { purpose: "own_address", personId } as const;
  try {
    return await runInTransaction(db.kysely, async (trx) => {
      const address = await useProof(trx, { token: proofToken(request, config) ?? "", use, now });
      if (address === null || !(await setSignInName(trx, { personId, address, now: new Date(now) })))
        return null;
      // To whose account it was until now.
      await queueAccountNotice(trx, services, person, "addressChanged");
      await endPersonLinks(trx, { personId, now });
      await endSessions(trx, personId, { but: id }, now);
      return await renewSession(trx, { id, now });
    });
  } catch (error) {
    // Somebody else took it at the same moment.
    if (error instanceof Error && "code" in error && error.code === "23505") return null;
    throw error;
  }
}
