/**
 * Two steps that sign-up and a new name of an account share: an address gets a code, and the code that comes back shows whose it is. The
 * answers are the same whether an account has the address or not; what is known of it is said after the code alone.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { isProblem, Problem } from "#core/problem.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { noteRefusal } from "../log/refusals.ts";
import { beginProof, findProof, type ProofUse, takeCode } from "../people/address-proofs.ts";
import type { SignInName } from "../people/persons.ts";
import { proofToken, setProofCookie } from "../people/session-cookie.ts";
import type { Services } from "../services.ts";
import { field, form, formLanguage, formTexts, put, sendForm } from "./form-page.ts";
import { type CodeLimits, sendCode } from "./send-code.ts";

export type AddressParts = { readonly services: Services; readonly codes: CodeLimits };

/** The pages of one use. */
export type AddressPages = {
  /** Where the address is typed, and what its field is named. */
  readonly start: string;
  readonly field: string;
  /** Where the code is typed. */
  readonly code: string;
};

/** What follows the right code; harmless when it is sent again. */
export type Confirmed = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Sends a code, in any case as far as the answer tells, and leads to its form. */
export async function startAddress(
  { services, codes }: AddressParts,
  request: FastifyRequest,
  reply: FastifyReply,
  given: {
    readonly address: SignInName;
    readonly use: ProofUse;
    readonly pages: AddressPages;
    /** Whether there is a reason to write to it. */
    readonly isSent: boolean;
  },
): Promise<FastifyReply> {
  const { address, use, pages, isSent } = given;
  const { config, db, clock } = services;
  await codes.takeCode(request, address);
  const { token, code } = await beginProof(db.kysely, services, { address, use, now: clock.now() });
  const personId = use.purpose === "own_address" ? use.personId : null;
  const language = formLanguage(request);
  // After the answer: how long a provider takes tells nothing, nor whether there is anything to send.
  if (isSent) setImmediate(() => void sendCode(services, request, { address, code, language, personId }));
  setProofCookie(reply, config, token);
  return reply.redirect(pages.code, 303);
}

type Used = { readonly use: ProofUse; readonly pages: AddressPages };

/** The form of the code, while there is a proof; else the way back to its start. */
export async function showCode(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { use, pages }: Used,
  wrong?: { readonly fault: string; readonly status: number },
): Promise<FastifyReply> {
  const proof = await proofOfRequest(services, request, use);
  if (!proof) return reply.redirect(pages.start, 303);
  const language = formLanguage(request);
  const { addressCode: texts } = formTexts[language];
  const to = "email" in proof.address ? proof.address.email : proof.address.mobile;
  const isMaybe = use.purpose === "sign_up" && services.config.signUp === "invited";
  const says = put(escapeHtml(isMaybe ? texts.maybe : texts.sent), {
    address: `<bdi dir="ltr">${escapeHtml(to)}</bdi>`,
  });
  const code = {
    name: "code",
    class: "code",
    autocomplete: "one-time-code",
    inputmode: "numeric",
    dir: "ltr",
    maxlength: "12",
    required: true,
    autofocus: true,
    "aria-invalid": wrong !== undefined && "true",
  };
  const hidden = { lang: language };
  const late = "email" in proof.address ? `<p class="hint">${escapeHtml(texts.late)}</p>` : "";
  const again = `<button class="plain">${escapeHtml(texts.again)}</button>`;
  const body = [
    `<p>${says}</p>`,
    form(pages.code, hidden, field(texts.code, code), texts.submit),
    `${late}<div class="way">`,
    `<form method="post" action="${pages.start}"><input type="hidden" name="lang" value="${language}">`,
    `<input type="hidden" name="${pages.field}" value="${escapeHtml(to)}">${again}</form>`,
    `<a href="${pages.start}">${escapeHtml(texts.other)}</a></div>`,
  ].join("");
  return sendForm(
    request,
    reply,
    { title: texts.title, fault: wrong?.fault, body, self: pages.code },
    wrong?.status,
  );
}

const body = z.object({ code: z.string().max(40) });

/** Judges a code: after the right one what is given follows, a wrong one is asked for again, and after too many a new one is needed. */
export async function takeAddressCode(
  { services, codes }: AddressParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { use, pages, confirmed }: Used & { readonly confirmed: Confirmed },
): Promise<FastifyReply> {
  const sent = body.safeParse(request.body);
  if (!sent.success) throw new Problem("malformed_request");
  const { addressCode: texts, signIn } = formTexts[formLanguage(request)];
  const token = proofToken(request, services.config);
  const proof = await proofOfRequest(services, request, use);
  if (token === null || !proof) return showCodeEnded(request, reply, pages);
  if (proof.isConfirmed) return await confirmed(request, reply);
  try {
    await codes.takeGuess(request);
  } catch (error) {
    if (!isProblem(error) || error.code !== "rate_limited") throw error;
    noteRefusal(request, { code: error.code });
    const minutes = Math.ceil((error.retryAfterSeconds ?? 60) / 60);
    const wrong = { fault: put(signIn.wait, { minutes }), status: 429 };
    return await showCode(services, request, reply, { use, pages }, wrong);
  }
  const now = services.clock.now();
  const judged = await takeCode(services.db.kysely, { token, use, now, code: sent.data.code });
  if (judged === "confirmed") return await confirmed(request, reply);
  noteRefusal(request, { code: "unauthorized" });
  if (judged === "ended") return showCodeEnded(request, reply, pages);
  const wrong = { fault: texts.wrong, status: 422 };
  return await showCode(services, request, reply, { use, pages }, wrong);
}

function showCodeEnded(
  request: FastifyRequest,
  reply: FastifyReply,
  { start }: Pick<AddressPages, "start">,
): FastifyReply {
  const { addressCode: texts } = formTexts[formLanguage(request)];
  const body = `<p class="way"><a href="${start}">${escapeHtml(texts.again)}</a></p>`;
  return sendForm(request, reply, { title: texts.title, fault: texts.ended, body, self: null }, 410);
}

/** The proof that a request's cookie stands for, while it can be confirmed or used. */
export async function proofOfRequest(
  { config, db, clock }: Services,
  request: FastifyRequest,
  use: ProofUse,
) {
  const token = proofToken(request, config);
  return token === null ? null : await findProof(db.kysely, { token, use, now: clock.now() });
}
