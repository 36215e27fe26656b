/** When a call is sent again, and after what time. */
import { WaslProblem, WaslSilence } from "./errors.mjs";

const firstWaitMs = 500;
const mostBackoffMs = 8_000;

/** Refusals that say "later"; all others would be the same again. */
const laterStatuses = new Set([408, 429, 500, 502, 503, 504]);
/** What a provider has refused, or has not said, is not asked for again by us. */
const finalCodes = new Set(["gateway_refused", "outcome_unknown"]);

/**
 * Sends until there is an answer: again after silence, 429, 5xx, and while a twin with the same idempotency key is being
 * worked on. Waits as long as Retry-After says, else with growing, random times. A change by If-Match is not repeated after
 * silence: had the first one taken effect, the second would be refused, and look as if neither had.
 * @param settings timeoutMs (of one try), tries, longestWaitMs, wait, fetch
 * @throws WaslProblem the refusal, the last one if it was sent again; WaslSilence when no answer came; what `signal` was
 *   aborted with
 */
export async function sendWithRetries(settings, sent) {
  const isRepeatable = sent.request.headers["if-match"] === undefined;
  for (let tries = 1; ; tries += 1) {
    let waitMs;
    try {
      return await sendOnce(settings, sent);
    } catch (error) {
      sent.signal?.throwIfAborted();
      waitMs = waitAfter(error, { tries, isRepeatable, settings });
      if (waitMs === null) throw error instanceof WaslProblem ? error : silence(error, { tries, sent });
    }
    await settings.wait(waitMs, sent.signal);
    sent.signal?.throwIfAborted();
  }
}

/** The time limit ends with the head of a file: how long the file takes is for its reader to say. */
async function sendOnce({ fetch, timeoutMs }, { address, request, read, signal }) {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    const signals = signal ? [signal, timeout.signal] : [timeout.signal];
    return await read(await fetch(address, { ...request, signal: AbortSignal.any(signals) }));
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds to wait before the next try; null when this error is the end of it. */
function waitAfter(error, { tries, isRepeatable, settings }) {
  if (tries >= settings.tries) return null;
  const backoffMs = Math.min(firstWaitMs * 2 ** (tries - 1), mostBackoffMs) * (0.5 + Math.random() / 2);
  if (!(error instanceof WaslProblem)) return isRepeatable ? backoffMs : null;
  const isLater = laterStatuses.has(error.status) || error.code === "idempotency_in_progress";
  if (!isLater || finalCodes.has(error.code)) return null;
  if (error.retryAfterSeconds === undefined) return backoffMs;
  const askedMs = error.retryAfterSeconds * 1000;
  return askedMs <= settings.longestWaitMs ? askedMs : null;
}

function silence(cause, { tries, sent }) {
  return new WaslSilence({ tries, idempotencyKey: sent.idempotencyKey, cause });
}
