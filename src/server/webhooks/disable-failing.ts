/** Switching off an endpoint that has failed for days, and telling its merchant: by an event, and by mail. */
import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.ts";
import { enqueue } from "../queue/job-store.ts";
import type { Services } from "../services.ts";
import { changeEndpoint, dropOutstanding, type EndpointRow } from "./endpoint-store.ts";

/** Switches it off, in the transaction that notes its last failure. */
export async function disableFailing(
  services: Pick<Services, "log" | "config">,
  trx: Transaction<Schema>,
  endpoint: EndpointRow,
  at: Date,
): Promise<void> {
  const { merchant_id: merchantId, id, url } = endpoint;
  await changeEndpoint(trx, endpoint, { disabled_at: at, disabled_reason: "failing" });
  await dropOutstanding(trx, endpoint, at);
  await trx
    .insertInto("events")
    .values({
      merchant_id: merchantId,
      order_id: null,
      type: "webhook_endpoint.disabled",
      data: JSON.stringify({ id, url }),
    })
    .execute();
  if (services.config.smtpUrl !== null)
    await enqueue(trx, {
      merchantId,
      kind: "webhook_notice",
      lane: "webhook_notice:mail",
      payload: { endpointId: id },
      at,
    });
  services.log.error("webhook endpoint disabled", { merchantId, endpointId: id });
}
