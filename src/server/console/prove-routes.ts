/** Saying again that it is oneself: a form for the pages that change how one signs in, and the same as JSON for the app. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { proofCalls } from "#contract/proof.ts";
import { isProblem, Problem } from "#core/problem.ts";
import * as timing from "#core/timing.ts";
import { mountCall } from "../http/mount.ts";
import { noteRefusal } from "../log/refusals.ts";
import { type Codes, createCodes } from "../people/code-limits.ts";
import { optionsToUse, takePasskey } from "../people/passkey-ceremonies.ts";
import { credentialIdsOf } from "../people/passkeys.ts";
import { findPerson, signInNameOf } from "../people/persons.ts";
import { hasAuthenticator, hasSecondFactor } from "../people/second-factor.ts";
import { setSessionCookie } from "../people/session-cookie.ts";
import { renewSession, type Session } from "../people/sessions.ts";
import { createSignIn, type SignIn } from "../people/sign-in.ts";
import type { Services } from "../services.ts";
import { codeField, field, form, formLanguage, formTexts, put, sendForm } from "./form-page.ts";
import { mountForms } from "./form-scope.ts";
import { nextPath } from "./next-path.ts";
import { passkeyForm, readCredential } from "./passkey-form.ts";
import { sessionOfRequest } from "./request-session.ts";

const proof = proofCalls["POST /sign-in/again"].body;
/** In a form the passkey's answer is its text. */
const formBody = proof.extend({ credential: z.string().max(12_000).optional(), next: z.string().max(500) });

type Parts = { readonly services: Services; readonly signIn: SignIn; readonly codes: Codes };

/** Mounts the routes on the console's host. */
export function mountProving(app: FastifyInstance, services: Services): void {
  const parts = { services, signIn: createSignIn(services), codes: createCodes(services) };
  const routes = (scope: FastifyInstance): void => {
    scope.get("/prove", async (request, reply) => {
      const { next } = request.query as { next?: unknown };
      return await show(services, request, reply, { next: nextPath(next) });
    });
    scope.post("/prove", async (request, reply) => await takeForm(parts, request, reply));
    mountCall(scope, proofCalls, "GET /sign-in/challenge", async (_, { request }) =>
      optionsToUse(services, await idsOf(services, await sessionOfRequest(services, request))),
    );
    mountCall(scope, proofCalls, "POST /sign-in/again", async ({ body }, { request, reply }) => {
      const session = await sessionOfRequest(services, request);
      if (session === null) throw new Problem("unauthorized");
      if (!(await isThem(parts, session, body, request.ip))) throw new Problem("reauthentication_required");
      return { freshUntil: new Date(await renew(services, session, reply)).toISOString() };
    });
  };
  mountForms(app, services, { bodyLimit: 16_384, routes });
}

async function idsOf({ db }: Services, session: Session | null): Promise<readonly string[]> {
  return session === null ? [] : await credentialIdsOf(db.kysely, session.personId);
}

/** The session gets a new token; gives until when the proof counts, milliseconds. */
async function renew(services: Services, { id }: Session, reply: FastifyReply): Promise<number> {
  const now = services.clock.now();
  setSessionCookie(reply, services.config, await renewSession(services.db.kysely, { id, now }));
  return now + timing.personProofMs;
}

/**
 * Whether what was sent proves that it is the person of a session: a passkey of theirs, or the password with, where they have a second
 * factor, a code.
 * @throws Problem `rate_limited`
 */
async function isThem(
  { services, signIn, codes }: Parts,
  { personId }: Session,
  { password, code, credential }: z.output<typeof proof>,
  address: string,
): Promise<boolean> {
  if (credential !== undefined) return (await takePasskey(services, credential)) === personId;
  const person = await findPerson(services.db.kysely, { id: personId });
  if (!person) return false;
  const { fits } = await signIn.judge({ name: signInNameOf(person), password, address });
  if (!fits) return false;
  return !(await hasSecondFactor(services.db.kysely, personId)) || (await codes.judge({ personId, code }));
}

async function takeForm(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { services } = parts;
  const sent = formBody.safeParse(request.body);
  if (!sent.success) throw new Problem("malformed_request");
  const next = nextPath(sent.data.next);
  const session = await sessionOfRequest(services, request);
  if (!session) return reply.redirect(`/sign-in?next=${encodeURIComponent(next)}`, 303);
  const { prove: texts, signIn } = formTexts[formLanguage(request)];
  const credential = sent.data.credential ? readCredential(sent.data.credential) : undefined;
  try {
    if (await isThem(parts, session, { ...sent.data, credential }, request.ip)) {
      await renew(services, session, reply);
      return reply.redirect(next, 303);
    }
    noteRefusal(request, { code: "reauthentication_required" });
    return await show(services, request, reply, { next, fault: texts.wrong, status: 403 });
  } catch (error) {
    if (!isProblem(error) || error.code !== "rate_limited") throw error;
    noteRefusal(request, { code: error.code });
    const fault = put(signIn.wait, { minutes: Math.ceil((error.retryAfterSeconds ?? 60) / 60) });
    return await show(services, request, reply, { next, fault, status: 429 });
  }
}

async function show(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { next, fault, status }: { readonly next: string; readonly fault?: string; readonly status?: number },
): Promise<FastifyReply> {
  const session = await sessionOfRequest(services, request);
  if (!session) return reply.redirect(`/sign-in?next=${encodeURIComponent(next)}`, 303);
  const language = formLanguage(request);
  const { prove: texts, signIn, secondFactor, passkey } = formTexts[language];
  const ids = await idsOf(services, session);
  const hidden = { next, lang: language };
  const attributes = {
    name: "password",
    type: "password",
    autocomplete: "current-password",
    dir: "ltr",
    required: true,
    "aria-invalid": fault !== undefined && "true",
  };
  const needsCode = await hasSecondFactor(services.db.kysely, session.personId);
  const hasApp = await hasAuthenticator(services.db.kysely, session.personId);
  const [label, hint] = hasApp ? [secondFactor.code, secondFactor.hint] : [secondFactor.paperCode, undefined];
  const fields =
    field(signIn.password, attributes) + (needsCode ? codeField(label, hint, fault !== undefined) : "");
  const options = optionsToUse(services, ids);
  const byPasskey = passkeyForm({
    ...{ action: "/prove", act: "get", options, hidden },
    submit: passkey.use,
    fault: passkey.notUsed,
  });
  const body = [
    `<p>${texts.text}</p>`,
    form("/prove", hidden, fields, texts.submit),
    ids.length > 0 ? byPasskey : "",
  ].join("");
  const self = `/prove?next=${encodeURIComponent(next)}`;
  return sendForm(
    request,
    reply,
    { title: texts.title, fault, body, self, hasPasskey: ids.length > 0 },
    status,
  );
}
