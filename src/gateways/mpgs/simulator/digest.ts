/**
 * A fingerprint of a request, by which a repetition is distinguished from a different request under a used id. Card
 * numbers are masked and security codes left out first, because digests are kept with the orders (decision K4).
 */

import { hash } from "node:crypto";
import { maskNumber } from "./cards.ts";

/** Base64 SHA-256 of the body with sorted keys. The order of keys, and `correlationId`, make no difference. */
export function bodyDigest(body: unknown): string {
  return hash("sha256", JSON.stringify(canonical(body)), "base64");
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .filter(([key]) => key !== "securityCode" && key !== "correlationId")
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([key, each]) => [
      key,
      key === "number" && typeof each === "string" ? maskNumber(each) : canonical(each),
    ]),
  );
}
