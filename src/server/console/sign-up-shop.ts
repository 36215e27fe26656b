/** The end of signing up: who has shown whose address it is names the shop and chooses a password; then the console is open. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Problem } from "#core/problem.ts";
import { runInTransaction } from "#db/open.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { addressGroup } from "../limits/address-group.ts";
import { noteRefusal } from "../log/refusals.ts";
import { useProof } from "../people/address-proofs.ts";
import { hashPassword, passwordFault, shortestPassword } from "../people/passwords.ts";
import { findPerson, makePerson, type SignInName, setPassword } from "../people/persons.ts";
import { proofToken, setProofCookie } from "../people/session-cookie.ts";
import type { Services } from "../services.ts";
import { proofOfRequest } from "./address-steps.ts";
import { field, form, formLanguage, formTexts, sendForm } from "./form-page.ts";
import { type OpenedShop, OpeningRefused, openShop, pathOfShop, type ShopFacts } from "./open-shop.ts";
import { beginAfterPassword } from "./request-session.ts";
import { judgeShop, shopFields, type TypedShop } from "./shop-form.ts";

const path = "/sign-up/shop";
const use = { purpose: "sign_up" } as const;
const body = z.object({
  shopName: z.string().max(400),
  phone: z.string().max(80).optional(),
  email: z.string().max(320).optional(),
  password: z.string().max(1000),
});

type Fault = { readonly at: string; readonly text: string; readonly typed: TypedShop };

/** The page. */
export async function showSignUpShop(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const proof = await proofOfRequest(services, request, use);
  if (services.config.signUp === "closed" || !proof?.isConfirmed) return reply.redirect("/sign-up", 303);
  return (await hasAccount(services, proof.address))
    ? showKnown(request, reply)
    : show(services, request, reply, { address: proof.address });
}

async function hasAccount({ db }: Services, address: SignInName): Promise<boolean> {
  const person = await findPerson(db.kysely, address);
  return person !== null && person.passwordHash !== null;
}

function knownFacts(address: SignInName): TypedShop {
  return "email" in address ? { email: address.email } : { phone: address.mobile };
}

function show(
  { config }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { address, fault }: { readonly address: SignInName; readonly fault?: Fault },
): FastifyReply {
  const language = formLanguage(request);
  const { newShop: texts, choosePassword } = formTexts[language];
  const name = "email" in address ? address.email : address.mobile;
  const password = {
    name: "password",
    type: "password",
    autocomplete: "new-password",
    minlength: String(shortestPassword),
    dir: "ltr",
    required: true,
    "aria-invalid": fault?.at === "password" && "true",
  };
  const fields = [
    `<input type="hidden" autocomplete="username" value="${escapeHtml(name)}">`,
    shopFields(texts, { typed: fault?.typed ?? {}, known: knownFacts(address), faulty: fault?.at ?? "" }),
    field(texts.password, password, choosePassword.hint),
  ].join("");
  const page = {
    title: texts.title,
    fault: fault?.text,
    body: `${noteOfWaiting(config, language)}${form(path, { lang: language }, fields, texts.submit)}`,
    self: path,
  };
  return sendForm(request, reply, page, fault ? 422 : 200);
}

/** What a shop that waits for the operator may do meanwhile; nothing where none waits. */
export function noteOfWaiting(
  { environment, signUp, testSimulatorUrl }: Services["config"],
  language: ReturnType<typeof formLanguage>,
): string {
  if (signUp !== "open" || environment === "local" || environment === "test") return "";
  const { newShop: texts } = formTexts[language];
  return `<p>${escapeHtml(testSimulatorUrl === null ? texts.waitsAlone : texts.waits)}</p>`;
}

function showKnown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { newShop: texts, signIn } = formTexts[formLanguage(request)];
  const body = `<p class="way"><a href="/sign-in?next=%2Fshops%2Fnew">${escapeHtml(signIn.title)}</a></p>`;
  return sendForm(request, reply, { title: texts.title, fault: texts.known, body, self: null }, 409);
}

/** Makes the person, the shop and the session, or says at which field something is wrong. */
export async function takeSignUpShop(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = body.safeParse(request.body);
  if (!sent.success) throw new Problem("malformed_request");
  const proof = await proofOfRequest(services, request, use);
  if (services.config.signUp === "closed" || !proof?.isConfirmed) return reply.redirect("/sign-up", 303);
  const { address } = proof;
  if (await hasAccount(services, address)) return showKnown(request, reply);
  const { password, ...typed } = sent.data;
  const { newShop: texts, choosePassword } = formTexts[formLanguage(request)];
  const judged = judgeShop(texts, { ...typed, ...knownFacts(address) });
  if ("text" in judged) return show(services, request, reply, { address, fault: { ...judged, typed } });
  const { shop } = judged;
  const weak = passwordFault(password, [...Object.values(address), shop.shopName, shop.email]);
  if (weak !== null) {
    const fault = { at: "password", text: choosePassword[weak], typed };
    return show(services, request, reply, { address, fault });
  }
  const hash = await hashPassword(password);
  try {
    const made = await signUp(services, request, { shop, hash });
    if (made === null) return showKnown(request, reply);
    setProofCookie(reply, services.config, null);
    const next = pathOfShop(made.opened);
    const way = await beginAfterPassword(services, request, reply, { personId: made.personId, next });
    return reply.header("cache-control", "no-store").redirect(way, 303);
  } catch (error) {
    if (!(error instanceof OpeningRefused)) throw error;
    noteRefusal(request, { code: "forbidden" });
    const fault = error.why === "too_many" ? texts.tooMany : texts.notAllowed;
    return sendForm(request, reply, { title: texts.title, fault, body: "", self: null }, 403);
  }
}

/**
 * All of it in one transaction, so that no person has half an account.
 * @returns null when the proof was used meanwhile, or the address has an account by now
 * @throws OpeningRefused
 */
async function signUp(
  services: Services,
  request: FastifyRequest,
  { shop, hash }: { readonly shop: ShopFacts; readonly hash: string },
): Promise<{ readonly personId: number; readonly opened: OpenedShop } | null> {
  const { config, db, clock } = services;
  const now = clock.now();
  const token = proofToken(request, config) ?? "";
  return await runInTransaction(db.kysely, async (trx) => {
    const address = await useProof(trx, { token, use, now });
    if (address === null) return null;
    const name = "email" in address ? address.email.slice(0, address.email.indexOf("@")) : shop.shopName;
    const language = formLanguage(request);
    const made = await makePerson(trx, { address, name, language, now: new Date(now) });
    const person = made ?? (await withoutPassword(trx, address));
    if (person === null) return null;
    await setPassword(trx, { personId: person.id, hash, now: new Date(now) });
    const names = { email: null, mobile: null, ...address };
    const opened = await openShop(services, trx, {
      ...{ personId: person.id, names, shop, key: "sign-up" },
      address: addressGroup(request.ip),
    });
    return { personId: person.id, opened };
  });
}

/** Somebody whom an operator or a colleague has entered, and who has not chosen a password: the address is theirs, as was just shown. */
async function withoutPassword(
  trx: Parameters<typeof openShop>[1],
  address: SignInName,
): Promise<{ readonly id: number } | null> {
  const person = await findPerson(trx, address);
  if (person === null) return null;
  const row = await trx
    .selectFrom("persons")
    .select("id")
    .where("id", "=", person.id)
    .where("password_hash", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}
