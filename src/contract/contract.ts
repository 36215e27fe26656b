/**
 * The form of the public promise: one typed entry per call, keyed "METHOD /path". The server mounts entries and
 * validates with their schemas; the browser imports types only and ships no schema library.
 */
import type { z } from "zod";
import type { ProblemCode } from "#core/problem.ts";

/** One public call. `replies` maps the HTTP status of a good answer to its shape; refusals are Problems. */
export type CallShape = {
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly headers?: z.ZodType;
  readonly body?: z.ZodType;
  /** Media types of a body that is the bytes of a file instead of JSON. The same bytes twice have one effect. */
  readonly upload?: readonly string[];
  readonly replies: Readonly<Record<number, z.ZodType>>;
  /** It sends something out without creating anything: a repetition is known by its `Idempotency-Key`, as where one is created. */
  readonly needsKey?: true;
  /** Codes of the refusals that are this call's own; those of every call of its form follow (call-problems.ts). */
  readonly problems?: readonly ProblemCode[];
  /** The answer has an ETag, by which a later change proves what it knows. */
  readonly isTagged?: true;
  /** The change needs the ETag of what it changes, as `If-Match`. */
  readonly isConditional?: true;
  /** Where the caller is led (303) when there is nothing to answer with. */
  readonly leadsTo?: string;
  /**
   * Buyers' and merchants' calls have an OpenAPI document each. `internal` calls (provider returns, webhooks) are in none, nor are
   * those of `console`: they are about the person who is signed in there.
   */
  readonly audience: "buyer" | "merchant" | "console" | "internal";
};

export type CallMap = Readonly<
  Record<`${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`, CallShape>
>;

type In<T> = T extends z.ZodType ? z.input<T> : undefined;
type Out<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a caller sends, by part. */
export type CallInput<C extends CallShape> = {
  params: In<C["params"]>;
  query: In<C["query"]>;
  body: In<C["body"]>;
};

/** What a handler receives after validation, by part. */
export type CallParsed<C extends CallShape> = {
  params: Out<C["params"]>;
  query: Out<C["query"]>;
  headers: Out<C["headers"]>;
  body: Out<C["body"]>;
};

/** The good answers of a call. */
export type CallReply<C extends CallShape> = Out<C["replies"][keyof C["replies"]]>;
