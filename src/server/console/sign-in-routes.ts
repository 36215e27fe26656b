/** Signing in, again and out: forms that need no script, and for the app the same as JSON. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { isProblem, Problem } from "#core/problem.ts";
import * as timing from "#core/timing.ts";
import { type AdminAct, writeAudit } from "../audit/audit-log.ts";
import { addressGroup } from "../limits/address-group.ts";
import { noteRefusal } from "../log/refusals.ts";
import { type Codes, createCodes } from "../people/code-limits.ts";
import { findPerson, type Person, shopsOf } from "../people/persons.ts";
import { hasSecondFactor } from "../people/second-factor.ts";
import { clearSessionCookie, sessionToken, setSessionCookie } from "../people/session-cookie.ts";
import {
  endSessions,
  findSession,
  openSession,
  renewSession,
  type Session,
  type SessionPlace,
} from "../people/sessions.ts";
import { createSignIn, type SignIn } from "../people/sign-in.ts";
import type { Services } from "../services.ts";
import { field, form, formLanguage, formTexts, put, sendForm } from "./form-page.ts";
import { mountForms } from "./form-scope.ts";
import { nextPath } from "./next-path.ts";

const bodyLimit = 4096;
const signInBody = z.object({
  name: z.string().max(320),
  password: z.string().max(1000),
  next: z.string().max(500),
});
const againBody = z.object({ password: z.string().max(1000), code: z.string().max(40).optional() });

/** Mounts the routes on the console's host. */
export function mountSignIn(app: FastifyInstance, services: Services): void {
  const parts = { services, signIn: createSignIn(services), codes: createCodes(services) };
  const routes = (scope: FastifyInstance): void => {
    scope.get("/sign-in", async (request, reply) => await showSignIn(services, request, reply));
    scope.post("/sign-in", async (request, reply) => await takeSignIn(parts, request, reply));
    scope.post("/sign-in/again", async (request, reply) => await proveAgain(parts, request, reply));
    scope.get("/sign-out", async (request, reply) => showSignOut(request, reply));
    scope.post("/sign-out", async (request, reply) => await signOut(services, request, reply));
  };
  mountForms(app, services, { bodyLimit, routes });
}

async function sessionOfRequest(services: Services, request: FastifyRequest): Promise<Session | null> {
  const token = sessionToken(request, services.config);
  return token === null ? null : await findSession(services, token);
}

async function showSignIn(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { next, done } = request.query as { next?: unknown; done?: unknown };
  if (await sessionOfRequest(services, request)) return reply.redirect(nextPath(next), 303);
  const { signIn: texts } = formTexts[formLanguage(request)];
  const notes: Readonly<Record<string, string>> = {
    password: texts.passwordSet,
    "signed-out": texts.signedOut,
  };
  return sendSignIn(request, reply, { next: nextPath(next), done: notes[String(done)] });
}

type Shown = {
  readonly next: string;
  readonly name?: string;
  readonly fault?: string;
  readonly done?: string | undefined;
  readonly status?: number;
};

function sendSignIn(request: FastifyRequest, reply: FastifyReply, shown: Shown): FastifyReply {
  const language = formLanguage(request);
  const { signIn: texts } = formTexts[language];
  const { next, name = "", fault, done, status } = shown;
  const isWrong = fault !== undefined;
  const fields = [
    field(texts.name, {
      name: "name",
      value: name,
      autocomplete: "username",
      inputmode: "email",
      autocapitalize: "none",
      spellcheck: "false",
      dir: "ltr",
      required: true,
      "aria-invalid": isWrong && "true",
    }),
    field(texts.password, {
      name: "password",
      type: "password",
      autocomplete: "current-password",
      dir: "ltr",
      required: true,
      "aria-invalid": isWrong && "true",
    }),
  ].join("");
  const self = next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`;
  const page = {
    title: texts.title,
    fault,
    done,
    self,
    body: `${form("/sign-in", { next, lang: language }, fields, texts.submit)}<p class="way"><a href="/reset">${formTexts[language].reset.title}</a></p>`,
  };
  return sendForm(request, reply, page, status);
}

type Parts = { readonly services: Services; readonly signIn: SignIn; readonly codes: Codes };

async function takeSignIn(
  { services, signIn }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = signInBody.safeParse(request.body);
  if (!sent.success) throw new Problem("malformed_request");
  const { name, password } = sent.data;
  const next = nextPath(sent.data.next);
  const { signIn: texts } = formTexts[formLanguage(request)];
  try {
    const { person, fits } = await signIn.judge({ name, password, address: request.ip });
    if (person) await writeSignIn(services, request, person, fits ? "done" : "refused unauthorized");
    if (!person || !fits) {
      noteRefusal(request, { code: "unauthorized" });
      return sendSignIn(request, reply, { next, name, fault: texts.wrong, status: 401 });
    }
    // A token that was there before, perhaps put there by a stranger, is of no use afterwards.
    const before = await sessionOfRequest(services, request);
    const { kysely } = services.db;
    const now = services.clock.now();
    if (before) await endSessions(kysely, before.personId, { only: before.id }, now);
    const opens = (await hasSecondFactor(kysely, person.id)) ? "second factor" : "all";
    const token = await openSession(kysely, { personId: person.id, now, place: placeOf(request), opens });
    setSessionCookie(reply, services.config, token);
    const way = opens === "all" ? next : `/second-factor?next=${encodeURIComponent(next)}`;
    return reply.header("cache-control", "no-store").redirect(way, 303);
  } catch (error) {
    if (!isProblem(error) || error.code !== "rate_limited") throw error;
    noteRefusal(request, { code: error.code });
    const seconds = error.retryAfterSeconds ?? 60;
    reply.header("retry-after", seconds);
    const fault = put(texts.wait, { minutes: Math.ceil(seconds / 60) });
    return sendSignIn(request, reply, { next, name, fault, status: 429 });
  }
}

/** In the log of each shop of the person: its owner sees who came in, and who tried to. */
async function writeSignIn(
  { db }: Services,
  request: FastifyRequest,
  person: Person,
  result: AdminAct["result"],
): Promise<void> {
  const shops = await shopsOf(db.kysely, person.id);
  for (const { merchantId, role, world } of shops)
    if (world === "live")
      await writeAudit(db.kysely, {
        actor: `person ${person.id}`,
        act: "sign in",
        merchantId,
        role,
        address: addressGroup(request.ip),
        result,
      });
}

/** Who is signed in says again that it is them; the session gets a new token. */
async function proveAgain(
  { services, signIn, codes }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = await sessionOfRequest(services, request);
  if (session === null) throw new Problem("unauthorized");
  const sent = againBody.safeParse(request.body);
  if (!sent.success) throw new Problem("malformed_request");
  const person = await findPerson(services.db.kysely, { id: session.personId });
  if (!person) throw new Problem("unauthorized");
  const { fits } = await signIn.judge({
    name: person.email,
    password: sent.data.password,
    address: request.ip,
  });
  if (!fits) throw new Problem("reauthentication_required");
  const needsCode = await hasSecondFactor(services.db.kysely, person.id);
  if (needsCode && !(await codes.judge({ personId: person.id, code: sent.data.code ?? "" })))
    throw new Problem("reauthentication_required");
  const now = services.clock.now();
  setSessionCookie(reply, services.config, await renewSession(services.db.kysely, { id: session.id, now }));
  return reply
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send({ freshUntil: new Date(now + timing.personProofMs).toISOString() });
}

function showSignOut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = formLanguage(request);
  const { signOut: texts } = formTexts[language];
  const body = `<p>${texts.text}</p>${form("/sign-out", { lang: language }, "", texts.submit)}`;
  return sendForm(request, reply, { title: texts.title, body, self: "/sign-out" });
}

/** Ends the session, and has the browser forget what it kept of this host (ASVS 14.3.1). */
async function signOut(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = await sessionOfRequest(services, request);
  const { kysely } = services.db;
  if (session) await endSessions(kysely, session.personId, { only: session.id }, services.clock.now());
  clearSessionCookie(reply, services.config);
  // Not "cookies": those of the buyers' pages beside us would go as well.
  return reply
    .header("clear-site-data", '"cache", "storage"')
    .header("cache-control", "no-store")
    .redirect("/sign-in?done=signed-out", 303);
}

function placeOf(request: FastifyRequest): SessionPlace {
  return { address: addressGroup(request.ip), userAgent: request.headers["user-agent"] ?? "" };
}
