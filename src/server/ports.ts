/** The real clock and identifiers. */
import { randomBytes, randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Clock, Ids } from "#core/ports.ts";

/** The system's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await wait(ms, undefined, { ...(signal && { signal }) }).catch(() => undefined);
  },
};

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function crockfordText(length: number): string {
  // 256 is a multiple of 32, so the remainder is evenly spread.
  return Array.from(randomBytes(length), (byte) => crockford[byte % 32]).join("");
}

/** Identifiers from the operating system's generator. */
export const systemIds: Ids = {
  orderNumber: () => crockfordText(16),
  linkIdentity: () => crockfordText(12),
  // Time first, so that new rows land at the end of the index; 80 random bits behind it.
  attemptId: () =>
    Date.now().toString(36).padStart(9, "0") +
    BigInt(`0x${randomBytes(10).toString("hex")}`)
      .toString(36)
      .padStart(16, "0"),
  token: (bytes) => randomBytes(bytes).toString("base64url"),
  otp: (digits) => String(randomInt(0, 10 ** digits)).padStart(digits, "0"),
};
