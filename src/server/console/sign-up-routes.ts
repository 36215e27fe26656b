/**
 * Signing up, where the operator lets people do it (docs/decisions/0140): an address that gets a code, the code, then the shop and a
 * password (sign-up-shop.ts). Forms that need no script.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Problem } from "#core/problem.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { readEmail, readSignInName } from "../people/persons.ts";
import { mayOpenShop } from "../people/shop-openings.ts";
import type { Services } from "../services.ts";
import {
  type AddressParts,
  type Confirmed,
  showCode,
  startAddress,
  takeAddressCode,
} from "./address-steps.ts";
import { field, form, formLanguage, formTexts, sendForm } from "./form-page.ts";
import { mountForms } from "./form-scope.ts";
import { sessionOfRequest } from "./request-session.ts";
import { createCodeLimits, smsChannel } from "./send-code.ts";
import { showSignUpShop, takeSignUpShop } from "./sign-up-shop.ts";

const body = z.object({ name: z.string().max(320) });
const use = { purpose: "sign_up" } as const;
const pages = { start: "/sign-up", field: "name", code: "/sign-up/code" } as const;
const shopPath = "/sign-up/shop";

/** Mounts the routes on the console's host. */
export function mountSignUp(app: FastifyInstance, services: Services): void {
  const parts = { services, codes: createCodeLimits(services) };
  const routes = (scope: FastifyInstance): void => {
    scope.get(pages.start, async (request, reply) => {
      // Who is signed in opens a further shop.
      if (await sessionOfRequest(services, request)) return reply.redirect("/shops/new", 303);
      return await show(services, request, reply);
    });
    scope.post(pages.start, async (request, reply) => await take(parts, request, reply));
    scope.get(pages.code, async (request, reply) =>
      services.config.signUp === "closed"
        ? showClosed(request, reply)
        : await showCode(services, request, reply, { use, pages }),
    );
    scope.post(pages.code, async (request, reply) =>
      services.config.signUp === "closed"
        ? showClosed(request, reply)
        : await takeAddressCode(parts, request, reply, { use, pages, confirmed: toShop }),
    );
    scope.get(shopPath, async (request, reply) => await showSignUpShop(services, request, reply));
    scope.post(shopPath, async (request, reply) => await takeSignUpShop(services, request, reply));
  };
  mountForms(app, services, { bodyLimit: 4096, routes });
}

const toShop: Confirmed = async (_request, reply) => reply.redirect(shopPath, 303);

async function show(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  wrong?: { readonly name: string },
): Promise<FastifyReply> {
  if (services.config.signUp === "closed") return showClosed(request, reply);
  const language = formLanguage(request);
  const { signUp: texts } = formTexts[language];
  const hasSms = (await smsChannel(services, null)) !== null;
  const name = {
    name: "name",
    value: wrong?.name ?? "",
    autocomplete: hasSms ? "username" : "email",
    inputmode: "email",
    autocapitalize: "none",
    spellcheck: "false",
    dir: "ltr",
    required: true,
    "aria-invalid": wrong !== undefined && "true",
  };
  const fault = wrong && (hasSms ? texts.wrongName : texts.wrongEmail);
  const invited = services.config.signUp === "invited" ? `<p>${escapeHtml(texts.invited)}</p>` : "";
  const fields = field(hasSms ? texts.name : texts.email, name);
  const page = {
    title: texts.title,
    fault,
    body: `<p>${escapeHtml(texts.text)}</p>${invited}${form(pages.start, { lang: language }, fields, texts.submit)}${wayToSignIn(texts.signIn)}`,
    self: pages.start,
  };
  return sendForm(request, reply, page, wrong ? 422 : 200);
}

function wayToSignIn(text: string): string {
  return `<p class="way"><a href="/sign-in">${escapeHtml(text)}</a></p>`;
}

function showClosed(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { signUp: texts } = formTexts[formLanguage(request)];
  const page = {
    title: texts.title,
    fault: texts.closed,
    body: wayToSignIn(texts.signIn),
    self: pages.start,
  };
  return sendForm(request, reply, page, 403);
}

async function take(
  parts: AddressParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { services } = parts;
  const { config, db, clock } = services;
  if (config.signUp === "closed") return showClosed(request, reply);
  const sent = body.safeParse(request.body);
  if (!sent.success) throw new Problem("malformed_request");
  const { name } = sent.data;
  const address = (await smsChannel(services, null)) ? readSignInName(name) : onlyEmail(name);
  if (address === null) return await show(services, request, reply, { name });
  const names = { email: null, mobile: null, ...address };
  const isSent = await mayOpenShop(db.kysely, config, names, clock.now());
  return await startAddress(parts, request, reply, { address, use, pages, isSent });
}

function onlyEmail(text: string): { readonly email: string } | null {
  const email = readEmail(text);
  return email === null ? null : { email };
}
