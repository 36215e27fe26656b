/** Types of the client (docs/sdk.md). What the API itself takes and gives is generated: api.d.mts. */
import type { Calls, Event, Problem } from "./api.mjs";

export type * from "./api.mjs";

/** Name of a call, as in the OpenAPI document: "POST /api/v1/invoices". */
export type CallName = keyof Calls;
/** What is sent with a call. `idempotencyKey` is made when it is left out. */
export type GivenOf<Name extends CallName> = Calls[Name]["given"] & { readonly signal?: AbortSignal };
/** What a call answers with: its model, or a `Response` with its stream where that is a file. */
export type AnswerOf<Name extends CallName> = Calls[Name]["answer"];

/** Calls that answer with a list. */
export type ListName = {
  [Name in CallName]: AnswerOf<Name> extends { readonly items: ReadonlyArray<unknown> } ? Name : never;
}[CallName];
/** One entry of such a list. */
export type ItemOf<Name extends ListName> =
  AnswerOf<Name> extends { readonly items: ReadonlyArray<infer Item> } ? Item : never;

type Rest<Name extends CallName> =
  Record<never, never> extends Calls[Name]["given"] ? [given?: GivenOf<Name>] : [given: GivenOf<Name>];

export type Wasl = {
  /**
   * Makes a call. Sent again after silence, 429 and 5xx, with one idempotency key for all tries; Retry-After is obeyed.
   * @throws WaslProblem when the server refuses; WaslSilence when no answer came; TypeError when a part of the path is missing
   */
  readonly call: <Name extends CallName>(name: Name, ...given: Rest<Name>) => Promise<AnswerOf<Name>>;
  /** All entries of a list, page by page as they are read: `for await (const invoice of wasl.pages("GET /api/v1/invoices"))`. */
  readonly pages: <Name extends ListName>(
    name: Name,
    ...given: Rest<Name>
  ) => AsyncGenerator<ItemOf<Name>, void, undefined>;
};

export type WaslSettings = {
  /** An API key: `wasl_test_…` or `wasl_live_…`. For servers alone, never for a browser. */
  readonly key: string;
  /** Where Wasl is; `http://localhost:3000` unless given. */
  readonly url?: string | undefined;
  /** Language of refusals' texts; `en` unless given. */
  readonly language?: "ar" | "en" | undefined;
  /** How long one try may take until its answer is there, 30 s unless given. Of a file: until it begins. */
  readonly timeoutMs?: number;
  /** How often a call is sent at most, 5 unless given. */
  readonly tries?: number;
  /** A Retry-After above this ends the call with its refusal, 60 s unless given. */
  readonly longestWaitMs?: number;
  /** How time passes between tries; for tests. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly fetch?: typeof globalThis.fetch;
};

/** @throws TypeError when the key or the address cannot be right */
export function createWasl(settings: WaslSettings): Wasl;

/** A refusal's code: one of the API's, or one that is newer than this file, or `unreadable_answer` of what is not Wasl. */
export type RefusalCode = Problem["code"] | "unreadable_answer";

/** The server refused. */
export class WaslProblem<Code extends string = string> extends Error {
  readonly status: number;
  readonly code: Code;
  /** Wrong fields of what was sent. */
  readonly fields: ReadonlyArray<{ readonly path: string; readonly code: string; readonly message: string }>;
  /** Names this answer in the server's log. */
  readonly requestId?: string;
  readonly retryAfterSeconds?: number;
  /** Of a POST: the same call with it is the same call. */
  readonly idempotencyKey?: string;
}

/** No answer came. Whether a call that writes took effect is unknown: make it again with the same `idempotencyKey`. */
export class WaslSilence extends Error {
  readonly tries: number;
  readonly idempotencyKey?: string;
}

/** A webhook that is not to be believed: answer 400 and do nothing. */
export class WaslWebhookError extends Error {}

/** Whether an error is a refusal, and one of these codes if any are named. */
export function isProblem<Code extends RefusalCode>(
  error: unknown,
  ...codes: Code[]
): error is WaslProblem<Code>;

/**
 * Reads a webhook that Wasl has signed.
 * @throws WaslWebhookError when it is not signed with one of the secrets, or too old; TypeError when a secret is none
 */
export function verifyWebhook(given: {
  /** As it came, never parsed and written again. */
  readonly body: string | Uint8Array;
  /** `Headers`, or the object of Node. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…`; several while one is being changed. */
  readonly secret: string | readonly string[];
  /** How old it may be, 300 unless given. */
  readonly toleranceSeconds?: number;
  readonly nowMs?: number;
}): Promise<Event>;

/** The headers of a webhook, for tests of a receiver. */
export function signWebhook(given: {
  readonly id: string;
  readonly body: string;
  readonly secret: string;
  readonly atMs?: number;
}): Promise<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>>;

/** A secret as Wasl makes them. */
export function newWebhookSecret(): string;
