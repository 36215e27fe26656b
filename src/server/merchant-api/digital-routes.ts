/** Files that digital products deliver, and the mails that bring them to buyers, in the merchant API. */
import type { FastifyInstance } from "fastify";
import { type DigitalDelivery, digitalCalls } from "#contract/digital-goods.ts";
import { secondsUntilRoom } from "#core/hourly-limit.ts";
import { limits } from "#core/limits.ts";
import { orderStatusFacts, refusalOfUnpaid } from "#core/order-status.ts";
import { Problem } from "#core/problem.ts";
import { deliveriesOfOrder, queueDelivery } from "../digital/delivery-store.ts";
import { maxDigitalFileBytes, storeDigitalFile } from "../digital/digital-file-store.ts";
import { mountCall } from "../http/mount.ts";
import { lockOrder } from "../orders/order-moves.ts";
import type { Services } from "../services.ts";
import { merchantOf } from "./authenticate.ts";
import { once, sendOnce } from "./idempotency.ts";
import { findInvoiceId } from "./invoice-store.ts";

/** Mounts the calls in a scope that requires an API key. */
export function mountDigitalCalls(scope: FastifyInstance, services: Services): void {
  void scope.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    const types = [...digitalCalls["POST /api/v1/digital-files"].upload];
    uploads.addContentTypeParser<Buffer>(types, { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    mountUpload(uploads, services);
  });
  mountDeliveries(scope, services);
}

function mountUpload(uploads: FastifyInstance, services: Services): void {
  mountCall(
    uploads,
    digitalCalls,
    "POST /api/v1/digital-files",
    async ({ query }, { request, reply }) => {
      const bytes = request.body;
      if (!Buffer.isBuffer(bytes)) throw new Problem("unsupported_media_type");
      if (bytes.length === 0)
        throw new Problem("validation_failed", {
          fields: [{ path: "", code: "required", message: "the file is empty" }],
        });
      const [contentType = ""] = (request.headers["content-type"] ?? "").toLowerCase().split(";", 1);
      const { isNew, ...file } = await storeDigitalFile(services, {
        merchantId: merchantOf(request).id,
        bytes,
        fileName: query.fileName,
        contentType: contentType.trim(),
      });
      reply.code(isNew ? 201 : 200);
      return file;
    },
    { bodyLimit: maxDigitalFileBytes },
  );
}

function mountDeliveries(scope: FastifyInstance, services: Services): void {
  const db = services.db.kysely;
  mountCall(
    scope,
    digitalCalls,
    "GET /api/v1/invoices/:orderNumber/deliveries",
    async ({ params }, { request }) => {
      const by = { merchantId: merchantOf(request).id, input: params.orderNumber };
      const rows = await deliveriesOfOrder(db, await findInvoiceId(db, by));
      return { items: rows.map(toDelivery) };
    },
  );

  mountCall(
    scope,
    digitalCalls,
    "POST /api/v1/invoices/:orderNumber/deliveries",
    async ({ params }, { request, reply }) => {
      const merchantId = merchantOf(request).id;
      const answer = await once(services, request, merchantId, async (trx) => {
        const orderId = await findInvoiceId(trx, { merchantId, input: params.orderNumber });
        // One asks at a time, so that the limit cannot be overtaken.
        const facts = orderStatusFacts[(await lockOrder(trx, orderId)).status];
        if (!facts.paid) throw new Problem(refusalOfUnpaid(facts));
        const now = services.clock.now();
        const earlier = await deliveriesOfOrder(trx, orderId);
        const asked = earlier.filter(({ cause }) => cause === "merchant").map((row) => row.created_at);
        const retryAfterSeconds = secondsUntilRoom(asked, limits.deliveriesPerOrderPerHour, now);
        if (retryAfterSeconds !== null) throw new Problem("too_many_attempts", { retryAfterSeconds });
        const id = await queueDelivery(trx, { orderId, cause: "merchant", at: new Date(now) });
        if (id === null) throw new Problem("nothing_to_deliver");
        const made = (await deliveriesOfOrder(trx, orderId)).find((row) => row.id === id);
        if (!made) throw new Error(`delivery ${id} is not there`);
        return toDelivery(made);
      });
      return sendOnce(reply, answer);
    },
  );
}

function toDelivery(row: Awaited<ReturnType<typeof deliveriesOfOrder>>[number]): DigitalDelivery {
  return {
    address: row.address,
    cause: row.cause,
    state: row.state,
    tries: row.attempts.map(({ at, outcome }) => ({ at: new Date(at).toISOString(), outcome })),
    nextTryAt: row.next_try_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
  };
}
