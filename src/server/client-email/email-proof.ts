/**
 * The proof of a confirmed address that payment calls bring along (Spec 6). The browser in which the address was
 * confirmed keeps it in a cookie, so that a page that is loaded again has it, too; no other party gets it.
 */
import type { FastifyReply } from "fastify";
import * as timing from "#core/timing.ts";
import type { Services } from "../services.ts";

/** Name of the cookie; it holds the newest proof that the browser was given, of whatever order. */
export const emailProofCookie = "wasl-email-proof";

/** A proof for an order, good for 24 hours: the instant of its end in base 36, a dot, and a signature over both. */
export function emailProof(
  { clock, signing }: Pick<Services, "clock" | "signing">,
  orderNumber: string,
): string {
  const expires = (clock.now() + timing.emailProofLifetimeMs).toString(36);
  return `${expires}.${signing.sign("email", [orderNumber, expires])}`;
}

/**
 * Judges a proof that came back.
 * @param now milliseconds since the epoch
 * @returns `wrong` when it was never ours or is of another order, `expired` when its day has ended
 */
export function judgeEmailProof(
  { signing, now }: Pick<Services, "signing"> & { readonly now: number },
  orderNumber: string,
  proof: string,
): "valid" | "expired" | "wrong" {
  const [expires = "", signature = "", ...rest] = proof.split(".");
  if (rest.length > 0 || !/^[0-9a-z]{1,9}$/.test(expires)) return "wrong";
  if (!signing.verify("email", [orderNumber, expires], signature)) return "wrong";
  return Number.parseInt(expires, 36) > now ? "valid" : "expired";
}

/** Leaves a proof with the browser that has earned it; scripts cannot read it. */
export function keepEmailProof(
  { config }: Pick<Services, "config">,
  reply: FastifyReply,
  proof: string,
): void {
  reply.setCookie(emailProofCookie, proof, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: config.webUrl.startsWith("https:"),
    maxAge: timing.emailProofLifetimeMs / 1000,
  });
}
