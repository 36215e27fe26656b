/** Making a passkey: the one page before the console that needs a script, since devices speak to scripts alone. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Problem } from "#core/problem.ts";
import { runInTransaction } from "#db/open.ts";
import { noteRefusal } from "../log/refusals.ts";
import { auditPerson } from "../people/audit-person.ts";
import { keepPasskey, optionsToMake } from "../people/passkey-ceremonies.ts";
import { longestPasskeyName, mostPasskeys, readPasskeys } from "../people/passkeys.ts";
import { findPerson } from "../people/persons.ts";
import { hasSecondFactor } from "../people/second-factor.ts";
import { setSessionCookie } from "../people/session-cookie.ts";
import { endSessions } from "../people/sessions.ts";
import type { Services } from "../services.ts";
import { factorIsSet, showPaper } from "./factor-set.ts";
import { field, formLanguage, formTexts, sendForm } from "./form-page.ts";
import { mountForms } from "./form-scope.ts";
import { passkeyForm, readCredential } from "./passkey-form.ts";
import { leadToProof, setUpPath, setUpSession } from "./request-session.ts";

const path = "/passkeys/new";
const body = z.object({ name: z.string().max(200), credential: z.string().max(12_000) });

/** Mounts the routes on the console's host. */
export function mountPasskeys(app: FastifyInstance, services: Services): void {
  const routes = (scope: FastifyInstance): void => {
    scope.get(path, async (request, reply) => await show(services, request, reply));
    scope.post(path, async (request, reply) => await take(services, request, reply));
  };
  mountForms(app, services, { bodyLimit: 16_384, routes });
}

async function show(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  wrong?: { readonly fault: string; readonly status: number },
): Promise<FastifyReply> {
  const session = await setUpSession(services, request);
  const person = session && (await findPerson(services.db.kysely, { id: session.personId }));
  if (!person) return await leadToProof(services, request, reply, path);
  const language = formLanguage(request);
  const { passkey: texts, setUpFactor } = formTexts[language];
  const name = { name: "name", required: true, maxlength: String(longestPasskeyName) };
  const made = passkeyForm({
    ...{ action: path, act: "create", options: await optionsToMake(services, person) },
    hidden: { lang: language },
    fields: field(texts.name, name, texts.nameHint),
    submit: texts.make,
    fault: texts.notMade,
    known: texts.known,
  });
  const back = session.isWaiting
    ? `<p class="way"><a href="${setUpPath}">${texts.byApp}</a></p>`
    : `<p class="way"><a href="/account">${setUpFactor.back}</a></p>`;
  const page = {
    title: texts.title,
    fault: wrong?.fault,
    body: `<p>${texts.text}</p><noscript><p class="fault">${texts.noScript}</p></noscript>${made}${back}`,
    self: path,
    hasPasskey: true,
  };
  return sendForm(request, reply, page, wrong?.status);
}

/** The first factor of a person brings codes on paper; every new passkey ends the other sessions. */
async function take(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const sent = body.safeParse(request.body);
  if (!sent.success) throw new Problem("malformed_request");
  const session = await setUpSession(services, request);
  if (!session) return await leadToProof(services, request, reply, path);
  const { personId, id } = session;
  const { kysely } = services.db;
  const { passkey: texts } = formTexts[formLanguage(request)];
  const isFirst = !(await hasSecondFactor(kysely, personId));
  const isRoom = (await readPasskeys(kysely, personId)).length < mostPasskeys;
  const { name, credential } = sent.data;
  const made = { personId, name, sent: readCredential(credential) };
  if (!isRoom || !(await keepPasskey(services, made))) {
    noteRefusal(request, { code: "malformed_request" });
    return await show(services, request, reply, { fault: texts.notMade, status: 422 });
  }
  await auditPerson(services, request, personId, { act: "make a passkey" });
  const now = services.clock.now();
  if (!isFirst) {
    await endSessions(kysely, personId, { but: id }, now);
    return reply.redirect("/account", 303);
  }
  const set = await runInTransaction(kysely, (trx) => factorIsSet(trx, session, now));
  setSessionCookie(reply, services.config, set.token);
  return showPaper(request, reply, { title: texts.title, done: texts.made, paper: set.paper });
}
