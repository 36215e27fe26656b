/** Sessions of the forms before the console: which one a request has, and how one begins. */
import type { FastifyReply, FastifyRequest } from "fastify";
import * as timing from "#core/timing.ts";
import { addressGroup } from "../limits/address-group.ts";
import { hasSecondFactor } from "../people/second-factor.ts";
import { sessionToken, setSessionCookie } from "../people/session-cookie.ts";
import {
  endSessions,
  findSession,
  findWaitingSession,
  type NewSession,
  openSession,
  type Session,
} from "../people/sessions.ts";
import type { Services } from "../services.ts";

/** The session of a request; null for none that is in force. */
export async function sessionOfRequest(services: Services, request: FastifyRequest): Promise<Session | null> {
  const token = sessionToken(request, services.config);
  return token === null ? null : await findSession(services, token);
}

/** The session of a request that waits for its second factor. */
export async function waitingSession(services: Services, request: FastifyRequest) {
  const token = sessionToken(request, services.config);
  return token === null ? null : await findWaitingSession(services, token);
}

/** The session of a person who has proven a short while ago who they are: how one signs in is changed with nothing less. */
export async function provenSession(services: Services, request: FastifyRequest): Promise<Session | null> {
  const session = await sessionOfRequest(services, request);
  return session && services.clock.now() < session.provenAt + timing.personProofMs ? session : null;
}

/** Leads to where a person proves who they are, or signs in, and from there back to a page. */
export async function leadToProof(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
): Promise<FastifyReply> {
  const way = (await sessionOfRequest(services, request)) ? "/prove" : "/sign-in";
  return reply.redirect(`${way}?next=${encodeURIComponent(page)}`, 303);
}

/** Opens a session of somebody who has just proven who they are, and gives the browser its token. */
export async function beginSession(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { personId, opens }: Pick<NewSession, "personId" | "opens">,
): Promise<void> {
  // A token that was there before, perhaps put there by a stranger, is of no use afterwards.
  const before = (await sessionOfRequest(services, request)) ?? (await waitingSession(services, request));
  const { kysely } = services.db;
  const now = services.clock.now();
  if (before) await endSessions(kysely, before.personId, { only: before.id }, now);
  const place = { address: addressGroup(request.ip), userAgent: request.headers["user-agent"] ?? "" };
  const token = await openSession(kysely, { personId, now, place, opens });
  setSessionCookie(reply, services.config, token);
}

/**
 * Opens the session of somebody whose password was right, or just chosen: all of it, or the form for the second factor alone.
 * @returns where to redirect: `next`, or the step before it
 */
export async function beginAfterPassword(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { personId, next }: { readonly personId: number; readonly next: string },
): Promise<string> {
  const step = await stepAfterPassword(services, personId);
  const opens = step === null ? "all" : "second factor";
  await beginSession(services, request, reply, { personId, opens });
  return step === null ? next : `${step}?next=${encodeURIComponent(next)}`;
}

/** The page to which the right password leads: the second factor, or making one where the operator requires it; null for none. */
async function stepAfterPassword(
  { db, config }: Services,
  personId: number,
): Promise<"/second-factor" | typeof setUpPath | null> {
  if (await hasSecondFactor(db.kysely, personId)) return "/second-factor";
  return config.consoleNeedsSecondFactor ? setUpPath : null;
}

/** Where a second factor is set up. */
export const setUpPath = "/second-factor/set-up";

export type SetUpSession = Pick<Session, "id" | "personId"> & {
  /** The person cannot continue to the console before there is a factor. */
  readonly isWaiting: boolean;
};

/**
 * The session in which a factor may be set up: one that was proven a short while ago, or one of a person who has shown the password and
 * has no factor yet, where the operator requires one.
 */
export async function setUpSession(
  services: Services,
  request: FastifyRequest,
): Promise<SetUpSession | null> {
  const proven = await provenSession(services, request);
  if (proven) return { ...proven, isWaiting: false };
  const waiting = await waitingSession(services, request);
  const isToSetUp = waiting && !(await hasSecondFactor(services.db.kysely, waiting.personId));
  return isToSetUp ? { ...waiting, isWaiting: true } : null;
}
