/**
 * Asking for a new password. The answer is the same whether the address has an account or not, and comes as fast: the message
 * is sent after it. What it leads to is in password-routes.ts.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Problem } from "#core/problem.ts";
import * as timing from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import { addressGroup } from "../limits/address-group.ts";
import { createSharedLimits, type SharedLimits } from "../limits/shared-limits.ts";
import { linkMail, linkSms } from "../people/people-mail.ts";
import { makePersonLink } from "../people/person-links.ts";
import { findPerson, readSignInName, type SignInName } from "../people/persons.ts";
import type { Services } from "../services.ts";
import { field, form, formLanguage, formTexts, sendForm } from "./form-page.ts";
import { mountForms } from "./form-scope.ts";
import { smsChannel } from "./send-code.ts";

const hourMs = 60 * 60_000;
const budgets = {
  mailbox: { most: 3, windowMs: hourMs },
  address: { most: 30, windowMs: hourMs },
} as const;

const body = z.object({ email: z.string().max(320) });

/** Mounts the routes on the console's host. */
export function mountReset(app: FastifyInstance, services: Services): void {
  const shared = createSharedLimits(services);
  const routes = (scope: FastifyInstance): void => {
    scope.get("/reset", async (request, reply) => show(request, reply, "asks"));
    scope.post("/reset", async (request, reply) => {
      const sent = body.safeParse(request.body);
      if (!sent.success) throw new Problem("malformed_request");
      if (services.config.rateLimits) {
        const use = ["resets of an address", addressGroup(request.ip)] as const;
        const retryAfterSeconds = await shared.take(use, budgets.address);
        if (retryAfterSeconds !== null) throw new Problem("rate_limited", { retryAfterSeconds });
      }
      const name = readSignInName(sent.data.email);
      if (name !== null)
        void send({ services, shared }, name).catch((error: unknown) =>
          services.log.error("reset_not_sent", { requestId: request.id, error }),
        );
      return show(request, reply, "sent");
    });
  };
  mountForms(app, services, { bodyLimit: 2048, routes });
}

/**
 * Sends the address to choose a password at; a person is sent three in an hour. A person with an e-mail gets it there, whatever name was
 * typed: a mobile may have gone to somebody else, and opens nothing alone where there is another way.
 */
async function send(
  { services, shared }: { readonly services: Services; readonly shared: SharedLimits },
  name: SignInName,
): Promise<void> {
  const { config, db, clock, mailer } = services;
  const person = await findPerson(db.kysely, name);
  if (!person) return;
  if ((await shared.take(["resets of a person", String(person.id)], budgets.mailbox)) !== null) return;
  const link = { personId: person.id, purpose: "set_password", now: clock.now() } as const;
  const token = await runInTransaction(db.kysely, (trx) =>
    makePersonLink(trx, { ...link, lifetimeMs: timing.resetLinkMs }),
  );
  const { email, mobile, language } = person;
  const way = `${config.consoleUrl}/reset/${token}`;
  if (email !== null) return await mailer(linkMail({ kind: "reset", to: email, language, link: way }));
  const channel = await smsChannel(services, person.id);
  const content = { channel: "sms", text: linkSms("reset", language, { link: way }) } as const;
  const sent = await channel?.send({ id: services.ids.attemptId(), to: mobile ?? "", content });
  if (sent?.kind !== "accepted") throw new Error(`no text message was sent: ${sent?.kind ?? "no account"}`);
}

function show(request: FastifyRequest, reply: FastifyReply, which: "asks" | "sent"): FastifyReply {
  const language = formLanguage(request);
  const { reset: texts } = formTexts[language];
  const email = {
    name: "email",
    autocomplete: "username",
    inputmode: "email",
    autocapitalize: "none",
    spellcheck: "false",
    dir: "ltr",
    required: true,
  };
  const back = `<p class="way"><a href="/sign-in">${texts.back}</a></p>`;
  const asks = `<p>${texts.text}</p>${form("/reset", { lang: language }, field(texts.email, email), texts.submit)}`;
  return sendForm(request, reply, {
    title: texts.title,
    done: which === "sent" ? texts.sent : undefined,
    body: `${which === "asks" ? asks : ""}${back}`,
    self: "/reset",
  });
}
