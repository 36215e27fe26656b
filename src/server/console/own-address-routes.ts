/**
 * The names by which a person signs in, an e-mail address and a mobile: each is taken once a code that was sent there came back
 * (docs/decisions/0141). Forms that need no script, after a fresh proof of who one is.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Problem } from "#core/problem.ts";
import { runInTransaction } from "#db/open.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { queueAccountNotice } from "../people/account-notices.ts";
import { auditPerson } from "../people/audit-person.ts";
import {
  findPerson,
  type Person,
  readEmail,
  readSignInName,
  removeMobile,
  type SignInName,
} from "../people/persons.ts";
import type { Session } from "../people/sessions.ts";
import type { Services } from "../services.ts";
import { type AddressParts, showCode, startAddress, takeAddressCode } from "./address-steps.ts";
import { field, form, formLanguage, formTexts, put, sendForm } from "./form-page.ts";
import { mountForms } from "./form-scope.ts";
import { type AddressKind, saveOwnAddress } from "./own-address.ts";
import { leadToProof, provenSession } from "./request-session.ts";
import { createCodeLimits, smsChannel } from "./send-code.ts";

const body = z.object({ value: z.string().max(320) });

/** Who asks, after a fresh proof, and for which of their names. */
type Asked = { readonly session: Session; readonly person: Person; readonly kind: AddressKind };
type Page = (asked: Asked, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const pagesOf = (kind: AddressKind) => ({
  start: `/own-${kind}`,
  field: "value",
  code: `/own-${kind}/code`,
});

const usedBy = ({ session, kind }: Asked) => ({
  use: { purpose: "own_address", personId: session.personId } as const,
  pages: pagesOf(kind),
});

/** Mounts the routes on the console's host. */
export function mountOwnAddresses(app: FastifyInstance, services: Services): void {
  const parts = { services, codes: createCodeLimits(services) };
  const routes = (scope: FastifyInstance): void => {
    for (const kind of ["email", "mobile"] as const) {
      const pages = pagesOf(kind);
      const proven = (page: Page) => async (request: FastifyRequest, reply: FastifyReply) => {
        const session = await provenSession(services, request);
        const person = session && (await findPerson(services.db.kysely, { id: session.personId }));
        if (!session || !person) return await leadToProof(services, request, reply, pages.start);
        return await page({ session, person, kind }, request, reply);
      };
      scope.get(
        pages.start,
        proven((asked, request, reply) => show(services, request, reply, asked)),
      );
      scope.post(
        pages.start,
        proven((asked, request, reply) => start(parts, request, reply, asked)),
      );
      scope.get(
        pages.code,
        proven((asked, request, reply) => showCode(services, request, reply, usedBy(asked))),
      );
      scope.post(
        pages.code,
        proven((asked, request, reply) =>
          takeAddressCode(parts, request, reply, {
            ...usedBy(asked),
            confirmed: () => saveOwnAddress(services, request, reply, asked),
          }),
        ),
      );
      if (kind === "mobile")
        scope.post(
          "/own-mobile/remove",
          proven((asked, request, reply) => remove(services, request, reply, asked)),
        );
    }
  };
  mountForms(app, services, { bodyLimit: 4096, routes });
}

/** The form, or for a mobile that nothing can be sent to: why there is none. */
async function show(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { person, kind }: Asked,
  wrong?: { readonly value: string; readonly fault: string },
): Promise<FastifyReply> {
  const language = formLanguage(request);
  const { ownAddress: texts } = formTexts[language];
  const { start: path } = pagesOf(kind);
  const [title, text, label] =
    kind === "email"
      ? [texts.emailTitle, texts.emailText, texts.email]
      : [texts.mobileTitle, texts.mobileText, texts.mobile];
  const known = person[kind];
  const now =
    known === null
      ? ""
      : `<p>${put(escapeHtml(texts.now), { address: `<bdi dir="ltr">${escapeHtml(known)}</bdi>` })}</p>`;
  const hidden = { lang: language };
  const removal =
    kind === "mobile" && known !== null && person.email !== null
      ? `<div class="way"><form method="post" action="/own-mobile/remove"><input type="hidden" name="lang" value="${language}"><button class="plain">${escapeHtml(texts.remove)}</button></form></div>`
      : "";
  const back = `${removal}<p class="way"><a href="/account">${escapeHtml(texts.back)}</a></p>`;
  if (kind === "mobile" && (await smsChannel(services, person.id)) === null) {
    const body = `${now}<p>${escapeHtml(texts.noSms)}</p>${back}`;
    return sendForm(request, reply, { title, body, self: path });
  }
  const value = {
    name: "value",
    type: kind === "email" ? "email" : "tel",
    value: wrong?.value ?? "",
    autocomplete: kind === "email" ? "email" : "tel",
    dir: "ltr",
    required: true,
    "aria-invalid": wrong !== undefined && "true",
  };
  const asks = form(path, hidden, field(label, value), texts.submit);
  const body = `${now}<p>${escapeHtml(text)}</p>${asks}${back}`;
  return sendForm(request, reply, { title, fault: wrong?.fault, body, self: path }, wrong ? 422 : 200);
}

async function start(
  parts: AddressParts,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
): Promise<FastifyReply> {
  const { services } = parts;
  const sent = body.safeParse(request.body);
  if (!sent.success) throw new Problem("malformed_request");
  const { kind, person } = asked;
  const { value } = sent.data;
  const address = readAs(kind, value);
  const { ownAddress: texts, signUp } = formTexts[formLanguage(request)];
  if (address === null) {
    const fault = kind === "email" ? signUp.wrongEmail : texts.mobileWrong;
    return await show(services, request, reply, asked, { value, fault });
  }
  if (kind === "mobile" && (await smsChannel(services, person.id)) === null)
    return await show(services, request, reply, asked);
  return await startAddress(parts, request, reply, { address, ...usedBy(asked), isSent: true });
}

function readAs(kind: AddressKind, text: string): SignInName | null {
  if (kind === "email") {
    const email = readEmail(text);
    return email === null ? null : { email };
  }
  const name = readSignInName(text);
  return name !== null && "mobile" in name ? name : null;
}

/** Takes the mobile away, of a person who signs in by e-mail as well. */
async function remove(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { person }: Asked,
): Promise<FastifyReply> {
  const isRemoved = await runInTransaction(services.db.kysely, async (trx) => {
    const isDone = await removeMobile(trx, person.id);
    if (isDone) await queueAccountNotice(trx, services, person, "addressChanged");
    return isDone;
  });
  if (isRemoved) await auditPerson(services, request, person.id, { act: "remove the mobile" });
  return reply.redirect("/account", 303);
}
