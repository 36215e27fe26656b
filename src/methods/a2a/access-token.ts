/** Bearer tokens for the bank's service by OAuth client credentials (RFC 6749, 4.4), kept while they are good. */
import { parseJson } from "#core/json.ts";
import type { HttpResult } from "#core/ports.ts";
import { Secret } from "#core/secret/secret.ts";
import * as timing from "#core/timing.ts";
import type { ProviderPorts } from "../payment-method.ts";
import type { A2aSettings } from "./settings.ts";
import { tokenAnswer } from "./wire.ts";

export type AccessTokens = {
  /** A token that is good for a while, or why there is none: then nothing that needs one was sent. */
  readonly get: () => Promise<Secret | { readonly kind: "not_sent"; readonly why: string }>;
  /** Forgets a token that was refused. */
  readonly forget: (token: Secret) => void;
};

/** A token is not used in the last part of its life: it has to arrive, too. */
const marginMs = 60_000;

/** The tokens of one account. Callers that come while a token is being fetched share it. */
export function createAccessTokens(settings: A2aSettings, { http, clock }: ProviderPorts): AccessTokens {
  let kept: { readonly token: Secret; readonly goodUntil: number } | null = null;
  let fetching: ReturnType<AccessTokens["get"]> | null = null;

  const fetchToken: AccessTokens["get"] = async () => {
    const askedAt = clock.now();
    const answer = readToken(await http(tokenRequest(settings)));
    if ("kind" in answer) return answer;
    kept = { token: answer.token, goodUntil: askedAt + answer.lifetimeMs - marginMs };
    return answer.token;
  };
  return {
    get: async () => {
      if (kept && kept.goodUntil > clock.now()) return kept.token;
      fetching ??= fetchToken().finally(() => {
        fetching = null;
      });
      return await fetching;
    },
    forget: (token) => {
      if (kept?.token === token) kept = null;
    },
  };
}

function tokenRequest({ baseUrl, clientId, clientSecret }: A2aSettings) {
  const credentials = [clientId, clientSecret.reveal()].map(encodeURIComponent).join(":");
  return {
    method: "POST",
    url: `${baseUrl}/oauth/token`,
    headers: {
      authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
    timeoutMs: timing.gatewaySessionTimeoutMs,
  } as const;
}

function readToken(
  result: HttpResult,
):
  | { readonly token: Secret; readonly lifetimeMs: number }
  | { readonly kind: "not_sent"; readonly why: string } {
  if (result.kind !== "answer") return { kind: "not_sent", why: `no access token: ${result.reason}` };
  const parsed = tokenAnswer.safeParse(parseJson(result.body));
  if (result.status !== 200 || !parsed.success)
    return { kind: "not_sent", why: `no access token: HTTP ${result.status}` };
  return { token: new Secret(parsed.data.access_token), lifetimeMs: parsed.data.expires_in * 1000 };
}
