/** The id under which an attempt's payment is stored at Moyasar, known before anything is sent. */
import { createHash } from "node:crypto";

/**
 * The UUID of an attempt: always the same one, so that a repetition cannot issue a second bill, and a bill whose
 * answer was lost is found. Marked as version 4, which Moyasar recommends.
 */
export function paymentIdOf(attemptId: string): string {
  const hash = createHash("sha256").update(`wasl:sadad:${attemptId}`).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x40;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}
