/** Calls with a bearer token that is good for a while (such as by RFC 6749, 4.4): fetched by the account's secret, and kept until shortly before its end. */
import { parseJson } from "#core/json.ts";
import type { Clock, HttpRequest } from "#core/ports.ts";
import { Secret } from "#core/secret/secret.ts";
import { type ApiCall, type ApiOptions, createApiCall, presenting } from "./api-call.ts";

export type TokenOptions = Omit<ApiOptions, "authorise"> & {
  readonly clock: Clock;
  /** The request that gives a token, with the account's credentials. */
  readonly tokenRequest: () => HttpRequest;
  /** The token in its answer's body, in the provider's shape; null where there is none. */
  readonly readToken: (body: unknown) => StatedToken | null;
};

export type StatedToken = { readonly token: string; readonly lifetimeMs: number };

type NotSent = { readonly kind: "not_sent"; readonly why: string };

/** A token is not used in the last part of its life: it has to arrive, and the clocks of two machines differ. */
const marginMs = 60_000;

/**
 * Builds the caller of one account. Without a token the result is `not_sent`, since nothing that needs one was sent. A token that
 * the provider no longer accepts (401) is replaced, and the call made again, once.
 */
export function createTokenCall(options: TokenOptions): ApiCall {
  const tokens = createTokens(options);
  return async (schema, request) => {
    for (let isLast = false; ; isLast = true) {
      const token = await tokens.get();
      if ("kind" in token) return token;
      const result = await createApiCall({ ...options, authorise: presenting(token) })(schema, request);
      if (isLast || result.kind !== "not_sent" || result.why !== "HTTP 401") return result;
      tokens.forget(token);
    }
  };
}

/** The tokens of one account. Callers that come while one is being fetched share it. */
function createTokens({ http, log, clock, provider, tokenRequest, readToken }: TokenOptions) {
  let kept: { readonly token: Secret; readonly goodUntil: number } | null = null;
  let fetching: Promise<Secret | NotSent> | null = null;

  const fetchToken = async (): Promise<Secret | NotSent> => {
    const askedAt = clock.now();
    const result = await http(tokenRequest());
    const isGiven = result.kind === "answer" && result.status >= 200 && result.status <= 299;
    const stated = isGiven ? readToken(parseJson(result.body)) : null;
    if (stated === null) {
      const why = `no access token: ${result.kind === "answer" ? `HTTP ${result.status}` : result.reason}`;
      log?.warn("provider.no_result", { provider, operation: "TOKEN", result: "not_sent", why });
      return { kind: "not_sent", why };
    }
    const token = new Secret(stated.token);
    kept = { token, goodUntil: askedAt + stated.lifetimeMs - marginMs };
    return token;
  };
  return {
    get: async (): Promise<Secret | NotSent> => {
      if (kept !== null && kept.goodUntil > clock.now()) return kept.token;
      fetching ??= fetchToken().finally(() => {
        fetching = null;
      });
      return await fetching;
    },
    /** Another call may have replaced it already: the new one stays. */
    forget: (token: Secret): void => {
      if (kept?.token === token) kept = null;
    },
  };
}
