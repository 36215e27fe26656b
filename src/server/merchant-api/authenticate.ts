/**
 * Who is calling the merchant API. Runs before anything of the request's body is read. Whatever is presented, the
 * same work is done: one hash and one look-up.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ApiKeyScope } from "#core/api-key-scopes.ts";
import { limits } from "#core/limits.ts";
import { Problem } from "#core/problem.ts";
import { type Permission, type Role, roleMay, scopesOfRole } from "#core/roles.ts";
import type { SellerFact } from "#core/tax/tax-party.ts";
import type { World } from "#core/world.ts";
import { selectList } from "#db/columns.ts";
import { addressGroup } from "../limits/address-group.ts";
import { type Budget, type Budgets, createBudgets } from "../limits/budgets.ts";
import { createSharedLimits, type Use } from "../limits/shared-limits.ts";
import { missingOfRow, type SellerRow, sellerColumns } from "../parties/seller-party.ts";
import type { Services } from "../services.ts";
import type { EnvironmentName } from "../settings/variables.ts";
import { environmentOf } from "../settings/world.ts";
import { apiKeyPrefix, hashApiKey } from "./api-keys.ts";
import { noteCaller } from "./request-log.ts";
import { scopeOfRoute } from "./scopes.ts";

/** Who calls for a merchant: one of its keys, by its row, or a person who is signed in to the console. */
export type Principal =
  | { readonly kind: "key"; readonly keyId: number }
  | {
      readonly kind: "person";
      readonly personId: number;
      readonly role: Role;
      /** The role as which the person looks at the console; their own unless they chose another. */
      readonly seenAs: Role;
      readonly sessionId: number;
    };

/** The merchant that a caller stands for, with what issuing needs of it. */
export type ApiMerchant = {
  readonly id: number;
  readonly world: World;
  readonly principal: Principal;
  readonly vatNumber: string | null;
  /** What keeps it from issuing. */
  readonly missingFacts: readonly SellerFact[];
  readonly redirectHosts: readonly string[];
  readonly commissionRateBps: number;
  /** The version of its terms of sale that is meant where none is stated. */
  readonly standardAgreement: number | null;
  /** Whether what signs its buyers' way back is made. */
  readonly hasReturnSecret: boolean;
  /** The operator lets it sell (docs/decisions/0140). */
  readonly isApproved: boolean;
  /** What its key may do, or keys that the person makes. */
  readonly scopes: readonly ApiKeyScope[];
};

const decorator = "apiMerchant";

const callsOfKey: Budget = { most: limits.apiCallsPerKeyPerMinute, windowMs: 60_000 };
const refusals: Budget = { most: limits.apiRefusalsPerAddressPerTenMinutes, windowMs: 10 * 60_000 };

/** What a request says of its key: the key's hash, or the row that a token of ours was signed for. */
export type PresentedKey = {
  readonly by: { readonly hash: Buffer } | { readonly id: number };
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

const factsSql = `m.id, m.world, m.approved_at is not null as "isApproved", m.sealed_return_secret is not null as "hasReturnSecret", m.vat_number as "vatNumber", m.redirect_hosts as "redirectHosts",
  m.commission_rate_bps as "commissionRateBps", m.standard_agreement as "standardAgreement", m.vat_number, ${selectList("m", sellerColumns)}`;

const findMerchantSql = `
select ${factsSql}, k.id as "keyId", k.scopes, k.last_used_at as "lastUsedAt"
from api_keys k join merchants m on m.id = k.merchant_id
where k.revoked_at is null and (k.expires_at is null or k.expires_at > $2) and m.deactivated_at is null
  and `;

/** By its hash, and by its row. */
const findStatements = {
  hash: { name: "find-api-merchant", text: `${findMerchantSql}k.key_hash = $1` },
  id: { name: "find-api-merchant-by-id", text: `${findMerchantSql}k.id = $1` },
} as const;

type MerchantFacts = Pick<
  ApiMerchant,
  | "id"
  | "world"
  | "hasReturnSecret"
  | "isApproved"
  | "vatNumber"
  | "redirectHosts"
  | "commissionRateBps"
  | "standardAgreement"
> &
  SellerRow & { readonly vat_number: string | null };

type MerchantRow = MerchantFacts & {
  readonly keyId: number;
  readonly scopes: readonly ApiKeyScope[];
  readonly lastUsedAt: Date | null;
};

function toMerchant<By extends Partial<Pick<ApiMerchant, "principal" | "scopes">>>(
  row: MerchantFacts,
  by: By,
): Omit<ApiMerchant, "principal" | "scopes"> & By {
  const {
    id,
    world,
    hasReturnSecret,
    isApproved,
    vatNumber,
    redirectHosts,
    commissionRateBps,
    standardAgreement,
  } = row;
  const facts = {
    vatNumber,
    redirectHosts,
    commissionRateBps,
    standardAgreement,
    hasReturnSecret,
    isApproved,
  };
  return { id, world, ...by, ...facts, missingFacts: missingOfRow(row) };
}

const findById = {
  name: "find-merchant-by-id",
  text: `select ${factsSql} from merchants m where m.id = $1 and m.deactivated_at is null`,
} as const;

/** A merchant by its row, where what was asked for was proven in another way than by a caller; null for one that is closed. */
export async function findMerchantById(
  { db }: Pick<Services, "db">,
  merchantId: number,
): Promise<Omit<ApiMerchant, "principal" | "scopes"> | null> {
  const { rows } = await db.pool.query<MerchantFacts>({ ...findById, values: [merchantId] });
  const [found] = rows;
  return found ? toMerchant(found, {}) : null;
}

const findOfPerson = {
  name: "find-merchant-of-person",
  text: `select ${factsSql}, s.role from merchants m join memberships s on s.merchant_id = coalesce(m.live_merchant_id, m.id)
where m.id = $1 and s.person_id = $2 and m.deactivated_at is null`,
} as const;

/**
 * The merchant that a person works for, as they may now; null where they do not, or there is none. Who works for a shop
 * works in its test world, too.
 */
export async function findMerchantOfPerson(
  { db }: Pick<Services, "db">,
  by: { readonly merchantId: number; readonly personId: number; readonly sessionId: number },
): Promise<ApiMerchant | null> {
  const { merchantId, personId, sessionId } = by;
  const values = [merchantId, personId];
  const { rows } = await db.pool.query<MerchantFacts & { role: Role }>({ ...findOfPerson, values });
  const [found] = rows;
  if (!found) return null;
  const { role } = found;
  return toMerchant(found, {
    principal: { kind: "person", personId, role, seenAs: role, sessionId },
    scopes: scopesOfRole[role],
  });
}

/** How exactly the last use of a key is known: a busy key must not write a row with every call. */
const lastUseMs = 60_000;

const markUseSql = `
update api_keys set last_used_at = $2, last_used_address = $4 where id = $1 and (last_used_at is null or last_used_at < $3)`;

/**
 * The merchant of a key, while the key is in force.
 * @param address from where it is presented (`addressGroup`); null: by the installation itself, which is no use of it
 */
export async function findMerchant(
  { db, clock }: Pick<Services, "db" | "clock">,
  key: PresentedKey["by"],
  address: string | null,
): Promise<ApiMerchant | null> {
  const now = new Date(clock.now());
  const query =
    "hash" in key
      ? { ...findStatements.hash, values: [key.hash, now] }
      : { ...findStatements.id, values: [key.id, now] };
  const result = await db.pool.query<MerchantRow>(query);
  const [found] = result.rows;
  if (!found) return null;
  const { keyId, scopes, lastUsedAt } = found;
  const merchant = toMerchant(found, { principal: { kind: "key", keyId }, scopes });
  const minuteAgo = new Date(now.getTime() - lastUseMs);
  if (address !== null && (lastUsedAt === null || lastUsedAt < minuteAgo))
    await db.pool.query({ name: "mark-key-use", text: markUseSql, values: [keyId, now, minuteAgo, address] });
  return merchant;
}
