/** Sending a quote to its buyer by a channel of the shop, and what was sent. */
import type { FastifyInstance } from "fastify";
import type { Transaction } from "kysely";
import type { MessageModel } from "#contract/messages.ts";
import { quoteMessageCalls } from "#contract/quotes.ts";
import { limits } from "#core/limits.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { mountCall } from "../http/mount.ts";
import { merchantOf } from "../merchant-api/authenticate.ts";
import { once, sendOnce } from "../merchant-api/idempotency.ts";
import { selectMessages, toMessage } from "../merchant-api/message-routes.ts";
import { readPage, toPage } from "../merchant-api/paging.ts";
import { channelOf } from "../messages/channel-directory.ts";
import { addressOn } from "../messages/message-receiver.ts";
import { countRecent, queueMessage } from "../messages/message-store.ts";
import { receiverOfQuote } from "../messages/quote-subject.ts";
import { readAddress, wrong } from "../messages/request-message.ts";
import type { Services } from "../services.ts";
import { findQuote, type QuoteRow, quoteStateOf } from "./quote-store.ts";

const hourMs = 60 * 60_000;

/** Mounts the calls in a scope that requires an API key. */
export function mountQuoteMessageCalls(scope: FastifyInstance, services: Services): void {
  const db = services.db.kysely;

  mountCall(
    scope,
    quoteMessageCalls,
    "POST /api/v1/quotes/:quoteNumber/messages",
    async ({ params, body }, { request, reply }) => {
      const merchantId = merchantOf(request).id;
      const quote = await findQuote(db, params.quoteNumber, merchantId);
      const answer = await once(services, request, merchantId, async (trx): Promise<MessageModel> => {
        const id = await send(services, trx, { quote, ...body });
        const row = await selectMessages(trx, merchantId).where("m.id", "=", id).executeTakeFirstOrThrow();
        return toMessage(row);
      });
      return sendOnce(reply, answer);
    },
  );

  mountCall(
    scope,
    quoteMessageCalls,
    "GET /api/v1/quotes/:quoteNumber/messages",
    async ({ params, query }, { request }) => {
      const merchantId = merchantOf(request).id;
      const quote = await findQuote(db, params.quoteNumber, merchantId);
      const page = readPage(query);
      const rows = await selectMessages(db, merchantId)
        .where("m.quote_id", "=", quote.id)
        .where("m.id", "<", page.before)
        .orderBy("m.id", "desc")
        .limit(page.limit + 1)
        .execute();
      return toPage(rows, page, toMessage);
    },
  );
}

type Wish = {
  readonly quote: QuoteRow;
  readonly channel: MessageModel["channel"];
  readonly to?: string | undefined;
  readonly language?: MessageModel["language"] | undefined;
};

/** @throws Problem `quote_closed`, `too_many_attempts`, `validation_failed` without an account or an address */
async function send(services: Services, trx: Transaction<Schema>, wish: Wish): Promise<number> {
  const { quote, channel: name, to } = wish;
  const of = { merchantId: quote.merchant_id, quoteId: quote.id };
  const now = services.clock.now();
  if (quoteStateOf(quote, now) !== "open") throw new Problem("quote_closed");
  if ((await countRecent(trx, of, new Date(now - hourMs))) >= limits.messagesPerOrderPerHour)
    throw new Problem("too_many_attempts", { retryAfterSeconds: hourMs / 1000 });
  const channel = await channelOf(services, trx, { merchantId: of.merchantId, channel: name });
  if (!channel) throw wrong("channel", "no_account", "there is no account for this channel");
  const receiver = await receiverOfQuote(trx, of);
  const address = to === undefined ? addressOn(name, receiver) : readAddress(name, to);
  if (address === null) throw wrong("to", "required", "the quote states no address for this channel");
  const row = await queueMessage(services, trx, {
    ...{ ...of, orderId: null, kind: "quote", channel: name, account: channel.account },
    ...{ cause: "call", causeKey: null, facts: {}, address, fallback: [] },
    language: wish.language ?? receiver.language,
  });
  if (!row) throw new Error("a message without a cause is always new");
  return row.id;
}
