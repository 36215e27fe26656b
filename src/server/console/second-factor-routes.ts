/** The second factor after the password, and setting up the codes of an app. Forms that need no script. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { isProblem, Problem } from "#core/problem.ts";
import { runInTransaction } from "#db/open.ts";
import { qrSvg } from "../documents/qr-code.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { noteRefusal } from "../log/refusals.ts";
import { queueAccountNotice } from "../people/account-notices.ts";
import { auditPerson } from "../people/audit-person.ts";
import { type Codes, createCodes } from "../people/code-limits.ts";
import { optionsToUse } from "../people/passkey-ceremonies.ts";
import { credentialIdsOf } from "../people/passkeys.ts";
import { findPerson, signInNameOf } from "../people/persons.ts";
import { beginSecondFactor, hasAuthenticator, takeTotpCode, totpAddress } from "../people/second-factor.ts";
import { setSessionCookie } from "../people/session-cookie.ts";
import { renewSession } from "../people/sessions.ts";
import type { Services } from "../services.ts";
import { factorIsSet, showPaper } from "./factor-set.ts";
import { codeField, form, formLanguage, formTexts, put, sendForm } from "./form-page.ts";
import { mountForms } from "./form-scope.ts";
import { nextPath } from "./next-path.ts";
import { passkeyForm } from "./passkey-form.ts";
import { leadToProof, setUpPath, setUpSession, waitingSession } from "./request-session.ts";

const codeBody = z.object({ code: z.string().max(40), next: z.string().max(500).optional() });

/** Mounts the routes on the console's host. */
export function mountSecondFactor(app: FastifyInstance, services: Services): void {
  const codes = createCodes(services);
  const routes = (scope: FastifyInstance): void => {
    scope.get("/second-factor", async (request, reply) => {
      const { next } = request.query as { next?: unknown };
      return await showCode(services, request, reply, { next: nextPath(next) });
    });
    scope.post(
      "/second-factor",
      async (request, reply) => await takeCode({ services, codes }, request, reply),
    );
    scope.get(setUpPath, async (request, reply) => await showStart(services, request, reply));
    scope.post(setUpPath, async (request, reply) => await begin(services, request, reply));
    scope.post("/second-factor/confirm", async (request, reply) => await confirm(services, request, reply));
  };
  mountForms(app, services, { bodyLimit: 4096, routes });
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
      return await showCode(services, request, reply, { next, fault: texts.wrong, status: 401 });
    }
  } catch (error) {
    if (!isProblem(error) || error.code !== "rate_limited") throw error;
    noteRefusal(request, { code: error.code });
    const fault = put(signIn.wait, { minutes: Math.ceil((error.retryAfterSeconds ?? 60) / 60) });
    return await showCode(services, request, reply, { next, fault, status: 429 });
  }
  const now = services.clock.now();
  setSessionCookie(reply, services.config, await renewSession(services.db.kysely, { id: waiting.id, now }));
  return reply.redirect(next, 303);
}

/** The form for the code; who has passkeys may use one instead. */
async function showCode(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: { readonly next: string; readonly fault?: string; readonly status?: number },
): Promise<FastifyReply> {
  const waiting = await waitingSession(services, request);
  if (!waiting) return reply.redirect("/sign-in", 303);
  const language = formLanguage(request);
  const { secondFactor: texts, passkey } = formTexts[language];
  const { next, fault, status } = shown;
  const { kysely } = services.db;
  const ids = await credentialIdsOf(kysely, waiting.personId);
  const hasPasskey = ids.length > 0;
  const hidden = { next, lang: language };
  const hasApp = await hasAuthenticator(kysely, waiting.personId);
  const [label, codeHint] = hasApp ? [texts.code, texts.hint] : [texts.paperCode, undefined];
  const fields = codeField(label, codeHint, fault !== undefined);
  const byPasskey = passkeyForm({
    ...{ action: "/sign-in/passkey", act: "get", options: optionsToUse(services, ids), hidden },
    submit: passkey.use,
    fault: passkey.notUsed,
  });
  const body = `${form("/second-factor", hidden, fields, texts.submit)}${hasPasskey ? byPasskey : ""}`;
  const self = `/second-factor?next=${encodeURIComponent(next)}`;
  return sendForm(request, reply, { title: texts.title, fault, body, self, hasPasskey }, status);
}

async function showStart(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = await setUpSession(services, request);
  if (!session) return await leadToProof(services, request, reply, setUpPath);
  const language = formLanguage(request);
  const { setUpFactor: texts, passkey } = formTexts[language];
  const ways = session.isWaiting
    ? `<p class="way"><a href="/passkeys/new">${passkey.instead}</a></p>`
    : `<p class="way"><a href="/account">${texts.back}</a></p>`;
  if (await hasAuthenticator(services.db.kysely, session.personId))
    return sendForm(request, reply, { title: texts.title, done: texts.inForce, body: ways, self: setUpPath });
  const why = session.isWaiting ? `<p>${texts.required}</p>` : "";
  const body = `${why}<p>${texts.text}</p>${form(setUpPath, { lang: language }, "", texts.start)}${ways}`;
  return sendForm(request, reply, { title: texts.title, body, self: setUpPath });
}

async function begin(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  fault?: string,
): Promise<FastifyReply> {
  const session = await setUpSession(services, request);
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
  const picture = qrSvg(totpAddress(secret, signInNameOf(person)), 200);
  const fields = codeField(texts.code, undefined, fault !== undefined);
  const body = [
    `<p>${texts.scan}</p><div class="qr">${picture}</div>`,
    `<p>${texts.type} <code><bdi dir="ltr">${escapeHtml(secret.replace(/(.{4})(?=.)/g, "$1 "))}</bdi></code></p>`,
    form("/second-factor/confirm", { lang: language }, fields, texts.confirm),
  ].join("");
  return sendForm(request, reply, { title: texts.title, fault, body, self: null }, fault ? 422 : 200);
}

/** The first right code puts the codes in force. */
async function confirm(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = codeBody.safeParse(request.body);
  if (!sent.success) throw new Problem("malformed_request");
  const session = await setUpSession(services, request);
  if (!session) return reply.redirect(setUpPath, 303);
  const { setUpFactor: texts } = formTexts[formLanguage(request)];
  const given = { personId: session.personId, code: sent.data.code, now: services.clock.now() };
  const set = await runInTransaction(services.db.kysely, async (trx) => {
    if (!(await takeTotpCode(trx, services, given, "begun"))) return null;
    const person = await findPerson(trx, { id: session.personId });
    if (person) await queueAccountNotice(trx, services, person, "factorAdded");
    return await factorIsSet(trx, session, given.now);
  });
  if (set === null) return await begin(services, request, reply, texts.wrong);
  setSessionCookie(reply, services.config, set.token);
  await auditPerson(services, request, session.personId, { act: "set up an authenticator" });
  return showPaper(request, reply, { title: texts.title, done: texts.inForce, paper: set.paper });
}
