/**
 * Asking for a new password. The answer is the same whether the address has an account or not, and comes as fast: the message
 * is queued after it. What it leads to is in password-routes.ts.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Problem } from "#core/problem.ts";
import { addressGroup } from "../limits/address-group.ts";
import { createSharedLimits, type SharedLimits } from "../limits/shared-limits.ts";
import { findPerson, readSignInName, type SignInName } from "../people/persons.ts";
import type { Services } from "../services.ts";
import { field, form, formLanguage, formTexts, sendForm } from "./form-page.ts";
import { mountForms } from "./form-scope.ts";
import { queuePasswordReset } from "./password-resets.ts";

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
        void queue({ services, shared }, name).catch((error: unknown) =>
          services.log.error("reset_not_queued", { requestId: request.id, error }),
        );
      return show(request, reply, "sent");
    });
  };
  mountForms(app, services, { bodyLimit: 2048, routes });
}

/** Queues the message of a person who has that name; a person is sent three in an hour. */
async function queue(
  { services, shared }: { readonly services: Services; readonly shared: SharedLimits },
  name: SignInName,
): Promise<void> {
  const person = await findPerson(services.db.kysely, name);
  if (!person) return;
  if ((await shared.take(["resets of a person", String(person.id)], budgets.mailbox)) !== null) return;
  await queuePasswordReset(services, person);
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
