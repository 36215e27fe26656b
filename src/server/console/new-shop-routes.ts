/** A further shop of a person who is signed in, where the operator lets people open shops (docs/decisions/0140). A form that needs no script. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Problem } from "#core/problem.ts";
import { runInTransaction } from "#db/open.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { addressGroup } from "../limits/address-group.ts";
import { noteRefusal } from "../log/refusals.ts";
import { findPerson, type Person } from "../people/persons.ts";
import { mayOpenShop } from "../people/shop-openings.ts";
import type { Services } from "../services.ts";
import { form, formLanguage, formTexts, sendForm } from "./form-page.ts";
import { mountForms } from "./form-scope.ts";
import { OpeningRefused, openShop, pathOfShop } from "./open-shop.ts";
import { leadToProof, provenSession } from "./request-session.ts";
import { judgeShop, shopFields, type TypedShop } from "./shop-form.ts";
import { noteOfWaiting } from "./sign-up-shop.ts";

const path = "/shops/new";
const body = z.object({
  shopName: z.string().max(400),
  phone: z.string().max(80).optional(),
  email: z.string().max(320).optional(),
  key: z.string().regex(/^[\w-]{16,64}$/),
});

/** Mounts the routes on the console's host. */
export function mountNewShop(app: FastifyInstance, services: Services): void {
  const routes = (scope: FastifyInstance): void => {
    scope.get(path, async (request, reply) => {
      const person = await provenPerson(services, request);
      if (!person) return await leadToProof(services, request, reply, path);
      return await show(services, request, reply, { person });
    });
    scope.post(path, async (request, reply) => await take(services, request, reply));
  };
  mountForms(app, services, { bodyLimit: 4096, routes });
}

async function provenPerson(services: Services, request: FastifyRequest): Promise<Person | null> {
  const session = await provenSession(services, request);
  return session && (await findPerson(services.db.kysely, { id: session.personId }));
}

function knownFacts({ email, mobile }: Person): TypedShop {
  return { ...(email !== null && { email }), ...(mobile !== null && { phone: mobile }) };
}

type Shown = {
  readonly person: Person;
  readonly fault?: { readonly at: string; readonly text: string; readonly typed: TypedShop };
};

async function show(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { person, fault }: Shown,
): Promise<FastifyReply> {
  const { config, db, clock, ids } = services;
  const language = formLanguage(request);
  const { newShop: texts } = formTexts[language];
  if (!(await mayOpenShop(db.kysely, config, person, clock.now())))
    return refuse(request, reply, "notAllowed");
  const fields = shopFields(texts, {
    typed: fault?.typed ?? {},
    known: knownFacts(person),
    faulty: fault?.at ?? "",
  });
  // Sent twice it opens one shop.
  const hidden = { lang: language, key: ids.token(18) };
  const page = {
    title: texts.another,
    fault: fault?.text,
    body: `${noteOfWaiting(config, language)}${form(path, hidden, fields, texts.submit)}${wayBack(texts.back)}`,
    self: path,
  };
  return sendForm(request, reply, page, fault ? 422 : 200);
}

function wayBack(text: string): string {
  return `<p class="way"><a href="/">${escapeHtml(text)}</a></p>`;
}

function refuse(request: FastifyRequest, reply: FastifyReply, why: "notAllowed" | "tooMany"): FastifyReply {
  noteRefusal(request, { code: "forbidden" });
  const { newShop: texts } = formTexts[formLanguage(request)];
  const page = { title: texts.another, fault: texts[why], body: wayBack(texts.back), self: path };
  return sendForm(request, reply, page, 403);
}

async function take(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const sent = body.safeParse(request.body);
  if (!sent.success) throw new Problem("malformed_request");
  const person = await provenPerson(services, request);
  if (!person) return await leadToProof(services, request, reply, path);
  const { key, ...typed } = sent.data;
  const { newShop: texts } = formTexts[formLanguage(request)];
  const judged = judgeShop(texts, { ...typed, ...knownFacts(person) });
  if ("text" in judged) return await show(services, request, reply, { person, fault: { ...judged, typed } });
  const { email, mobile, id: personId } = person;
  const opening = { personId, names: { email, mobile }, shop: judged.shop, key };
  try {
    const opened = await runInTransaction(services.db.kysely, (trx) =>
      openShop(services, trx, { ...opening, address: addressGroup(request.ip) }),
    );
    return reply.redirect(pathOfShop(opened), 303);
  } catch (error) {
    if (!(error instanceof OpeningRefused)) throw error;
    return refuse(request, reply, error.why === "too_many" ? "tooMany" : "notAllowed");
  }
}
