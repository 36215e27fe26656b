/** A quote as its page shows it: the invoice that it would become now, which is made and taken back. */
import type { LoadedQuote } from "#contract/pages.ts";
import { readOrderNumber } from "#core/crockford.ts";
import type { Language } from "#core/language.ts";
import { isProblem } from "#core/problem.ts";
import { issuedAndUndone } from "../merchant-api/draft-page.ts";
import { loadOrder, loadOrderWithin, type OrderRecord } from "../orders/order-store.ts";
import { toLoadedOrder } from "../pages/page-services.ts";
import type { Services } from "../services.ts";
import { findQuote, invoiceOf, type QuoteRow, quoteStateOf, quoteText } from "./quote-store.ts";

/** Null where there is none, or its shop issues nothing any more. */
export async function loadQuote(
  services: Services,
  input: string,
  language: Language,
): Promise<LoadedQuote | null> {
  if (readOrderNumber(input) === null) return null;
  const quote = await findQuote(services.db.kysely, input).catch(nullIfRefused);
  const order = quote && (await orderOf(services, quote, language).catch(nullIfRefused));
  if (!quote || !order) return null;
  return {
    ...(await toLoadedOrder(services, order)),
    quote: {
      quoteNumber: quote.quote_number,
      number: quoteText(quote),
      state: quoteStateOf(quote, services.clock.now()),
      validUntil: quote.valid_until,
      orderNumber: quote.order_number,
      isOutdated: quote.order_number === null && order.total !== quote.total,
    },
  };
}

/** Of an accepted one the invoice itself. */
async function orderOf(services: Services, quote: QuoteRow, language: Language): Promise<OrderRecord | null> {
  if (quote.order_number !== null) return await loadOrder(services.db.pool, quote.order_number);
  const { merchant_id: merchantId, currency } = quote;
  const wanted = { merchantId, currency, bodyOf: async () => invoiceOf(quote), language };
  return await issuedAndUndone(services, wanted, (trx, { id }) => loadOrderWithin(trx, id));
}

function nullIfRefused(error: unknown): null {
  if (isProblem(error)) return null;
  throw error;
}
