/**
 * The form on an invoice's page that sends its buyer the link to all that they have of the shop (docs/decisions/0178). No buyer types an
 * address: it goes to the one that the shop's directory has of the invoice's client, and the answer is the same where there is none.
 * What a payer has typed is no address of the client.
 */
import formbody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";
import { sql, type Transaction } from "kysely";
import { z } from "zod";
import { orderNumberParams } from "#contract/common.ts";
import { languages, readLanguage } from "#core/language.ts";
import { limits } from "#core/limits.ts";
import { messageKindFacts } from "#core/messages/message-state.ts";
import type { PageForm } from "#core/page-forms.ts";
import { Problem } from "#core/problem.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { channelOf } from "../messages/channel-directory.ts";
import { addressOn } from "../messages/message-receiver.ts";
import { queueMessage } from "../messages/message-store.ts";
import { loadOrder, type OrderRecord } from "../orders/order-store.ts";
import { wakeQueue } from "../queue/work-queue.ts";
import type { Services } from "../services.ts";
import { writeDocumentsLink } from "./documents-link.ts";

const form = z.object({ lang: z.enum(languages) });
const hourMs = 60 * 60_000;

/** Mounts the form's receiver. */
export function mountDocumentsLink(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 1024 });
    scope.post(
      "/rest/pay/documentsLink/:orderNumber" satisfies PageForm,
      { schema: { params: orderNumberParams } },
      async (request, reply) => {
        const { orderNumber } = orderNumberParams.parse(request.params);
        const sent = form.safeParse(request.body);
        if (!sent.success) throw new Problem("malformed_request");
        const order = await loadOrder(services.db.pool, orderNumber);
        if (!order) throw new Problem("order_not_found");
        await runInTransaction(services.db.kysely, (trx) => sendLink(services, trx, order));
        wakeQueue(services);
        const query = new URLSearchParams({ lang: sent.data.lang, mine: "sent" });
        return reply.redirect(`/pay/order/${order.order_number}?${query}#mine`, 303);
      },
    );
  });
}

type Client = {
  readonly entry: number;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly language: string | null;
};

/** Queues the message by the first of its channels that has an account and an address; none where neither has. */
export async function sendLink(
  services: Services,
  trx: Transaction<Schema>,
  order: OrderRecord,
): Promise<void> {
  const { merchant_id: merchantId, id: orderId } = order;
  const { rows } = await sql<Client>`
    select coalesce(c.merged_into, c.id) as entry, coalesce(now.email, c.email) as email,
      coalesce(now.mobile, c.mobile) as mobile, coalesce(now.language, o.client_language) as language
    from orders o join clients c on c.merchant_id = o.merchant_id and c.id = o.client_id
    left join clients now on now.merchant_id = o.merchant_id and now.id = client_now(o.merchant_id, o.client_id)
    where o.merchant_id = ${merchantId} and o.id = ${orderId} for no key update of o`.execute(trx);
  const client = rows[0];
  if (!client || (await wasSentOften(services, trx, { merchantId, orderId }))) return;
  const language = readLanguage(client.language) ?? "ar";
  for (const name of messageKindFacts.documents_link.channels) {
    const address = addressOn(name, { ...client, language });
    const channel = address === null ? null : await channelOf(services, trx, { merchantId, channel: name });
    if (address === null || !channel) continue;
    const documents = writeDocumentsLink(services, { merchantId, entryId: client.entry });
    await queueMessage(services, trx, {
      ...{ merchantId, orderId, kind: "documents_link", channel: name, account: channel.account },
      ...{ cause: "call", causeKey: null, facts: { documents }, address, language, fallback: [] },
    });
    return;
  }
}

async function wasSentOften(
  { clock }: Services,
  trx: Transaction<Schema>,
  { merchantId, orderId }: { readonly merchantId: number; readonly orderId: number },
): Promise<boolean> {
  const { sent } = await trx
    .selectFrom("messages")
    .select(sql<number>`count(*)::int`.as("sent"))
    .where("merchant_id", "=", merchantId)
    .where("order_id", "=", orderId)
    .where("kind", "=", "documents_link")
    .where("created_at", ">", new Date(clock.now() - hourMs))
    .executeTakeFirstOrThrow();
  return sent >= limits.documentsLinksPerOrderPerHour;
}
