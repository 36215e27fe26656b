/** Choosing a password at a one-time address. Opening the address uses nothing up: programs that scan mails open them, too. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Problem } from "#core/problem.ts";
import { runInTransaction } from "#db/open.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { queueAccountNotice } from "../people/account-notices.ts";
import { auditPerson } from "../people/audit-person.ts";
import { hashPassword, passwordFault } from "../people/passwords.ts";
import { personOfLink, takePersonLink } from "../people/person-links.ts";
import {
  confirmEmail,
  findPerson,
  knownOf,
  type Person,
  setPassword,
  signInNameOf,
} from "../people/persons.ts";
import { endSessions } from "../people/sessions.ts";
import type { Services } from "../services.ts";
import { field, form, formLanguage, formTexts, put, sendForm } from "./form-page.ts";
import { mountForms } from "./form-scope.ts";

const body = z.object({ password: z.string().max(1000) });
const purpose = "set_password";

/** Mounts the routes on the console's host. */
export function mountPasswordForms(app: FastifyInstance, services: Services): void {
  const routes = (scope: FastifyInstance): void => {
    scope.get("/reset/:token", async (request, reply) => {
      const person = await personOf(services, tokenOf(request));
      return person ? showForm(request, reply, person) : showEnded(request, reply);
    });
    scope.post("/reset/:token", async (request, reply) => await takePassword(services, request, reply));
  };
  mountForms(app, services, { bodyLimit: 4096, routes });
}

function tokenOf(request: FastifyRequest): string {
  return (request.params as { token: string }).token;
}

async function personOf({ db, clock }: Services, token: string): Promise<Person | null> {
  const id = await personOfLink(db.kysely, { token, purpose, now: clock.now() });
  return id === null ? null : await findPerson(db.kysely, { id });
}

async function takePassword(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = body.safeParse(request.body);
  if (!sent.success) throw new Problem("malformed_request");
  const { password } = sent.data;
  const token = tokenOf(request);
  const person = await personOf(services, token);
  if (!person) return showEnded(request, reply);
  const fault = passwordFault(password, knownOf(person));
  if (fault !== null) return showForm(request, reply, person, fault);
  const hash = await hashPassword(password);
  const now = services.clock.now();
  const isTaken = await runInTransaction(services.db.kysely, async (trx) => {
    const personId = await takePersonLink(trx, { token, purpose, now });
    if (personId === null) return false;
    await setPassword(trx, { personId, hash, now: new Date(now) });
    // The first password of an account changes nothing.
    if (person.passwordHash !== null) await queueAccountNotice(trx, services, person, "passwordChanged");
    await confirmEmail(trx, { personId, now: new Date(now) });
    await endSessions(trx, personId, "all", now);
    return true;
  });
  if (!isTaken) return showEnded(request, reply);
  await auditPerson(services, request, person.id, { act: "choose a new password" });
  return reply.redirect("/sign-in?done=password", 303);
}

function showForm(
  request: FastifyRequest,
  reply: FastifyReply,
  person: Person,
  fault?: ReturnType<typeof passwordFault>,
): FastifyReply {
  const language = formLanguage(request);
  const { choosePassword: texts } = formTexts[language];
  const attributes = {
    name: "password",
    type: "password",
    autocomplete: "new-password",
    minlength: "10",
    dir: "ltr",
    required: true,
    "aria-invalid": fault !== undefined && "true",
  };
  const address = `/reset/${tokenOf(request)}`;
  const name = escapeHtml(signInNameOf(person));
  const account = `<input type="hidden" autocomplete="username" value="${name}">`;
  const fields = `${account}${field(texts.password, attributes, texts.hint)}`;
  const page = {
    title: texts.title,
    fault: fault ? texts[fault] : undefined,
    body: `<p>${put(texts.for, { email: `<bdi dir="ltr">${name}</bdi>` })}</p>${form(address, { lang: language }, fields, texts.submit)}`,
    self: address,
  };
  return sendForm(request, reply, page, fault ? 422 : 200);
}

function showEnded(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { choosePassword: texts } = formTexts[formLanguage(request)];
  return sendForm(request, reply, { title: texts.title, fault: texts.ended, body: "", self: null }, 410);
}
