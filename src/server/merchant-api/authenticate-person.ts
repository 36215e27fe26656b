/**
 * Who is signed in. On the console's host the calls of merchants are made with the cookie of a session in place of a key: the
 * header `wasl-shop` says for which shop. Membership, role and session are read at each request.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { problemsOfPeople } from "#contract/call-problems.ts";
import { Problem } from "#core/problem.ts";
import { type Role, readRole, roleMay } from "#core/roles.ts";
import * as timing from "#core/timing.ts";
import { requireOwnOrigin } from "../people/own-origin.ts";
import { sessionToken } from "../people/session-cookie.ts";
import { findSession, type Session } from "../people/sessions.ts";
import type { Services } from "../services.ts";
import { findMerchantOfPerson } from "./api-merchant.ts";
import { decorateMerchant, setMerchant } from "./authenticate.ts";
import { type CallRight, rightOfRoute } from "./scopes.ts";

const decorator = "personSession";

/** Makes every route of a scope require a session, and the permission that the table names for it. */
export function requirePerson(
  scope: FastifyInstance,
  services: Pick<Services, "config" | "db" | "clock">,
): void {
  decorateMerchant(scope);
  scope.decorateRequest(decorator, null);
  scope.addHook("onRoute", (route) => {
    for (const method of [route.method].flat()) rightOfRoute({ method, url: route.url });
    const problems = new Set([...(route.config?.problems ?? []), ...problemsOfPeople]);
    route.config = { ...route.config, problems };
  });
  scope.addHook("onRequest", async (request) => {
    requireOwnOrigin(request, services.config);
    const token = sessionToken(request, services.config);
    // What a screen asks for by itself must not keep the session of a person who has left (ASVS 7.3.1).
    const use = request.headers["wasl-unattended"] === "1" ? "unattended" : "attended";
    const session = token === null ? null : await findSession(services, token, use);
    if (session === null) throw new Problem("unauthorized");
    request.setDecorator<Session>(decorator, session);
    const { method, url = "" } = request.routeOptions;
    const right = rightOfRoute({ method: [method].flat()[0] ?? "", url });
    if (right.may !== null) await enterShop(services, request, session, right.may);
    requireNoPreview(request);
    requireProof(right, session, services.clock.now());
  });
}

/** Of a shop that there is not the answer is the same as of one in which the person does not work. */
async function enterShop(
  services: Pick<Services, "db">,
  request: FastifyRequest,
  { personId, id: sessionId }: Session,
  permission: NonNullable<CallRight["may"]>,
): Promise<void> {
  const shop = request.headers["wasl-shop"];
  if (typeof shop !== "string" || !/^[1-9]\d{0,14}$/.test(shop)) {
    const field = { path: "wasl-shop", code: "invalid", message: "the id of a shop of yours" };
    throw new Problem("validation_failed", { fields: [field] });
  }
  const merchant = await findMerchantOfPerson(services, { merchantId: Number(shop), personId, sessionId });
  if (merchant === null || merchant.principal.kind !== "person") throw new Problem("permission_missing");
  const { principal } = merchant;
  const seenAs = asRole(request) ?? principal.role;
  // A role that sees less is not widened by looking as one that sees more.
  const isMasked = principal.role === "cashier" || principal.role === "developer";
  setMerchant(request, {
    ...merchant,
    principal: { ...principal, seenAs: isMasked ? principal.role : seenAs },
  });
  if (![principal.role, seenAs].every((role) => roleMay(role, permission)))
    throw new Problem("permission_missing");
}

/** A person may look at the console as another role sees it: what is allowed is then what both may. */
function asRole(request: FastifyRequest): Role | null {
  const text = request.headers["wasl-as-role"];
  if (text === undefined) return null;
  const role = typeof text === "string" ? readRole(text) : null;
  if (role !== null) return role;
  const field = { path: "wasl-as-role", code: "invalid", message: "a role" };
  throw new Problem("validation_failed", { fields: [field] });
}

/** Calls that read, with what is looked for in the body. */
const readsByPost: ReadonlySet<string> = new Set(["/api/v1/search"]);

/** Who looks at the console as a role sees it changes nothing. */
function requireNoPreview(request: FastifyRequest): void {
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isRead || readsByPost.has(request.routeOptions.url ?? "")) return;
  if (asRole(request) !== null) throw new Problem("preview_read_only");
}

function requireProof({ isProvenAgain }: CallRight, { provenAt }: Session, now: number): void {
  if (isProvenAgain && now >= provenAt + timing.personProofMs) throw new Problem("reauthentication_required");
}

/** The session of a request that has passed. */
export function sessionOf(request: FastifyRequest): Session {
  const session = request.getDecorator<Session | null>(decorator);
  if (session === null) throw new Error("the route does not require a session");
  return session;
}
