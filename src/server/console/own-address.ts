/** A new name to sign in with, after its code: kept, reported to the person's mailbox, and the other sessions end (ASVS 6.3.7, 7.4.3). */
import type { FastifyReply, FastifyRequest } from "fastify";
import { runInTransaction } from "#db/open.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { useProof } from "../people/address-proofs.ts";
import { auditPerson } from "../people/audit-person.ts";
import { linkMail } from "../people/people-mail.ts";
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
  const token = await keep(services, request, session);
  setProofCookie(reply, services.config, null);
  if (token === null) {
    await auditPerson(services, request, person.id, { act, result: "refused" });
    return sendForm(request, reply, { title, fault: texts.taken, body, self: null }, 409);
  }
  setSessionCookie(reply, services.config, token);
  await auditPerson(services, request, person.id, { act });
  notifyOfAddress(services, request, person);
  return sendForm(request, reply, { title, done: texts.done, body, self: null });
}

/** @returns the session's new token; null when somebody else has the address, or the proof was used before */
async function keep(
  { config, db, clock }: Services,
  request: FastifyRequest,
  { id, personId }: Session,
): Promise<string | null> {
  const now = clock.now();
  const use = { purpose: "own_address", personId } as const;
  try {
    return await runInTransaction(db.kysely, async (trx) => {
      const address = await useProof(trx, { token: proofToken(request, config) ?? "", use, now });
      if (address === null || !(await setSignInName(trx, { personId, address, now: new Date(now) })))
        return null;
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

/** Whose account it was until now is notified, and how to take it back; a person without e-mail has the audit log alone. */
export function notifyOfAddress(
  { config, mailer, log }: Services,
  request: FastifyRequest,
  { email, language }: Person,
): void {
  if (email === null) return;
  const mail = linkMail({ kind: "addressChanged", to: email, language, link: `${config.consoleUrl}/reset` });
  void mailer(mail).catch((error: unknown) =>
    log.error("address_change_not_notified", { requestId: request.id, error }),
  );
}
