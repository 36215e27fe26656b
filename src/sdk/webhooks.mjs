/** Signatures of webhooks (Standard Webhooks: standardwebhooks.com), by the Web Crypto of Node, Deno, Bun and workers. */
import { WaslWebhookError } from "./errors.mjs";

const prefix = "whsec_";
const encoder = new TextEncoder();

/**
 * Reads a webhook that Wasl has signed.
 * @param given `body` as it came, text or bytes, never parsed and written again; `headers` of the request; `secret`, or
 *   several while one is being changed; `toleranceSeconds`, 300 unless given: how old a webhook may be, against
 *   recorded ones that are sent again; `nowMs`, the clock's time unless given
 * @returns the event
 * @throws WaslWebhookError when it is not signed with one of the secrets, or not now
 */
export async function verifyWebhook({ body, headers, secret, toleranceSeconds = 300, nowMs = Date.now() }) {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature");
  if (!/^\d{1,12}$/.test(timestamp)) throw new WaslWebhookError("webhook-timestamp is no time");
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WaslWebhookError("the webhook is too old, or this machine's clock is wrong");
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = encoder.encode(`${id}.${timestamp}.${text}`);
  const given = signatures.split(" ").filter((one) => one.startsWith("v1,"));
  for (const one of [secret].flat()) {
    const key = await importSecret(one, "verify");
    // Compares in constant time.
    for (const signature of given)
      if (await crypto.subtle.verify("HMAC", key, bytesOf(signature.slice(3)), signed))
        return JSON.parse(text);
  }
  throw new WaslWebhookError("the signature is not of this secret, or the body has been changed");
}

/**
 * The three headers of a webhook, for tests of a receiver.
 * @param given `id` of the event, `atMs`, the clock's time unless given, `body` as text, `secret`
 */
export async function signWebhook({ id, body, secret, atMs = Date.now() }) {
  const timestamp = String(Math.floor(atMs / 1000));
  const key = await importSecret(secret, "sign");
  const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(`${id}.${timestamp}.${body}`));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${textOf(new Uint8Array(signature))}`,
  };
}

/** A secret as Wasl makes them: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret() {
  return prefix + textOf(crypto.getRandomValues(new Uint8Array(32)));
}

/** Takes the `Headers` of `fetch`, and the object of Node, whose names are in lower case. */
function headerOf(headers, name) {
  const value = typeof headers.get === "function" ? headers.get(name) : headers[name];
  if (typeof value !== "string" || value === "") throw new WaslWebhookError(`${name} is missing`);
  return value;
}

/** @throws TypeError when the secret is none: a mistake of the shop, not of the sender */
async function importSecret(secret, use) {
  const bytes = secret?.startsWith(prefix) ? bytesOf(secret.slice(prefix.length)) : new Uint8Array();
  if (bytes.length === 0) throw new TypeError(`a webhook's secret begins with ${prefix}`);
  return await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [use]);
}

/** Bytes of a base64 text; none when it is no base64, which no signature matches. */
function bytesOf(text) {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function textOf(bytes) {
  return btoa(String.fromCharCode(...bytes));
}
