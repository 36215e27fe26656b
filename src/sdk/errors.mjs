/** What a call of the client can end with, other than its answer. */

/** The server refused: `code` is stable, for programs; the message is for people, in the client's language. */
export class WaslProblem extends Error {
  name = "WaslProblem";

  /**
   * @param {{ status: number, code: string, detail: string, fields?: object[], requestId?: string,
   *   retryAfterSeconds?: number, idempotencyKey?: string }} given
   */
  constructor({ detail, status, code, fields = [], requestId, retryAfterSeconds, idempotencyKey }) {
    super(detail);
    Object.assign(this, { status, code, fields, requestId, retryAfterSeconds, idempotencyKey });
  }
}

/**
 * No answer came, after every try. It is unknown whether a call that writes took effect: the same call with the same
 * `idempotencyKey` finds out, and takes effect once in all.
 */
export class WaslSilence extends Error {
  name = "WaslSilence";

  /** @param {{ tries: number, idempotencyKey?: string, cause: unknown }} given */
  constructor({ tries, idempotencyKey, cause }) {
    super(`no answer after ${tries} ${tries === 1 ? "try" : "tries"}: ${reasonOf(cause)}`, { cause });
    Object.assign(this, { tries, idempotencyKey });
  }
}

/** A webhook that is not to be believed: answer 400 and do nothing. */
export class WaslWebhookError extends Error {
  name = "WaslWebhookError";
}

/** Whether an error is a refusal, and one of these codes if any are named. */
export function isProblem(error, ...codes) {
  return error instanceof WaslProblem && (codes.length === 0 || codes.includes(error.code));
}

/** `fetch` says "fetch failed" and keeps the reason in the cause. */
function reasonOf(error) {
  const { code, message } = error?.cause ?? error ?? {};
  return code ?? message ?? String(error);
}
