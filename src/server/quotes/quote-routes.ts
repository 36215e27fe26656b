/** Quotes of the merchant API. */
import type { FastifyInstance } from "fastify";
import type { Transaction } from "kysely";
import type { Invoice } from "#contract/invoices.ts";
import { type NewQuote, quoteCalls } from "#contract/quotes.ts";
import type { Schema } from "#db/schema.ts";
import { mountCall } from "../http/mount.ts";
import { requestLanguage } from "../http/request-language.ts";
import { merchantOf } from "../merchant-api/authenticate.ts";
import { checkDraft } from "../merchant-api/draft-input.ts";
import { issuedAndUndone } from "../merchant-api/draft-page.ts";
import { mountFileCall } from "../merchant-api/file-call.ts";
import { once, sendOnce } from "../merchant-api/idempotency.ts";
import { defaultCurrency } from "../merchant-api/invoice-input.ts";
import { linkOptions, toInvoice } from "../merchant-api/invoice-model.ts";
import { issueLimitBytes } from "../merchant-api/invoice-routes.ts";
import { rowOfIssued } from "../merchant-api/invoice-store.ts";
import { lockMerchant } from "../merchant-api/merchant-settings.ts";
import { readPage, toPage } from "../merchant-api/paging.ts";
import { wrongFields } from "../merchant-api/validation.ts";
import { dayAfter, today } from "../reconciliation/riyadh-day.ts";
import type { Services } from "../services.ts";
import { testMark } from "../settings/world.ts";
import { acceptQuote, endQuote, prepareAcceptance } from "./decide-quote.ts";
import { quotePaper } from "./quote-paper.ts";
import { findQuote, insertQuote, selectQuotes, toQuote, toQuoteSummary } from "./quote-store.ts";

/** As many lines as an invoice has. */
const quoteLimit = { bodyLimit: issueLimitBytes };
const longestDays = 366;

/** Mounts the calls in a scope that requires an API key. */
export function mountQuoteCalls(scope: FastifyInstance, services: Services): void {
  mountMaking(scope, services);
  mountReading(scope, services);
  mountDeciding(scope, services);
}

function mountMaking(scope: FastifyInstance, services: Services): void {
  const { config, clock, ids } = services;
  const { webUrl } = config;
  mountCall(
    scope,
    quoteCalls,
    "POST /api/v1/quotes",
    async ({ body }, { request, reply }) => {
      const merchantId = merchantOf(request).id;
      const now = clock.now();
      checkDays(body, now);
      const currency = body.invoice.currency ?? defaultCurrency;
      const language = requestLanguage(request);
      // Whatever would be refused at issue is refused here, by the same names.
      const wanted = { merchantId, currency, bodyOf: async () => body.invoice, language };
      const { total, client } = await issuedAndUndone(services, wanted, async (_trx, issued) => ({
        total: issued.order.total,
        client: issued.client,
      }));
      const answer = await once(services, request, merchantId, async (trx) => {
        const number = ids.orderNumber();
        await insertQuote(trx, {
          ...{ merchantId, number, body, currency, total, at: new Date(now) },
          ...{ sequence: await nextOf(trx, merchantId), name: client?.name ?? client?.legalName ?? null },
        });
        return toQuote(await findQuote(trx, number, merchantId), { webUrl, now });
      });
      reply.header("location", `/api/v1/quotes/${answer.body.quoteNumber}`);
      return sendOnce(reply, answer);
    },
    quoteLimit,
  );
}

/** @throws Problem `validation_failed` */
function checkDays({ invoice, validUntil }: NewQuote, now: number): void {
  checkDraft(invoice);
  const isPast = validUntil < today(now);
  if (!isPast && validUntil <= dayAfter(today(now), longestDays)) return;
  const code = isPast ? "in_past" : "out_of_range";
  throw wrongFields([{ path: "validUntil", code, message: "from today, and at most a year ahead" }]);
}

/** The merchant's row guards the counting. */
async function nextOf(trx: Transaction<Schema>, merchantId: number): Promise<number> {
  await lockMerchant(trx, merchantId);
  const { last } = await trx
    .selectFrom("quotes")
    .select(({ fn }) => fn.max("sequence").as("last"))
    .where("merchant_id", "=", merchantId)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

function mountReading(scope: FastifyInstance, services: Services): void {
  const { db, config, clock } = services;
  const shown = () => ({ webUrl: config.webUrl, now: clock.now() });
  mountCall(scope, quoteCalls, "GET /api/v1/quotes", async ({ query }, { request }) => {
    const page = readPage(query);
    const day = today(clock.now());
    const { state } = query;
    const rows = await selectQuotes(db.kysely)
      .where("q.merchant_id", "=", merchantOf(request).id)
      .where("q.id", "<", page.before)
      .$if(state === "open", (all) => all.where("q.state", "=", "open").where("q.valid_until", ">=", day))
      .$if(state === "expired", (all) => all.where("q.state", "=", "open").where("q.valid_until", "<", day))
      .$if(state !== undefined && state !== "open" && state !== "expired", (all) =>
        all.where("q.state", "=", state as "accepted"),
      )
      .orderBy("q.id", "desc")
      .limit(page.limit + 1)
      .execute();
    return toPage(rows, page, (row) => toQuoteSummary(row, shown()));
  });

  mountCall(scope, quoteCalls, "GET /api/v1/quotes/:quoteNumber", async ({ params }, { request }) =>
    toQuote(await findQuote(db.kysely, params.quoteNumber, merchantOf(request).id), shown()),
  );

  mountFileCall(
    scope,
    quoteCalls,
    "GET /api/v1/quotes/:quoteNumber/pdf",
    async ({ params, query }, request) => {
      const merchant = merchantOf(request);
      const quote = await findQuote(db.kysely, params.quoteNumber, merchant.id);
      const { lang: language = "ar", size: paper = "a4" } = query;
      const content = await quotePaper(services, { quote, merchant }, { language, paper });
      const fileName = `${testMark(merchant)}quote-${quote.quote_number}.pdf`;
      return { contentType: "application/pdf", fileName, content };
    },
  );
}

function mountDeciding(scope: FastifyInstance, services: Services): void {
  const { db, config, clock } = services;
  mountCall(
    scope,
    quoteCalls,
    "POST /api/v1/quotes/:quoteNumber/accept",
    async ({ params }, { request, reply }) => {
      const merchant = merchantOf(request);
      const quote = await findQuote(db.kysely, params.quoteNumber, merchant.id);
      const methods = await prepareAcceptance(services, quote);
      const language = requestLanguage(request);
      const answer = await once(services, request, merchant.id, async (trx): Promise<Invoice> => {
        const decided = { by: "shop", from: null } as const;
        const issued = await acceptQuote(services, trx, { quote, decided, methods, language });
        return toInvoice(rowOfIssued(issued), linkOptions(config, merchant));
      });
      reply.header("location", `/api/v1/invoices/${answer.body.orderNumber}`);
      return sendOnce(reply, answer);
    },
  );

  mountCall(
    scope,
    quoteCalls,
    "POST /api/v1/quotes/:quoteNumber/withdraw",
    async ({ params }, { request }) => {
      const merchantId = merchantOf(request).id;
      const quote = await findQuote(db.kysely, params.quoteNumber, merchantId);
      await endQuote(services, quote, { state: "withdrawn", decided: { by: "shop", from: null } });
      const shown = { webUrl: config.webUrl, now: clock.now() };
      return toQuote(await findQuote(db.kysely, params.quoteNumber, merchantId), shown);
    },
  );
}
