/**
 * One authenticated JSON request to a provider, and the meaning of its answer. Several providers speak the same kind of
 * HTTP: a token or a signature, JSON both ways, errors by HTTP status. The secret of the account is in its headers and
 * nowhere else; failures are logged by code, bodies never are.
 */

import type { z } from "zod";
import { parseJson } from "#core/json.ts";
import type { Outcome } from "#core/outcome.ts";
import type { Http, HttpRequest, HttpResult, Log } from "#core/ports.ts";
import { redactDigits } from "#core/secret/redact.ts";
import type { Secret } from "#core/secret/secret.ts";

export type ApiResult<T> = { readonly kind: "answer"; readonly value: T } | ApiFailure;

export type ApiFailure =
  /** Read and not executed: invalid, unknown, or not allowed in the state of the payment. */
  | Refused
  /** Certainly not executed: it did not arrive, our credentials were refused, or the provider was too busy. */
  | { readonly kind: "not_sent"; readonly why: string }
  /** Sent with an unknown outcome: no answer, a failure on the way, or an answer that cannot be parsed. */
  | { readonly kind: "no_answer"; readonly why: string };

export type Refused = {
  readonly kind: "refused";
  readonly httpStatus: number;
  /** The provider's own code, for tables and records. */
  readonly code: string;
  /** The provider's own words without digit runs, for records; never shown to a buyer (decision K21). */
  readonly text?: string;
};

export type ApiRequest<T> = {
  /** Name for the log. */
  readonly operation: string;
  readonly method: HttpRequest["method"];
  /** Below the provider's address, with a leading slash; every id in it is escaped. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly timeoutMs: number;
  /** Whether the answer is about the requested payment; any other proves nothing. */
  readonly isExpected?: (answer: T) => boolean;
};

export type ApiCall = <T>(schema: z.ZodType<T>, request: ApiRequest<T>) => Promise<ApiResult<T>>;

export type ApiOptions = {
  readonly http: Http;
  readonly log?: Log | undefined;
  /** Name for the log. */
  readonly provider: string;
  /** Without a final slash. */
  readonly baseUrl: string;
  /** The headers that say whose the request is: `presenting` a token, or a signature over what is sent. */
  readonly authorise: (sent: SentRequest) => Readonly<Record<string, string>>;
  /** Code and words of an error body, in the provider's shape. */
  readonly readRefusal: (body: unknown) => { readonly code: string; readonly text?: string };
};

/** What a signature may be over: `body` are the bytes that are sent, as text; null for none. */
export type SentRequest = Pick<HttpRequest, "method" | "url"> & { readonly body: string | null };

/** The token in the Authorization header. */
export function presenting(token: Secret, scheme: "Bearer" | "Basic" = "Bearer"): ApiOptions["authorise"] {
  return () => ({ authorization: `${scheme} ${token.reveal()}` });
}

/** Builds the caller of one provider account. It never throws for anything that the provider does. */
export function createApiCall(options: ApiOptions): ApiCall {
  const { http, log, provider, baseUrl, authorise } = options;
  return async (schema, request) => {
    const { method, timeoutMs } = request;
    const url = baseUrl + request.path;
    const body = request.body ? JSON.stringify(request.body) : null;
    const result = await http({
      method,
      url,
      headers: {
        ...authorise({ method, url, body }),
        accept: "application/json",
        ...(body !== null && { "content-type": "application/json" }),
        ...request.headers,
      },
      ...(body !== null && { body }),
      timeoutMs,
    });
    const read = readResult(schema, result, options);
    const isForeign = read.kind === "answer" && request.isExpected?.(read.value) === false;
    const answer = isForeign ? ({ kind: "no_answer", why: "answer about something else" } as const) : read;
    if (answer.kind !== "answer") {
      log?.warn("provider.no_result", {
        provider,
        operation: request.operation,
        result: answer.kind,
        why: whyOf(answer),
      });
    }
    return answer;
  };
}

/** The outcome of an answer about an attempt: `read` for the provider's record; 404 for none. */
export function readFound<T, O extends Outcome>(
  result: ApiResult<T>,
  read: (record: T) => O,
): O | Extract<Outcome, { kind: "not_found" | "not_sent" | "unknown" }> {
  switch (result.kind) {
    case "answer":
      return read(result.value);
    case "refused":
      return result.httpStatus === 404 ? { kind: "not_found" } : { kind: "unknown", why: whyOf(result) };
    case "not_sent":
      return result;
    case "no_answer":
      return { kind: "unknown", why: result.why };
  }
}

/** In a few words for the log and the attempt's history: codes, never free text. */
export function whyOf(failure: ApiFailure): string {
  return failure.kind === "refused" ? `HTTP ${failure.httpStatus} ${failure.code}` : failure.why;
}

/** What is stored of a refusal, in addition to the outcome. */
export function refusalRecord(refused: Refused): {
  readonly providerCode: string;
  readonly providerText?: string;
} {
  return {
    providerCode: refused.code,
    ...(refused.text !== undefined && { providerText: refused.text }),
  };
}

function readResult<T>(
  schema: z.ZodType<T>,
  result: HttpResult,
  { readRefusal }: Pick<ApiOptions, "readRefusal">,
): ApiResult<T> {
  if (result.kind !== "answer") return { kind: result.kind, why: result.reason };
  const { status } = result;
  if (status === 401 || status === 429) return { kind: "not_sent", why: `HTTP ${status}` };
  // 408 and every 5xx come from somewhere on the way: whether the provider executed the request is unknown.
  if (status >= 500 || status === 408) return { kind: "no_answer", why: `HTTP ${status}` };
  const body = parseJson(result.body);
  if (status >= 400) {
    const { code, text } = readRefusal(body);
    return {
      kind: "refused",
      httpStatus: status,
      code: code.slice(0, 100),
      ...(text !== undefined && { text: redactDigits(text).slice(0, 500) }),
    };
  }
  if (status < 200 || status > 299) return { kind: "no_answer", why: `HTTP ${status}` };
  const parsed = schema.safeParse(body);
  if (parsed.success) return { kind: "answer", value: parsed.data };
  return { kind: "no_answer", why: `unexpected shape at ${parsed.error.issues[0]?.path.join(".") ?? ""}` };
}
