/** Changing one's own password: the old one is asked for, so that an open session alone takes no account over (ASVS 6.2.3). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { isProblem, Problem } from "#core/problem.ts";
import { runInTransaction } from "#db/open.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { noteRefusal } from "../log/refusals.ts";
import { queueAccountNotice } from "../people/account-notices.ts";
import { auditPerson } from "../people/audit-person.ts";
import { hashPassword, passwordFault } from "../people/passwords.ts";
import { findPerson, knownOf, type Person, setPassword, signInNameOf } from "../people/persons.ts";
import { setSessionCookie } from "../people/session-cookie.ts";
import { endSessions, renewSession } from "../people/sessions.ts";
import { createSignIn, type SignIn } from "../people/sign-in.ts";
import type { Services } from "../services.ts";
import { field, form, formLanguage, formTexts, put, sendForm } from "./form-page.ts";
import { mountForms } from "./form-scope.ts";
import { leadToProof, provenSession } from "./request-session.ts";

const path = "/password";
const body = z.object({ old: z.string().max(1000), password: z.string().max(1000) });

type Parts = { readonly services: Services; readonly signIn: SignIn };
type Fault = { readonly at: "old" | "password"; readonly text: string; readonly status: number };

/** Mounts the routes on the console's host. */
export function mountChangePassword(app: FastifyInstance, services: Services): void {
  const parts = { services, signIn: createSignIn(services) };
  const routes = (scope: FastifyInstance): void => {
    scope.get(path, async (request, reply) => await show(services, request, reply));
    scope.post(path, async (request, reply) => await take(parts, request, reply));
  };
  mountForms(app, services, { bodyLimit: 4096, routes });
}

async function show(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  fault?: Fault,
): Promise<FastifyReply> {
  const session = await provenSession(services, request);
  const person = session && (await findPerson(services.db.kysely, { id: session.personId }));
  if (!person) return await leadToProof(services, request, reply, path);
  const language = formLanguage(request);
  const { changePassword: texts, choosePassword, setUpFactor } = formTexts[language];
  const attributes = (name: Fault["at"], autocomplete: string) => ({
    ...{ name, type: "password", autocomplete, dir: "ltr", required: true },
    "aria-invalid": fault?.at === name && "true",
  });
  const fields = [
    `<input type="hidden" autocomplete="username" value="${escapeHtml(signInNameOf(person))}">`,
    field(texts.old, attributes("old", "current-password")),
    field(
      choosePassword.password,
      { ...attributes("password", "new-password"), minlength: "10" },
      choosePassword.hint,
    ),
  ].join("");
  const back = `<p class="way"><a href="/account">${setUpFactor.back}</a></p>`;
  const page = {
    title: texts.title,
    fault: fault?.text,
    body: `<p>${texts.text}</p>${form(path, { lang: language }, fields, choosePassword.submit)}${back}`,
    self: path,
  };
  return sendForm(request, reply, page, fault?.status);
}

async function take(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { services, signIn } = parts;
  const sent = body.safeParse(request.body);
  if (!sent.success) throw new Problem("malformed_request");
  const { kysely } = services.db;
  const session = await provenSession(services, request);
  const person = session && (await findPerson(kysely, { id: session.personId }));
  if (!session || !person) return await leadToProof(services, request, reply, path);
  const { old, password } = sent.data;
  const fault = await faultOf(signIn, request, { person, old, password });
  if (fault) {
    if (fault.at === "old") {
      noteRefusal(request, { code: fault.status === 429 ? "rate_limited" : "unauthorized" });
      await auditPerson(services, request, person.id, {
        act: "change the password",
        result: "refused unauthorized",
      });
    }
    return await show(services, request, reply, fault);
  }
  const hash = await hashPassword(password);
  const now = services.clock.now();
  const token = await runInTransaction(kysely, async (trx) => {
    await setPassword(trx, { personId: person.id, hash, now: new Date(now) });
    await queueAccountNotice(trx, services, person, "passwordChanged");
    await endSessions(trx, person.id, { but: session.id }, now);
    return await renewSession(trx, { id: session.id, now });
  });
  setSessionCookie(reply, services.config, token);
  await auditPerson(services, request, person.id, { act: "change the password" });
  const { changePassword: texts, setUpFactor } = formTexts[formLanguage(request)];
  const back = `<p class="way"><a href="/account">${setUpFactor.back}</a></p>`;
  return sendForm(request, reply, { title: texts.title, done: texts.done, body: back, self: null });
}

/** The rules of a new password are looked at after the old one: a stranger at an open session learns nothing, and tries are counted. */
async function faultOf(
  signIn: SignIn,
  request: FastifyRequest,
  given: { readonly person: Person; readonly old: string; readonly password: string },
): Promise<Fault | null> {
  const { person, old, password } = given;
  const { changePassword: texts, choosePassword, signIn: signInTexts } = formTexts[formLanguage(request)];
  try {
    const { fits } = await signIn.judge({ name: signInNameOf(person), password: old, address: request.ip });
    if (!fits) return { at: "old", text: texts.wrong, status: 403 };
  } catch (error) {
    if (!isProblem(error) || error.code !== "rate_limited") throw error;
    const minutes = Math.ceil((error.retryAfterSeconds ?? 60) / 60);
    return { at: "old", text: put(signInTexts.wait, { minutes }), status: 429 };
  }
  const fault = passwordFault(password, knownOf(person));
  return fault && { at: "password", text: choosePassword[fault], status: 422 };
}
