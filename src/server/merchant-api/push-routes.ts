/** Which devices of the signed-in person show payments of a shop (docs/decisions/0152). */
import type { FastifyInstance } from "fastify";
import { type PushDevice, pushCalls } from "#contract/push.ts";
import { Problem } from "#core/problem.ts";
import { mountCall } from "../http/mount.ts";
import { pushKeys } from "../push/push-keys.ts";
import { isPublicKey } from "../push/push-message.ts";
import {
  keepSubscription,
  ownSubscriptions,
  removeOwnSubscription,
  renewSubscription,
} from "../push/push-store.ts";
import { environmentOf } from "../settings/world.ts";
import { merchantOf } from "./authenticate.ts";
import { sessionOf } from "./authenticate-person.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { readId } from "./paging.ts";
import { wrongFields } from "./validation.ts";

/** Mounts the calls in a scope of people who are signed in. */
export function mountPushCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  const { db, config, clock } = services;
  const serverKey = config.pushContact === null ? null : (pushKeys(services)[0]?.publicKey ?? null);

  mountCall(scope, pushCalls, "GET /api/v1/me/push", async (_parsed, { request }) => {
    const own = { merchantId: merchantOf(request).id, personId: sessionOf(request).personId };
    return { serverKey, items: (await ownSubscriptions(db.kysely, own)).map(toDevice) };
  });

  mountCall(scope, pushCalls, "POST /api/v1/me/push", async ({ body }, { request }) => {
    if (serverKey === null) throw new Problem("not_found");
    const merchant = merchantOf(request);
    const { personId, id: sessionId } = sessionOf(request);
    const { endpoint, keys, language, renews } = body;
    const p256dh = Buffer.from(keys.p256dh, "base64url");
    if (!isPublicKey(p256dh))
      throw wrongFields([{ path: "keys.p256dh", code: "invalid", message: "no point of P-256" }]);
    if (!isEndpoint(endpoint, environmentOf(config.environment, merchant)))
      throw wrongFields([{ path: "endpoint", code: "url_not_allowed", message: "no https address" }]);
    const own = { merchantId: merchant.id, personId };
    const subscription = {
      ...own,
      sessionId,
      endpoint,
      p256dh,
      auth: Buffer.from(keys.auth, "base64url"),
      serverKey,
      language,
      userAgent: (request.headers["user-agent"] ?? "").slice(0, 200),
      now: new Date(clock.now()),
    };
    const id =
      renews === undefined
        ? await keepSubscription(db.kysely, subscription)
        : await renewSubscription(db.kysely, subscription, renews);
    if (id === null) throw new Problem("not_found");
    const kept = (await ownSubscriptions(db.kysely, own)).find((one) => one.id === id);
    if (kept === undefined) throw new Error(`the subscription ${id} was not kept`);
    return toDevice(kept);
  });

  mountCall(scope, pushCalls, "DELETE /api/v1/me/push/:deviceId", async ({ params }, { request }) => {
    const own = { merchantId: merchantOf(request).id, personId: sessionOf(request).personId };
    const id = readId(params.deviceId, "not_found");
    if (!(await removeOwnSubscription(db.kysely, { ...own, id }))) throw new Problem("not_found");
    return { isDone: true } as const;
  });
}

/** Whether it may be an endpoint; addresses that are not public are refused when they are connected to. */
function isEndpoint(text: string, environment: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || url.hash !== "") return false;
  const isLocal = environment === "local" || environment === "test";
  return url.protocol === "https:" || (isLocal && url.protocol === "http:");
}

function toDevice(row: Awaited<ReturnType<typeof ownSubscriptions>>[number]): PushDevice {
  return {
    id: row.id,
    userAgent: row.user_agent,
    endpoint: row.endpoint,
    createdAt: row.created_at.toISOString(),
    lastSentAt: row.last_sent_at?.toISOString() ?? null,
  };
}
