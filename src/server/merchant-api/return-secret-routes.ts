/** The secret of return addresses in the merchant API. Its answers are kept nowhere, so no idempotency key is taken. */
import type { FastifyInstance } from "fastify";
import { type ReturnSecretReply, returnSecretCalls } from "#contract/return-secret.ts";
import { mountCall } from "../http/mount.ts";
import { type ReturnSecret, readReturnSecret, replaceReturnSecret } from "../orders/return-secret.ts";
import type { Services } from "../services.ts";
import { merchantOf } from "./authenticate.ts";

/** Mounts the calls in a scope that requires an API key. */
export function mountReturnSecretCalls(
  scope: FastifyInstance,
  services: Pick<Services, "db" | "sealing" | "clock" | "log">,
): void {
  const db = services.db.kysely;

  mountCall(scope, returnSecretCalls, "GET /api/v1/merchant/return-secret", async (_parsed, { request }) =>
    toReply(await readReturnSecret(services, db, merchantOf(request).id)),
  );

  mountCall(scope, returnSecretCalls, "PUT /api/v1/merchant/return-secret", async ({ body }, { request }) => {
    const { id: merchantId } = merchantOf(request);
    const replaces = new Date(body.replaces);
    const present = await replaceReturnSecret(services, db, { merchantId, replaces });
    services.log.info("return secret replaced", { merchantId });
    return toReply(present);
  });
}

function toReply({ secret, since }: ReturnSecret): ReturnSecretReply {
  return { secret, since: since.toISOString() };
}
