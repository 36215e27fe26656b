/** Why a request was refused, kept beside it until its answer has been sent: the log is written then. */
import type { FastifyRequest } from "fastify";
import type { ProblemCode } from "#core/problem.ts";

export type Refusal = {
  readonly code: ProblemCode;
  /** The signature of the request was the reason, although the code does not say so to the caller. */
  readonly isUnproven?: boolean;
  /** The request could be read in two ways, although the code is an everyday one. */
  readonly isAmbiguous?: boolean;
};

const refusals = new WeakMap<FastifyRequest, Refusal>();

/** Remembers why a request is refused. What was said first stays: it knows more. */
export function noteRefusal(request: FastifyRequest, refusal: Refusal): void {
  if (!refusals.has(request)) refusals.set(request, refusal);
}

/** Why a request was refused, or undefined when it was not. */
export function refusalOf(request: FastifyRequest): Refusal | undefined {
  return refusals.get(request);
}
