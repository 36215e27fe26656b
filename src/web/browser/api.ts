/**
 * The browser's one way to the buyer calls of the contract (Spec 7). Nothing here throws for what a server or a
 * network does: every end of a call is a value, because after a payment call the difference between "refused" and
 * "no answer" is the difference between trying again and paying twice (decision S3).
 */
import type { clientEmailCalls } from "#contract/client-email.ts";
import type { CallInput, CallMap, CallReply, CallShape } from "#contract/contract.ts";
import type { orderCalls } from "#contract/order.ts";
import type { paymentCalls } from "#contract/payment.ts";
import type { productCalls } from "#contract/product.ts";
import type { settingsCalls } from "#contract/settings.ts";
import type { ProblemCode } from "#core/problem.ts";

/** Calls that pages make, those of methods apart. Types only: the browser ships no schemas. */
export type Calls = typeof clientEmailCalls &
  typeof orderCalls &
  typeof paymentCalls &
  typeof productCalls &
  typeof settingsCalls;

export type CallKey = keyof Calls;

export type Refusal = {
  /**
   * "unknown" when the reply is not one of ours: another program answered. A newer server may send a code that is not
   * in the type.
   */
  readonly code: ProblemCode | "unknown";
  /** What to tell the buyer, from our translations; null where only the general text may be shown (Spec 8). */
  readonly text: string | null;
  /** Paths of wrong fields, when the server named them. */
  readonly fields: readonly string[];
};

export type CallOutcome<T> =
  | { readonly kind: "ok"; readonly reply: T }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** The browser is offline: nothing was sent. */
  | { readonly kind: "offline" }
  /** Sent, and no readable answer, or none in time: it may have been carried out. */
  | { readonly kind: "no_answer"; readonly isTimeout: boolean };

/** Parts of a call that have a schema are required, the others are left out. */
export type CallParts<C extends CallShape> = {
  readonly [Part in keyof CallInput<C> as CallInput<C>[Part] extends undefined
    ? never
    : Part]: CallInput<C>[Part];
};

export type CallOptions = { readonly timeoutMs: number };

/** Makes a call of a map: a key that is not in it, or parts and replies of another shape, do not compile. */
export type Call<Map extends CallMap = Calls> = <K extends keyof Map & keyof CallMap>(
  key: K,
  parts: CallParts<Extract<Map[K], CallShape>>,
  options: CallOptions,
) => Promise<CallOutcome<CallReply<Extract<Map[K], CallShape>>>>;

/** Where calls go and how the page's cookies are read; the browser's own in `call`. */
export type Surroundings = {
  /** Put before the path; empty for the page's own origin. */
  readonly origin: string;
  readonly cookies: () => string;
  readonly isOnline: () => boolean;
  /** Of the page. Browsers keep the cookie that says it from frames in other sites' pages. */
  readonly language?: () => string;
};

/** Builds the caller of a map. Used here for the page, and by tests against a server of their own. */
export function createCall<Map extends CallMap = Calls>(surroundings: Surroundings): Call<Map> {
  return (key, parts, options) => send(surroundings, toRequest(key, parts), options);
}

const page: Surroundings = {
  origin: "",
  cookies: () => document.cookie,
  isOnline: () => navigator.onLine,
  language: () => document.documentElement.lang,
};

/** A call of the contract from the page, to the page's own origin. */
export const call: Call = createCall(page);

/**
 * The calls of a payment method from the page: `callsOf<TamaraCalls>()`. The map is the type of what the server mounts,
 * which the method's `calls.ts` exports; the list of methods is not known here.
 */
export function callsOf<Map extends CallMap>(): Call<Map> {
  return createCall(page);
}

async function send<T>(
  surroundings: Surroundings,
  request: Request,
  options: CallOptions,
): Promise<CallOutcome<T>> {
  if (!surroundings.isOnline()) return { kind: "offline" };
  const { method, address, body } = request;
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (surroundings.language) headers["accept-language"] = surroundings.language();
  const token = readCookie(surroundings.cookies(), "XSRF-TOKEN");
  // Spec 6: the header goes with relative addresses and with every method that changes something.
  if (token !== null && method !== "GET") headers["x-xsrf-token"] = token;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), options.timeoutMs);
  try {
    const response = await fetch(surroundings.origin + address, {
      method,
      headers,
      signal: limit.signal,
      ...(body !== undefined && { body }),
    });
    return readAnswer(response.status, await response.text());
  } catch {
    return { kind: "no_answer", isTimeout: limit.signal.aborted };
  } finally {
    clearTimeout(timer);
  }
}

/** One cookie's value by name, percent-decoded; null when it is not there. */
export function readCookie(cookies: string, name: string): string | null {
  for (const pair of cookies.split(";")) {
    const [key, ...value] = pair.trim().split("=");
    if (key === name) return decode(value.join("="));
  }
  return null;
}

type Request = { readonly method: string; readonly address: string; readonly body: string | undefined };

function toRequest(key: string, parts: object): Request {
  const { params, query, body } = parts as {
    params?: Record<string, string>;
    query?: Record<string, string | undefined>;
    body?: unknown;
  };
  const space = key.indexOf(" ");
  const path = key
    .slice(space + 1)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, value);
  return {
    method: key.slice(0, space),
    address: search.size > 0 ? `${path}?${search}` : path,
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

function readAnswer<T>(status: number, text: string): CallOutcome<T> {
  const reply = parse(text);
  if (reply === null) return unreadable;
  if (status >= 200 && status < 300) return { kind: "ok", reply: reply as T };
  const { type, code, error, fields } = reply as Readonly<Record<string, unknown>>;
  // Our replies say so in their type (RFC 9457); the table of all codes would be a twentieth of the page's own scripts.
  const isOurs = typeof code === "string" && type === `urn:wasl:problem:${code}`;
  // Any other 5xx is a proxy speaking, or means what this page does not know: what the server did is not known.
  if (status >= 500 && !(isOurs && serverFaults.has(code as ProblemCode))) return unreadable;
  const refusal = { code: code as ProblemCode, text: buyerText(error), fields: fieldPaths(fields) };
  return { kind: "refused", refusal: isOurs ? refusal : unknownRefusal };
}

/** Refusals with a status of 500 and more. */
export const serverFaults: ReadonlySet<ProblemCode> = new Set([
  "internal",
  "gateway_refused",
  "gateway_unavailable",
  "overloaded",
  "service_unavailable",
  "outcome_unknown",
]);

const unreadable = { kind: "no_answer", isTimeout: false } as const;

const unknownRefusal: Refusal = { code: "unknown", text: null, fields: [] };

/** A text of our server as it may be shown. Spec 8: one that speaks of Java is a leak of machinery, and null. */
export function buyerText(error: unknown): string | null {
  return typeof error === "string" && error.trim() !== "" && !/java/i.test(error) ? error : null;
}

function fieldPaths(fields: unknown): readonly string[] {
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((field: { path?: unknown } | null) =>
    typeof field?.path === "string" ? [field.path] : [],
  );
}

function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
