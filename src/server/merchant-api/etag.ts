/** ETags of what can be changed, and the proof that its present state is known (RFC 9110, sections 8.8.3 and 13.1.1). */
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "#core/problem.ts";
import { canonicalJson } from "./idempotency.ts";

/** Addresses differ by the language that was asked for; they follow from the number. */
type Addressed = object & { readonly url?: unknown; readonly paymentUrl?: unknown };

/** The ETag of an answer: another one whenever anything of it is different. */
export function etagOf<Model extends Addressed>({ url: _url, paymentUrl: _page, ...content }: Model): string {
  return `"${createHash("sha256").update(canonicalJson(content)).digest("base64url").slice(0, 22)}"`;
}

/** Puts the ETag of an answer on the reply; gives the answer. */
export function sendTagged<Model extends Addressed>(reply: FastifyReply, model: Model): Model {
  reply.header("etag", etagOf(model));
  return model;
}

/**
 * Refuses a change of a state that its caller has not seen. `*` stands for every state.
 * @param model as it is now, under its lock
 * @throws Problem `if_match_required`, or `precondition_failed` when it has changed since
 */
export function requireMatch(request: FastifyRequest, model: Addressed): void {
  const header = request.headers["if-match"];
  if (header === undefined || header.trim() === "") throw new Problem("if_match_required");
  // A proxy that compresses answers marks their tags as weak; they name the same state.
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (!tags.includes("*") && !tags.includes(etagOf(model))) throw new Problem("precondition_failed");
}

/** What a change may name of an answer: its tag is of that alone, so that a sale puts no reader behind. */
export type Changeable = readonly string[];

function partOf(model: object, names: Changeable): object {
  return Object.fromEntries(Object.entries(model).filter(([name]) => names.includes(name)));
}

/** Puts the tag of what can be changed on the reply; gives the answer. */
export function sendPartTagged<Model extends object>(
  reply: FastifyReply,
  model: Model,
  names: Changeable,
): Model {
  reply.header("etag", etagOf(partOf(model, names)));
  return model;
}

/**
 * Refuses a change of a state that its caller has not seen, where the caller says which one it has.
 * @param read the model as it is now, under its lock
 * @throws Problem `precondition_failed`
 */
export async function requireMatchIfGiven(
  request: FastifyRequest,
  names: Changeable,
  read: () => Promise<object>,
): Promise<void> {
  if (request.headers["if-match"] !== undefined) requireMatch(request, partOf(await read(), names));
}
