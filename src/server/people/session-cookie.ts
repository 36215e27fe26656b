/**
 * The cookies of the console: of a session, and of an address that is being proven. For this host alone, out of reach of scripts, and
 * sent by our own pages alone (ASVS 3.3).
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../settings/config.ts";

type Place = Pick<Config, "consoleUrl">;
type Kind = "session" | "proof";

const isSecure = ({ consoleUrl }: Place): boolean => consoleUrl?.startsWith("https://") === true;

/** Browsers take the prefix with https alone; on this machine there is none. */
const nameOf = (place: Place, kind: Kind): string => `${isSecure(place) ? "__Host-" : ""}wasl_${kind}`;

function read(request: FastifyRequest, place: Place, kind: Kind): string | null {
  const token = request.cookies?.[nameOf(place, kind)];
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null;
}

function write(reply: FastifyReply, place: Place, kind: Kind, token: string | null): void {
  const rest = { path: "/", httpOnly: true, secure: isSecure(place), sameSite: "strict" } as const;
  reply.setCookie(nameOf(place, kind), token ?? "", token === null ? { ...rest, maxAge: 0 } : rest);
}

/** The token of a session that a request brings; null for none. */
export function sessionToken(request: FastifyRequest, place: Place): string | null {
  return read(request, place, "session");
}

/** Gives the browser a token, until it is closed. */
export function setSessionCookie(reply: FastifyReply, place: Place, token: string): void {
  write(reply, place, "session", token);
}

/** Takes it back. */
export function clearSessionCookie(reply: FastifyReply, place: Place): void {
  write(reply, place, "session", null);
}

/** The token of an address that is being proven; null for none. */
export function proofToken(request: FastifyRequest, place: Place): string | null {
  return read(request, place, "proof");
}

/** Gives the browser a token of a proof, or takes it back. */
export function setProofCookie(reply: FastifyReply, place: Place, token: string | null): void {
  write(reply, place, "proof", token);
}
