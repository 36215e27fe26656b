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
  const isWrite = sent.request.method !== "GET";
  let wasSilent = false;
  for (let tries = 1; ; tries += 1) {
    let waitMs;
    try {
      return await sendOnce(settings, sent);
    } catch (error) {
      sent.signal?.throwIfAborted();
      waitMs = waitAfter(error, { tries, isRepeatable, settings });
      wasSilent ||= isSilence(error);
      // "Later" after silence does not say what the try before it has done; a refusal of the content does.
      const isUnknown = isSilence(error) || (isWrite && wasSilent && isLater(error));
      if (waitMs === null) throw isUnknown ? silence(error, { tries, sent }) : error;
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
  if (isSilence(error)) {
    if (!isRepeatable) return null;
  } else if (finalCodes.has(error.code) || !isLater(error)) return null;
  if (error.retryAfterSeconds === undefined) return backoffMs;
  const askedMs = error.retryAfterSeconds * 1000;
  return askedMs <= settings.longestWaitMs ? askedMs : null;
}

function isLater({ status, code }) {
  return laterStatuses.has(status) || code === "idempotency_in_progress";
}

/** What a proxy answers of its own says nothing of what the server behind it has done. */
function isSilence(error) {
  return !(error instanceof WaslProblem) || (error.code === "unreadable_answer" && error.status >= 500);
}

function silence(cause, { tries, sent }) {
  return new WaslSilence({ tries, idempotencyKey: sent.idempotencyKey, cause });
}
