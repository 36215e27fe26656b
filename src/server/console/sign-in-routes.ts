/** Signing in, again and out: forms that need no script, and for the app the same as JSON. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { isProblem, Problem } from "#core/problem.ts";
import { noteRefusal } from "../log/refusals.ts";
import { auditPerson } from "../people/audit-person.ts";
import { optionsToUse, takePasskey } from "../people/passkey-ceremonies.ts";
import { clearSessionCookie } from "../people/session-cookie.ts";
import { endSessions } from "../people/sessions.ts";
import { createSignIn, type SignIn } from "../people/sign-in.ts";
import type { Services } from "../services.ts";
import { field, form, formLanguage, formTexts, put, sendForm } from "./form-page.ts";
import { mountForms } from "./form-scope.ts";
import { nextPath } from "./next-path.ts";
import { passkeyForm, readCredential } from "./passkey-form.ts";
import { beginAfterPassword, beginSession, sessionOfRequest } from "./request-session.ts";

const bodyLimit = 16_384;
const signInBody = z.object({
  name: z.string().max(320),
  password: z.string().max(1000),
  next: z.string().max(500),
});
const passkeyBody = z.object({ credential: z.string().max(12_000), next: z.string().max(500) });

/** Mounts the routes on the console's host. */
export function mountSignIn(app: FastifyInstance, services: Services): void {
  const parts = { services, signIn: createSignIn(services) };
  const routes = (scope: FastifyInstance): void => {
    scope.get("/sign-in", async (request, reply) => await showSignIn(services, request, reply));
    scope.post("/sign-in", async (request, reply) => await takeSignIn(parts, request, reply));
    scope.post(
      "/sign-in/passkey",
      async (request, reply) => await takePasskeySignIn(services, request, reply),
    );
    scope.get("/sign-out", async (request, reply) => showSignOut(request, reply));
    scope.post("/sign-out", async (request, reply) => await signOut(services, request, reply));
  };
  mountForms(app, services, { bodyLimit, routes });
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
  return sendSignIn(services, request, reply, { next: nextPath(next), done: notes[String(done)] });
}

type Shown = {
  readonly next: string;
  readonly name?: string;
  readonly fault?: string;
  readonly done?: string | undefined;
  readonly status?: number;
};

function sendSignIn(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: Shown,
): FastifyReply {
  const language = formLanguage(request);
  const { signIn: texts } = formTexts[language];
  const { next, name = "", fault, done, status } = shown;
  const isWrong = fault !== undefined;
  const fields = [
    field(texts.name, {
      name: "name",
      value: name,
      autocomplete: "username webauthn",
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
  const { reset, passkey, signUp } = formTexts[language];
  const opens = services.config.signUp === "closed" ? "" : `<a href="/sign-up">${signUp.title}</a>`;
  const hidden = { next, lang: language };
  const byPasskey = passkeyForm({
    ...{ action: "/sign-in/passkey", act: "offer", options: optionsToUse(services), hidden },
    submit: passkey.signIn,
    fault: passkey.notUsed,
  });
  const page = {
    title: texts.title,
    fault,
    done,
    self,
    body: `${form("/sign-in", hidden, fields, texts.submit)}${byPasskey}<p class="way"><a href="/reset">${reset.title}</a>${opens}</p>`,
    hasPasskey: true,
  };
  return sendForm(request, reply, page, status);
}

type Parts = { readonly services: Services; readonly signIn: SignIn };

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
    const result = fits ? "done" : "refused unauthorized";
    if (person) await auditPerson(services, request, person.id, { act: "sign in", result });
    if (!person || !fits) {
      noteRefusal(request, { code: "unauthorized" });
      return sendSignIn(services, request, reply, { next, name, fault: texts.wrong, status: 401 });
    }
    const way = await beginAfterPassword(services, request, reply, { personId: person.id, next });
    return reply.header("cache-control", "no-store").redirect(way, 303);
  } catch (error) {
    if (!isProblem(error) || error.code !== "rate_limited") throw error;
    noteRefusal(request, { code: error.code });
    const seconds = error.retryAfterSeconds ?? 60;
    reply.header("retry-after", seconds);
    const fault = put(texts.wait, { minutes: Math.ceil(seconds / 60) });
    return sendSignIn(services, request, reply, { next, name, fault, status: 429 });
  }
}

/** A passkey is both factors: the device has verified its user. */
async function takePasskeySignIn(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = passkeyBody.safeParse(request.body);
  if (!sent.success) throw new Problem("malformed_request");
  const next = nextPath(sent.data.next);
  const personId = await takePasskey(services, readCredential(sent.data.credential));
  if (personId === null) {
    noteRefusal(request, { code: "unauthorized" });
    const { passkey } = formTexts[formLanguage(request)];
    return sendSignIn(services, request, reply, { next, fault: passkey.refused, status: 401 });
  }
  await auditPerson(services, request, personId, { act: "sign in with a passkey" });
  await beginSession(services, request, reply, { personId, opens: "all" });
  return reply.header("cache-control", "no-store").redirect(next, 303);
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
