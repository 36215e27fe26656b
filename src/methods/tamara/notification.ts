/**
 * Tamara's messages: a POST with a token that Tamara signed (JWT, HS256, good for 15 minutes). The token proves the
 * sender and nothing about the body: one token fits every body. So a message only says which attempt to ask about.
 *
 * Tamara sends the token in the Authorization header and in the address. Only the header is read: addresses appear in
 * logs.
 */

import { createHmac } from "node:crypto";
import { z } from "zod";
import { parseJson } from "#core/json.ts";
import type { Secret } from "#core/secret/secret.ts";
import { isSameText } from "#gateways/same-text.ts";
import type { WebhookEvent, WebhookRequest } from "../payment-method.ts";
import { notificationBody } from "./wire.ts";

const headerPart = z.object({ alg: z.literal("HS256") });
const claims = z.object({ iss: z.literal("Tamara"), exp: z.number(), iat: z.number() });

/** How far Tamara's clock and ours may be apart. */
const clockSkewMs = 60_000;

/**
 * Checks and reads a message.
 * @param now milliseconds since the epoch
 * @returns "forged" without a valid token; an event without `attemptId` for orders that are no attempt of ours
 */
export function readNotification(
  secret: Secret,
  request: WebhookRequest,
  now: number,
): WebhookEvent | "forged" {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers["authorization"] ?? "")?.[1];
  if (token === undefined || !isGenuine(token, secret, now)) return "forged";
  const body = notificationBody.safeParse(parseJson(request.body));
  if (!body.success) return {};
  const { order_id: orderId, order_reference_id: reference } = body.data;
  const isAttempt = /^[0-9a-z]{8,32}$/.test(reference);
  return {
    reference: orderId,
    ...(isAttempt && { attemptId: reference }),
  };
}

function isGenuine(token: string, secret: Secret, now: number): boolean {
  const [header = "", payload = "", signature = ""] = token.split(".");
  // The algorithm is fixed here; what the token says of it may only agree.
  if (!headerPart.safeParse(parsePart(header)).success) return false;
  if (secret.reveal() === "") return false;
  const expected = createHmac("sha256", secret.reveal()).update(`${header}.${payload}`).digest("base64url");
  if (!isSameText(signature, expected)) return false;
  const read = claims.safeParse(parsePart(payload));
  if (!read.success) return false;
  const { exp, iat } = read.data;
  return now < exp * 1000 + clockSkewMs && now > iat * 1000 - clockSkewMs;
}

function parsePart(part: string): unknown {
  return parseJson(Buffer.from(part, "base64url").toString("utf8"));
}
