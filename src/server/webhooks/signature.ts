/** Secrets and signatures of webhooks (Standard Webhooks: standardwebhooks.com). */
import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** A new secret: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString("base64");
}

/**
 * The headers by which a receiver knows a message: its id, the time of this try, and one signature for each secret.
 * @param at milliseconds since the epoch
 */
export function signedHeaders({
  id,
  at,
  body,
  secrets,
}: {
  readonly id: string;
  readonly at: number;
  readonly body: string;
  readonly secrets: readonly string[];
}): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const timestamp = String(Math.floor(at / 1000));
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  };
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map(sign).join(" "),
  };
}
