/** The cookie of a session: for this host alone, out of reach of scripts, and sent by our own pages alone (ASVS 3.3). */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../settings/config.ts";

type Place = Pick<Config, "consoleUrl">;

const isSecure = ({ consoleUrl }: Place): boolean => consoleUrl?.startsWith("https://") === true;

/** Browsers take the prefix with https alone; on this machine there is none. */
const nameOf = (place: Place): string => (isSecure(place) ? "__Host-wasl_session" : "wasl_session");

/** The token that a request brings; null for none. */
export function sessionToken(request: FastifyRequest, place: Place): string | null {
  const token = request.cookies?.[nameOf(place)];
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null;
}

/** Gives the browser a token, until it is closed. */
export function setSessionCookie(reply: FastifyReply, place: Place, token: string): void {
  const rest = { path: "/", httpOnly: true, secure: isSecure(place), sameSite: "strict" } as const;
  reply.setCookie(nameOf(place), token, rest);
}

/** Takes it back. */
export function clearSessionCookie(reply: FastifyReply, place: Place): void {
  const rest = { path: "/", httpOnly: true, secure: isSecure(place), sameSite: "strict" } as const;
  reply.setCookie(nameOf(place), "", { ...rest, maxAge: 0 });
}
