/** Calls of the merchant API by their names in its OpenAPI document. */
import { WaslProblem } from "./errors.mjs";
import { sendWithRetries } from "./retries.mjs";

const limits = {
  timeoutMs: 30_000,
  tries: 5,
  longestWaitMs: 60_000,
};

/**
 * A client for one key.
 * @param {object} settings see `WaslSettings` in index.d.mts
 * @throws TypeError when the key or the address cannot be right
 */
export function createWasl({ key, url = "http://localhost:3000", language = "en", ...given }) {
  if (!/^[\x21-\x7e]+$/.test(key ?? "")) throw new TypeError("key must be an API key of Wasl");
  const base = new URL(url);
  const settings = {
    ...limits,
    wait,
    fetch: globalThis.fetch,
    ...given,
    headers: { authorization: `Bearer ${key}`, "accept-language": language },
    base: `${base.origin}${base.pathname.replace(/\/+$/, "")}`,
  };
  const call = (name, parts = {}) => makeCall(settings, name, parts);
  return { call, pages: (name, parts = {}) => readPages(call, name, parts) };
}

async function makeCall(settings, name, parts) {
  const [method = "", template = ""] = name.split(" ");
  const address = settings.base + pathOf(template, parts.path) + queryOf(parts.query);
  // One key for all tries: however many of them arrive, the call takes effect once.
  const idempotencyKey = method === "POST" ? (parts.idempotencyKey ?? crypto.randomUUID()) : undefined;
  const { body, contentType } = bodyOf(parts);
  const request = {
    method,
    headers: {
      ...settings.headers,
      ...(contentType !== undefined && { "content-type": contentType }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      ...(parts.ifMatch !== undefined && { "if-match": parts.ifMatch }),
    },
    body,
    // The key is for this server alone.
    redirect: "manual",
  };
  const read = async (response) => await readAnswer(response, idempotencyKey);
  return await sendWithRetries(settings, { address, request, read, signal: parts.signal, idempotencyKey });
}

/** @throws TypeError for a part that is missing, or that would be another path */
function pathOf(template, parts = {}) {
  return template.replace(/\{(\w+)\}/g, (_, name) => {
    const part = String(parts[name] ?? "");
    if (part === "" || part === "." || part === "..") throw new TypeError(`path.${name} cannot be "${part}"`);
    return encodeURIComponent(part);
  });
}

/** A list is its parameter more than once. */
function queryOf(query = {}) {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [[name, String(one)]])),
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}

/** Files go as their bytes, anything else as JSON. */
function bodyOf({ body, contentType }) {
  if (body === undefined) return {};
  if (body instanceof Uint8Array || body instanceof Blob)
    return { body, contentType: contentType ?? (body.type || "application/octet-stream") };
  return { body: JSON.stringify(body), contentType: "application/json" };
}

/**
 * The answer's model; a `Response` with its stream where the call answers with a file.
 * @throws WaslProblem when it is a refusal
 */
async function readAnswer(response, idempotencyKey) {
  const type = response.headers.get("content-type") ?? "";
  if (response.ok) return type.startsWith("application/json") ? await response.json() : response;
  const problem = /^application\/(problem\+)?json/.test(type) ? await response.json() : {};
  const retryAfterSeconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  throw new WaslProblem({
    status: response.status,
    code: problem.code ?? "unreadable_answer",
    detail: problem.detail ?? `HTTP ${response.status}, not from Wasl: is the address right?`,
    fields: problem.fields,
    requestId: problem.requestId,
    ...(Number.isNaN(retryAfterSeconds) ? {} : { retryAfterSeconds }),
    idempotencyKey,
  });
}

/** Entries of a list one by one; the next page is asked for when the last one has been read. */
async function* readPages(call, name, parts) {
  let next = {};
  while (next !== null) {
    const page = await call(name, { ...parts, query: { ...parts.query, ...next } });
    yield* page.items;
    next = nextOf(page);
  }
}

/** Lists continue by a cursor, events after the last one that was read. */
function nextOf({ nextCursor, hasMore, items }) {
  if (nextCursor) return { cursor: nextCursor };
  return hasMore ? { after: items.at(-1).id } : null;
}

/** Ends early when the call is given up. */
function wait(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end, { once: true });
    function end() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    }
  });
}
