/** The second factor: its code after the password, and setting it up. Forms that need no script. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { isProblem, Problem } from "#core/problem.ts";
import * as timing from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import { qrSvg } from "../documents/qr-code.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { noteRefusal } from "../log/refusals.ts";
import { type Codes, createCodes } from "../people/code-limits.ts";
import { findPerson } from "../people/persons.ts";
import {
  beginSecondFactor,
  hasSecondFactor,
  makeRecoveryCodes,
  takeTotpCode,
  totpAddress,
} from "../people/second-factor.ts";
import { sessionToken, setSessionCookie } from "../people/session-cookie.ts";
import {
  endSessions,
  findSession,
  findWaitingSession,
  renewSession,
  type Session,
} from "../people/sessions.ts";
import { createSignIn, type SignIn } from "../people/sign-in.ts";
import type { Services } from "../services.ts";
import { field, form, formLanguage, formTexts, put, sendForm } from "./form-page.ts";
import { mountForms } from "./form-scope.ts";
import { nextPath } from "./next-path.ts";

const setUpPath = "/second-factor/set-up";
const passwordBody = z.object({ password: z.string().max(1000) });
const codeBody = z.object({ code: z.string().max(40), next: z.string().max(500).optional() });

/** Mounts the routes on the console's host. */
export function mountSecondFactor(app: FastifyInstance, services: Services): void {
  const codes = createCodes(services);
  const signIn = createSignIn(services);
  const routes = (scope: FastifyInstance): void => {
    scope.get("/second-factor", async (request, reply) => {
      const { next } = request.query as { next?: unknown };
      const waiting = await waitingSession(services, request);
      return waiting ? showCode(request, reply, { next: nextPath(next) }) : reply.redirect("/sign-in", 303);
    });
    scope.post(
      "/second-factor",
      async (request, reply) => await takeCode({ services, codes }, request, reply),
    );
    scope.get("/second-factor/set-up", async (request, reply) => await showStart(services, request, reply));
    scope.post("/second-factor/set-up", async (request, reply) => await begin(services, request, reply));
    scope.post(
      "/second-factor/prove",
      async (request, reply) => await provePassword({ services, signIn }, request, reply),
    );
    scope.post("/second-factor/confirm", async (request, reply) => await confirm(services, request, reply));
  };
  mountForms(app, services, { bodyLimit: 4096, routes });
}

async function waitingSession(services: Services, request: FastifyRequest) {
  const token = sessionToken(request, services.config);
  return token === null ? null : await findWaitingSession(services, token);
}

async function takeCode(
  { services, codes }: { readonly services: Services; readonly codes: Codes },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = codeBody.safeParse(request.body);
  if (!sent.success) throw new Problem("malformed_request");
  const waiting = await waitingSession(services, request);
  if (!waiting) return reply.redirect("/sign-in", 303);
  const next = nextPath(sent.data.next);
  const { secondFactor: texts, signIn } = formTexts[formLanguage(request)];
  try {
    const fits = await codes.judge({ personId: waiting.personId, code: sent.data.code });
    if (!fits) {
      noteRefusal(request, { code: "unauthorized" });
      return showCode(request, reply, { next, fault: texts.wrong, status: 401 });
    }
  } catch (error) {
    if (!isProblem(error) || error.code !== "rate_limited") throw error;
    noteRefusal(request, { code: error.code });
    const fault = put(signIn.wait, { minutes: Math.ceil((error.retryAfterSeconds ?? 60) / 60) });
    return showCode(request, reply, { next, fault, status: 429 });
  }
  const now = services.clock.now();
  setSessionCookie(reply, services.config, await renewSession(services.db.kysely, { id: waiting.id, now }));
  return reply.redirect(next, 303);
}

function showCode(
  request: FastifyRequest,
  reply: FastifyReply,
  shown: { readonly next: string; readonly fault?: string; readonly status?: number },
): FastifyReply {
  const language = formLanguage(request);
  const { secondFactor: texts } = formTexts[language];
  const { next, fault, status } = shown;
  const fields = codeField(texts.code, texts.hint, fault !== undefined);
  const body = form("/second-factor", { next, lang: language }, fields, texts.submit);
  const self = `/second-factor?next=${encodeURIComponent(next)}`;
  return sendForm(request, reply, { title: texts.title, fault, body, self }, status);
}

function codeField(label: string, hint: string | undefined, isWrong: boolean): string {
  const attributes = {
    name: "code",
    autocomplete: "one-time-code",
    autocapitalize: "none",
    spellcheck: "false",
    dir: "ltr",
    required: true,
    "aria-invalid": isWrong && "true",
  };
  return field(label, attributes, hint);
}

async function sessionOfRequest(services: Services, request: FastifyRequest): Promise<Session | null> {
  const token = sessionToken(request, services.config);
  return token === null ? null : await findSession(services, token);
}

/** The session of a person who has proven a short while ago who they are: a factor is set up with nothing less. */
async function provenSession(services: Services, request: FastifyRequest): Promise<Session | null> {
  const session = await sessionOfRequest(services, request);
  return session && services.clock.now() < session.provenAt + timing.personProofMs ? session : null;
}

/** The password again, where the proof of who one is is too old for this. */
function showPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  wrong?: { readonly fault: string; readonly status: number },
): FastifyReply {
  const language = formLanguage(request);
  const { setUpFactor: texts, signIn } = formTexts[language];
  const attributes = {
    name: "password",
    type: "password",
    autocomplete: "current-password",
    dir: "ltr",
    required: true,
    "aria-invalid": wrong !== undefined && "true",
  };
  const fields = field(signIn.password, attributes);
  const body = `<p>${texts.prove}</p>${form("/second-factor/prove", { lang: language }, fields, texts.proveSubmit)}`;
  const page = { title: texts.title, fault: wrong?.fault, body, self: setUpPath };
  return sendForm(request, reply, page, wrong?.status);
}

/** Who has a factor does not set up another one: here the password alone is asked. */
async function provePassword(
  { services, signIn }: { readonly services: Services; readonly signIn: SignIn },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = passwordBody.safeParse(request.body);
  if (!sent.success) throw new Problem("malformed_request");
  const { kysely } = services.db;
  const session = await sessionOfRequest(services, request);
  const person = session && (await findPerson(kysely, { id: session.personId }));
  if (!session || !person || (await hasSecondFactor(kysely, person.id)))
    return reply.redirect(setUpPath, 303);
  const given = { name: person.email, password: sent.data.password, address: request.ip };
  const { fits } = await signIn.judge(given);
  if (!fits) {
    noteRefusal(request, { code: "reauthentication_required" });
    const { setUpFactor: texts } = formTexts[formLanguage(request)];
    return showPassword(request, reply, { fault: texts.proveWrong, status: 403 });
  }
  const now = services.clock.now();
  setSessionCookie(reply, services.config, await renewSession(kysely, { id: session.id, now }));
  return reply.redirect(setUpPath, 303);
}

async function showStart(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = await sessionOfRequest(services, request);
  if (!session) return reply.redirect(`/sign-in?next=${encodeURIComponent(setUpPath)}`, 303);
  const language = formLanguage(request);
  const { setUpFactor: texts } = formTexts[language];
  const back = `<p class="way"><a href="/">${texts.back}</a></p>`;
  if (await hasSecondFactor(services.db.kysely, session.personId))
    return sendForm(request, reply, { title: texts.title, done: texts.inForce, body: back, self: setUpPath });
  if (!(await provenSession(services, request))) return showPassword(request, reply);
  const body = `<p>${texts.text}</p>${form(setUpPath, { lang: language }, "", texts.start)}${back}`;
  return sendForm(request, reply, { title: texts.title, body, self: setUpPath });
}

async function begin(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  fault?: string,
): Promise<FastifyReply> {
  const session = await provenSession(services, request);
  if (!session) return reply.redirect(setUpPath, 303);
  const { kysely } = services.db;
  const person = await findPerson(kysely, { id: session.personId });
  const secret = await beginSecondFactor(kysely, services, {
    personId: session.personId,
    now: services.clock.now(),
  });
  if (!person || secret === null) return await showStart(services, request, reply);
  const language = formLanguage(request);
  const { setUpFactor: texts } = formTexts[language];
  const picture = qrSvg(totpAddress(secret, person.email), 200);
  const fields = codeField(texts.code, undefined, fault !== undefined);
  const body = [
    `<p>${texts.scan}</p><div class="qr">${picture}</div>`,
    `<p>${texts.type} <code><bdi dir="ltr">${escapeHtml(secret.replace(/(.{4})(?=.)/g, "$1 "))}</bdi></code></p>`,
    form("/second-factor/confirm", { lang: language }, fields, texts.confirm),
  ].join("");
  return sendForm(request, reply, { title: texts.title, fault, body, self: null }, fault ? 422 : 200);
}

/** The first right code puts the factor in force, shows the codes on paper once, and ends the person's other sessions. */
async function confirm(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = codeBody.safeParse(request.body);
  if (!sent.success) throw new Problem("malformed_request");
  const session = await provenSession(services, request);
  if (!session) return reply.redirect(setUpPath, 303);
  const { setUpFactor: texts } = formTexts[formLanguage(request)];
  const { id, personId } = session;
  const now = services.clock.now();
  const paper = await runInTransaction(services.db.kysely, async (trx) => {
    const given = { personId, code: sent.data.code, now };
    if (!(await takeTotpCode(trx, services, given, "begun"))) return null;
    await endSessions(trx, personId, { but: id }, now);
    return await makeRecoveryCodes(trx, personId);
  });
  if (paper === null) return await begin(services, request, reply, texts.wrong);
  const codes = paper.map((code) => `<li><bdi dir="ltr">${code}</bdi></li>`).join("");
  const body = `<p>${texts.paper}</p><ul class="codes">${codes}</ul><p class="way"><a href="/">${texts.done}</a></p>`;
  return sendForm(request, reply, { title: texts.title, done: texts.inForce, body, self: null });
}
