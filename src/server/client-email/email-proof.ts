/** The proof of a confirmed address that payment calls bring along (Spec 6); `payments/guards.ts` recognises it. */
import * as timing from "#core/timing.ts";
import type { Services } from "../services.ts";

/** A proof for an order, good for 24 hours: the instant of its end in base 36, a dot, and a signature over both. */
export function emailProof(
  { clock, signing }: Pick<Services, "clock" | "signing">,
  orderNumber: string,
): string {
  const expires = (clock.now() + timing.emailProofLifetimeMs).toString(36);
  return `${expires}.${signing.sign("email", [orderNumber, expires])}`;
}
