/** Some shops are notified: their server by webhooks, their buyers by text messages, themselves by mail. */
import { publicMessageId } from "#server/messages/message-store.ts";
import { shopServerUrl } from "./receivers.ts";
import type { World } from "./world.ts";

/** Registers the shop's address and what is sent by itself, before anything goes wrong. */
export async function beginTelling(world: World): Promise<void> {
  const authorization = `Bearer ${world.apiKey}`;
  const made = await world.call(0, {
    method: "POST",
    url: "/api/v1/webhook-endpoints",
    headers: { authorization, "idempotency-key": "the-server-of-the-shop" },
    payload: { url: shopServerUrl },
  });
  const chosen = await world.call(0, {
    method: "PUT",
    url: "/api/v1/messages/settings",
    headers: { authorization },
    payload: {
      automatic: { paymentLink: false, receipt: true, refundNotice: true },
      // Mails to buyers have papers, which another process draws, outside of the world's time.
      channels: ["sms"],
      quietHours: null,
      reminders: { daysBefore: [], daysAfter: [] },
      notices: { emails: ["shop@example.com"], events: ["invoice.paid", "payment.surplus"] },
    },
  });
  if (made?.statusCode !== 201 || chosen?.statusCode !== 200)
    throw new Error(`no endpoint was made: ${made?.body} ${chosen?.body}`);
}

type Message = {
  readonly id: number;
  readonly kind: string;
  readonly channel: "email" | "sms";
  readonly state: string;
  readonly isAlone: boolean;
};

/** Every event reached the shop, and of everything that buyers and shop are written there is one, sent once. */
export async function checkTold(world: World): Promise<void> {
  if (!world.plan.isTold) return;
  await checkWebhooks(world);
  const { rows } = await world.reader.query<Message>(
    `select m.id, m.kind, m.channel, m.state, not exists (select from messages o where o.merchant_id = m.merchant_id
         and o.id <> m.id and o.channel = m.channel and o.order_id = m.order_id and o.kind = m.kind) as "isAlone"
       from messages m where m.merchant_id = $1`,
    [world.merchantId],
  );
  const texts = await sentTexts(world);
  for (const message of rows) {
    const id = publicMessageId({ merchantId: world.merchantId, id: message.id });
    const sent = message.channel === "sms" ? texts : world.network.receivers.mails;
    const problem = problemOf(message, sent.filter((each) => each === id).length);
    if (problem !== null) world.problems.push(`message ${message.kind} by ${message.channel}: ${problem}`);
  }
  await checkMessages(world);
}

async function checkWebhooks({ reader, merchantId, network, problems }: World): Promise<void> {
  const { rows } = await reader.query<{ id: string; type: string }>(
    "select public_id as id, type from events where merchant_id = $1 and public_id is not null order by id",
    [merchantId],
  );
  const bodies = new Map<string, Set<string>>();
  for (const { id, body } of network.receivers.webhooks) {
    bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
    if (Object(JSON.parse(body)).id !== id)
      problems.push(`a webhook's header and body name two events: ${id}`);
  }
  for (const { id, type } of rows) {
    const count = bodies.get(id)?.size ?? 0;
    if (count !== 1) problems.push(`the shop has heard of ${type} in ${count} ways`);
    bodies.delete(id);
  }
  for (const id of bodies.keys()) problems.push(`the shop has heard of an event that there is not: ${id}`);
  const { rows: open } = await reader.query<{ state: string; count: number }>(
    "select state, count(*)::integer as count from webhook_deliveries where merchant_id = $1 and state <> 'delivered' group by state",
    [merchantId],
  );
  for (const { state, count } of open) problems.push(`${count} webhooks are ${state}`);
}

/** What is wrong with a message that was sent so many times; null when nothing is. */
function problemOf({ channel, state, isAlone }: Message, times: number): string | null {
  if (times > 1) return `sent ${times} times`;
  // Mail without an answer is not sent again, since a mail server cannot be asked what it took.
  if (channel === "email")
    return (state === "accepted" && times === 1) || state === "unknown"
      ? null
      : `${state}, sent ${times} times`;
  if (state === "delivered" && times === 1) return null;
  // A second text with the same words is refused as a repetition, and counts as taken.
  return !isAlone && times === 0 ? null : `${state}, sent ${times} times`;
}

/** One receipt for each order that was paid, one notice for each refund of its money. */
async function checkMessages({ reader, merchantId, problems }: World): Promise<void> {
  const { rows } = await reader.query<{ problem: string }>(
    `select e.type || ' made ' || count(m.id) || ' messages' as problem from events e
       left join messages m on m.merchant_id = e.merchant_id and m.cause = 'event' and m.channel = 'sms'
         and m.cause_key = e.id::text
       where e.merchant_id = $1 and e.type in ('invoice.paid', 'invoice.refunded') group by e.id, e.type
       having count(m.id) <> 1`,
    [merchantId],
  );
  for (const { problem } of rows) problems.push(problem);
}

/** Our ids of the texts that the provider has taken. */
async function sentTexts({ providers, scheduler }: World): Promise<readonly string[]> {
  const read = providers.inject({ method: "GET", url: "/_control/state", headers: { host: "localhost" } });
  scheduler.hold(read);
  const { entries } = Object((await read).json()).simulators.unifonic.stores.texts;
  return entries.map(({ correlationId }: { readonly correlationId: string }) => correlationId);
}
