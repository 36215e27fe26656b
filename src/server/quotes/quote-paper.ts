/** A quote as a paper: what its invoice would state, with the code of the page on which it is accepted. */
import type { Language } from "#core/language.ts";
import { Problem } from "#core/problem.ts";
import { paperOf } from "../documents/document-service.ts";
import { loadDocumentOrder } from "../documents/order-facts.ts";
import type { Paper } from "../documents/print-model.ts";
import type { ApiMerchant } from "../merchant-api/api-merchant.ts";
import { issuedAndUndone } from "../merchant-api/draft-page.ts";
import { renderPaper } from "../merchant-api/invoice-paper-route.ts";
import { factsSeenBy } from "../merchant-api/seen-by-role.ts";
import type { Services } from "../services.ts";
import { invoiceOf, type QuoteRow, quoteText } from "./quote-store.ts";

/**
 * Draws it as its caller may read it.
 * @throws Problem those of issuing its invoice; `service_unavailable` where this machine draws no PDF
 */
export async function quotePaper(
  services: Services,
  { quote, merchant }: { readonly quote: QuoteRow; readonly merchant: ApiMerchant },
  look: { readonly language: Language; readonly paper: Paper },
): Promise<Buffer> {
  const { webUrl } = services.config;
  const { merchant_id: merchantId, currency } = quote;
  const wanted = { merchantId, currency, bodyOf: async () => invoiceOf(quote), language: look.language };
  const order = await issuedAndUndone(services, wanted, async (trx, { id }) => {
    const found = await loadDocumentOrder(trx, { orderId: id });
    if (!found) throw new Problem("not_found");
    return found;
  });
  const source = {
    kind: "quote",
    facts: factsSeenBy(merchant, order.facts),
    number: quoteText(quote),
    issuedAt: quote.created_at.getTime(),
    until: quote.valid_until,
    qr: { kind: "address", text: `${webUrl}/pay/quote/${quote.quote_number}` },
  } as const;
  return await renderPaper(services, await paperOf({ ...services, webUrl }, order, { source, look }));
}
