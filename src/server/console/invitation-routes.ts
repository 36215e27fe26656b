/**
 * Taking an invitation. The link proves the mailbox or the mobile that it went to; a person who has an account signs in to it first, since
 * neither alone opens an account.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { z } from "zod";
import type { Language } from "#core/language.ts";
import { Problem } from "#core/problem.ts";
import { cleanText } from "#core/text.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { type AdminAct, writeAudit } from "../audit/audit-log.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { addressGroup } from "../limits/address-group.ts";
import { findInvitation, type OpenInvitation, takeInvitation } from "../people/invitations.ts";
import { hashPassword, type PasswordFault, passwordFault } from "../people/passwords.ts";
import {
  confirmEmail,
  findPerson,
  knownOf,
  makePerson,
  renamePerson,
  type SignInName,
  setMembership,
  setPassword,
  signInNameOf,
} from "../people/persons.ts";
import { sessionToken } from "../people/session-cookie.ts";
import { findSession } from "../people/sessions.ts";
import type { Services } from "../services.ts";
import { field, form, formLanguage, formTexts, put, sendForm } from "./form-page.ts";
import { mountForms } from "./form-scope.ts";

const newPerson = z.object({ name: z.string().max(400), password: z.string().max(1000) });

/** Mounts the routes on the console's host. */
export function mountInvitations(app: FastifyInstance, services: Services): void {
  const routes = (scope: FastifyInstance): void => {
    scope.get("/invitation/:token", async (request, reply) => {
      const found = await read(services, request);
      return found ? show(request, reply, found) : showEnded(request, reply);
    });
    scope.post("/invitation/:token", async (request, reply) => {
      const found = await read(services, request);
      if (!found) return showEnded(request, reply);
      return found.hasAccount
        ? await takeAsThemselves(services, found, request, reply)
        : await takeAsNew(services, found, request, reply);
    });
  };
  mountForms(app, services, { bodyLimit: 4096, routes });
}

type Found = OpenInvitation & { readonly hasAccount: boolean };

function tokenOf(request: FastifyRequest): string {
  return (request.params as { token: string }).token;
}

async function read({ db, clock }: Services, request: FastifyRequest): Promise<Found | null> {
  const invitation = await findInvitation(db.kysely, tokenOf(request), clock.now());
  if (!invitation) return null;
  const person = await findPerson(db.kysely, invitation.address);
  return { ...invitation, hasAccount: person !== null && person.passwordHash !== null };
}

async function takeAsThemselves(
  services: Services,
  found: Found,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const token = sessionToken(request, services.config);
  const session = token === null ? null : await findSession(services, token);
  const person = session && (await findPerson(services.db.kysely, { id: session.personId }));
  if (!person || !isOf(person, found.address))
    return reply.redirect(`/sign-in?next=${encodeURIComponent(`/invitation/${tokenOf(request)}`)}`, 303);
  const isTaken = await join(services, found, request, null);
  return isTaken ? reply.redirect("/", 303) : showEnded(request, reply);
}

type Names = { readonly email: string | null; readonly mobile: string | null };

const namesOf = (address: SignInName): Names => ({ email: null, mobile: null, ...address });

function isOf({ email, mobile }: Names, address: SignInName): boolean {
  return "email" in address ? email === address.email : mobile === address.mobile;
}

async function takeAsNew(
  services: Services,
  found: Found,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = newPerson.safeParse(request.body);
  if (!sent.success) throw new Problem("malformed_request");
  const name = cleanText(sent.data.name, 120);
  const { password } = sent.data;
  const fault = passwordFault(password, [...knownOf({ ...namesOf(found.address), name }), found.shopName]);
  if (fault !== null || name === "") return show(request, reply, found, { fault, name });
  const isTaken = await join(services, found, request, { name, hash: await hashPassword(password) });
  return isTaken ? reply.redirect("/sign-in?done=password", 303) : showEnded(request, reply);
}

type Account = { readonly name: string; readonly hash: string };

/** The person of the address, with the name and the password that are chosen where there was no password. */
async function personOf(
  trx: Transaction<Schema>,
  address: SignInName,
  account: Account | null,
  at: { readonly language: Language; readonly now: Date },
): Promise<number> {
  const made = account && (await makePerson(trx, { ...at, address, name: account.name }));
  if (made) {
    await setPassword(trx, { personId: made.id, hash: account.hash, now: at.now });
    return made.id;
  }
  const person = await findPerson(trx, address);
  if (!person) throw new Error("a person with an account is not there");
  // Entered by an operator. Who signed up by that name meanwhile keeps the password of that account.
  if (account && person.passwordHash === null) {
    await renamePerson(trx, person.id, account.name);
    await setPassword(trx, { personId: person.id, hash: account.hash, now: at.now });
  }
  if ("email" in address) await confirmEmail(trx, { personId: person.id, now: at.now });
  return person.id;
}

/** Uses the invitation up, with what it brings, in one transaction; false when it was used meanwhile. */
async function join(
  services: Services,
  { merchantId, address, role }: Found,
  request: FastifyRequest,
  account: Account | null,
): Promise<boolean> {
  const now = services.clock.now();
  return await runInTransaction(services.db.kysely, async (trx) => {
    if (!(await takeInvitation(trx, tokenOf(request), now))) return false;
    const at = { language: formLanguage(request), now: new Date(now) };
    const personId = await personOf(trx, address, account, at);
    await setMembership(trx, { merchantId, personId, role });
    const act: AdminAct = {
      actor: `person ${personId}`,
      act: "take invitation",
      merchantId,
      role,
      address: addressGroup(request.ip),
      result: "done",
      details: { after: { ...address, role } },
    };
    await writeAudit(trx, act);
    return true;
  });
}

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  { shopName, address, role, hasAccount }: Found,
  wrong?: { readonly fault: PasswordFault | null; readonly name: string },
): FastifyReply {
  const language = formLanguage(request);
  const { invitation: texts, choosePassword } = formTexts[language];
  const bold = (text: string): string => `<strong>${escapeHtml(text)}</strong>`;
  const says = put(escapeHtml(texts.text), { shop: bold(shopName), role: bold(texts.roles[role]) });
  const username = escapeHtml(signInNameOf(namesOf(address)));
  const account = `<p>${put(escapeHtml(choosePassword.for), { email: `<bdi dir="ltr">${username}</bdi>` })}</p>`;
  const name = {
    name: "name",
    value: wrong?.name ?? "",
    autocomplete: "name",
    required: true,
    maxlength: "120",
  };
  const password = {
    name: "password",
    type: "password",
    autocomplete: "new-password",
    minlength: "10",
    dir: "ltr",
    required: true,
    "aria-invalid": wrong?.fault !== undefined && wrong.fault !== null && "true",
  };
  const fields = hasAccount
    ? ""
    : `<input type="hidden" autocomplete="username" value="${username}">${field(texts.name, name)}${field(choosePassword.password, password, choosePassword.hint)}`;
  const self = `/invitation/${tokenOf(request)}`;
  const page = {
    title: texts.title,
    fault: wrong && (wrong.fault ? choosePassword[wrong.fault] : texts.nameMissing),
    body: `<p>${says}</p>${account}${form(self, { lang: language }, fields, texts.submit)}`,
    self,
  };
  return sendForm(request, reply, page, wrong ? 422 : 200);
}

function showEnded(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { invitation: texts } = formTexts[formLanguage(request)];
  return sendForm(request, reply, { title: texts.title, fault: texts.ended, body: "", self: null }, 410);
}
