/**
 * Who is calling the merchant API. Runs before anything of the request's body is read. Whatever is presented, the
 * same work is done: one hash and one look-up.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ApiKeyScope } from "#core/api-key-scopes.ts";
import { limits } from "#core/limits.ts";
import { Problem } from "#core/problem.ts";
import { type Permission, roleMay } from "#core/roles.ts";
import { addressGroup } from "../limits/address-group.ts";
import { type Budget, type Budgets, createBudgets } from "../limits/budgets.ts";
import { createSharedLimits, type Use } from "../limits/shared-limits.ts";
import type { Services } from "../services.ts";
import type { EnvironmentName } from "../settings/variables.ts";
import { environmentOf } from "../settings/world.ts";
import { apiKeyPrefix, hashApiKey } from "./api-keys.ts";
import { type ApiMerchant, findMerchant, type KeyName } from "./api-merchant.ts";
import { noteCaller } from "./request-log.ts";
import { scopeOfRoute } from "./scopes.ts";

const decorator = "apiMerchant";

const callsOfKey: Budget = { most: limits.apiCallsPerKeyPerMinute, windowMs: 60_000 };
const refusals: Budget = { most: limits.apiRefusalsPerAddressPerTenMinutes, windowMs: 10 * 60_000 };

/** What a request says of its key. */
export type PresentedKey = {
  readonly by: KeyName;
  /**
   * False for one of another environment than that in which its merchant is served, or a token that is not ours or over:
   * looked up all the same.
   */
  readonly isOurs: (environment: EnvironmentName) => boolean;
};

/** How the calls of a scope are let in. */
export type KeyRule = {
  /** Reads an `Authorization` header; null when nothing is presented. */
  readonly presented: (header: string | undefined) => PresentedKey | null;
  /**
   * What a route needs; null: any key.
   * @throws Error for a route that the table of scopes does not have
   */
  readonly scopeOf: (route: { readonly method: string; readonly url: string }) => ApiKeyScope | null;
};

type GateServices = Pick<Services, "config" | "db" | "clock" | "signing" | "notices">;

export type KeyGate = {
  /**
   * The merchant of a key in force. Counts calls by key, on each server, and refusals by address, over all. A valid key is
   * never refused for what others at its address do.
   * @throws Problem `unauthorized` or `rate_limited`
   */
  readonly pass: (
    presented: PresentedKey | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<ApiMerchant>;
};

/** Makes what judges keys and counts. */
export function createKeyGate(services: GateServices): KeyGate {
  const { config, clock } = services;
  const budgets = createBudgets(clock.now);
  const shared = createSharedLimits(services);
  const limit = (retryAfterSeconds: number | null): void => {
    if (retryAfterSeconds !== null) throw new Problem("rate_limited", { retryAfterSeconds });
  };
  const refuse = async (request: FastifyRequest, reply: FastifyReply, error: string): Promise<never> => {
    const use: Use = ["refused keys", addressGroup(request.ip)];
    if (config.rateLimits) limit(shared.wait(use) ?? (await shared.take(use, refusals)));
    return unauthorized(reply, error);
  };
  return {
    pass: async (presented, request, reply) => {
      if (presented === null) return await refuse(request, reply, "");
      const merchant = await findMerchant(services, presented.by, addressGroup(request.ip));
      if (merchant === null || !presented.isOurs(environmentOf(config.environment, merchant)))
        return await refuse(request, reply, ', error="invalid_token"');
      noteCaller(request, { merchantId: merchant.id, keyId: keyIdOf(merchant) });
      if (config.rateLimits) {
        const caller = actorOf(merchant);
        const wait = budgets.take(caller, callsOfKey);
        reply.headers(limitHeaders(budgets.rest(caller, callsOfKey)));
        limit(wait);
      }
      return merchant;
    },
  };
}

/** Reads a key as it is: `Authorization: Bearer wasl_…`. */
function readKey(header: string | undefined): PresentedKey | null {
  const key = bearerToken(header);
  if (key === null) return null;
  return {
    by: { hash: hashApiKey(key) },
    isOurs: (environment) => key.startsWith(apiKeyPrefix(environment)),
  };
}

/** Makes every route of a scope require a key that may do it; a valid `Authorization: Bearer` key unless a rule says otherwise. */
export function requireApiKey(
  scope: FastifyInstance,
  services: GateServices,
  rule: Partial<KeyRule> & { readonly gate?: KeyGate } = {},
): void {
  const { presented = readKey, scopeOf = scopeOfRoute, gate = createKeyGate(services) } = rule;
  decorateMerchant(scope);
  // A call without a scope stops the start, not a merchant.
  scope.addHook("onRoute", ({ method, url }) => {
    for (const each of [method].flat()) scopeOf({ method: each, url });
  });
  scope.addHook("onRequest", async (request, reply) => {
    const merchant = await gate.pass(presented(request.headers.authorization), request, reply);
    const { method, url = "" } = request.routeOptions;
    const needed = scopeOf({ method: [method].flat()[0] ?? "", url });
    if (needed !== null && !merchant.scopes.includes(needed)) throw new Problem("scope_missing");
    setMerchant(request, merchant);
  });
}

/** Makes room on the requests of a scope for who calls; before its hooks. */
export function decorateMerchant(scope: FastifyInstance): void {
  scope.decorateRequest(decorator, null);
}

/** Notes who calls, for `merchantOf`. */
export function setMerchant(request: FastifyRequest, merchant: ApiMerchant): void {
  request.setDecorator<ApiMerchant>(decorator, merchant);
}

/** The key that calls, where only keys are let in. */
export function keyIdOf({ principal }: Pick<ApiMerchant, "principal">): number {
  if (principal.kind !== "key") throw new Error("no key was presented");
  return principal.keyId;
}

/** Who calls, as the audit log names it. */
export function actorOf({ principal }: Pick<ApiMerchant, "principal">): string {
  return principal.kind === "key" ? `key ${principal.keyId}` : `person ${principal.personId}`;
}

/** Whether who calls may see what a permission is for, within a call that they may make; a key that may make it sees all of it. */
export function maySee({ principal }: Pick<ApiMerchant, "principal">, permission: Permission): boolean {
  if (principal.kind === "key") return true;
  return [principal.role, principal.seenAs].every((role) => roleMay(role, permission));
}

/** What a key has left, as draft-ietf-httpapi-ratelimit-headers-10 writes it; on every answer to a valid key. */
function limitHeaders({ left, resetSeconds }: ReturnType<Budgets["rest"]>): Record<string, string> {
  return {
    "ratelimit-policy": `"key";q=${callsOfKey.most};w=${callsOfKey.windowMs / 1000}`,
    ratelimit: `"key";r=${left};t=${resetSeconds}`,
  };
}

/** The merchant of a request that has passed. */
export function merchantOf(request: FastifyRequest): ApiMerchant {
  const merchant = presentMerchant(request);
  if (merchant === null) throw new Error("the route does not require an API key");
  return merchant;
}

/** The same, or null for a request that has not passed. */
export function presentMerchant(request: FastifyRequest): ApiMerchant | null {
  return request.getDecorator<ApiMerchant | null>(decorator);
}

/** RFC 6750, section 3: no error code when nothing was presented. */
function unauthorized(reply: FastifyReply, error: string): never {
  reply.header("www-authenticate", `Bearer realm="wasl"${error}`);
  throw new Problem("unauthorized");
}

function bearerToken(header: string | undefined): string | null {
  return /^bearer +(\S+) *$/i.exec(header ?? "")?.[1] ?? null;
}
