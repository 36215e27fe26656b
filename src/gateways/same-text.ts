/** Comparing secrets. */
import { createHash, timingSafeEqual } from "node:crypto";

/** Compares in constant time; hashing first makes both sides equally long. An empty expectation is never met. */
export function isSameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected)) && expected !== "";
}
