/**
 * A wallet's payment token as it comes in the body of a call. Spec 7 says "encoded" for Google Pay and nothing for
 * Apple Pay, so every form that JSON takes on its way out of a browser is read: the object itself, its text, the text
 * percent-encoded, or the text in base64 of either alphabet. What is in the token is read by the gateway only.
 */

import { Buffer } from "node:buffer";
import { maxTokenLength } from "#contract/payment.ts";
import { parseJson } from "#core/json.ts";
import { Problem } from "#core/problem.ts";

/** A token's JSON: the text as the wallet wrote it, where it came as text, and what it says. */
export type TokenJson = { readonly text: string; readonly value: Readonly<Record<string, unknown>> };

/**
 * Reads a token.
 * @throws Problem `payment_token_invalid` for everything that is no JSON object
 */
export function readTokenJson(token: unknown): TokenJson {
  const text = typeof token === "string" ? decode(token.trim()) : JSON.stringify(token);
  const value = text.length > maxTokenLength ? null : parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Problem("payment_token_invalid");
  return { text, value: { ...value } };
}

function decode(text: string): string {
  if (/^%7B/i.test(text)) return percentDecoded(text);
  return /^[\w+/-]+={0,2}$/.test(text) ? Buffer.from(text, "base64").toString("utf8") : text;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
