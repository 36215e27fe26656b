/** What follows when a person has a new factor: the other sessions end, and who has no codes on paper gets ten. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.ts";
import { makeRecoveryCodes } from "../people/second-factor.ts";
import { endSessions, renewSession, type Session } from "../people/sessions.ts";
import { formLanguage, formTexts, sendForm } from "./form-page.ts";

/**
 * Ends the person's other sessions, gives this one a new token, and makes codes on paper in place of any before.
 * @returns the token for the cookie, and the codes
 */
export async function factorIsSet(
  trx: Transaction<Schema>,
  { id, personId }: Pick<Session, "id" | "personId">,
  now: number,
): Promise<{ readonly token: string; readonly paper: readonly string[] }> {
  await endSessions(trx, personId, { but: id }, now);
  const token = await renewSession(trx, { id, now });
  return { token, paper: await makeRecoveryCodes(trx, personId) };
}

/** The page that shows the codes on paper, this once. */
export function showPaper(
  request: FastifyRequest,
  reply: FastifyReply,
  shown: { readonly title: string; readonly done: string; readonly paper: readonly string[] },
): FastifyReply {
  const { setUpFactor: texts } = formTexts[formLanguage(request)];
  const { title, done, paper } = shown;
  const codes = paper.map((code) => `<li><bdi dir="ltr">${code}</bdi></li>`).join("");
  const body = `<p>${texts.paper}</p><ul class="codes">${codes}</ul><p class="way"><a href="/">${texts.done}</a></p>`;
  return sendForm(request, reply, { title, done, body, self: null });
}
