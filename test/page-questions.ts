/** What pages ask of the server, each once, for tests of its statements. */
import type { PageServices } from "#contract/pages.ts";
import { writeDocumentsLink } from "#server/buyers-documents/documents-link.ts";
import { loadBuyersDocuments } from "#server/buyers-documents/load-documents.ts";
import { createPageServices } from "#server/pages/page-services.ts";
import { loadQuote } from "#server/quotes/load-quote.ts";
import { loadReturn } from "#server/return-requests/return-store.ts";
import type { TestApp } from "./app-harness.ts";

type Things = {
  /** Of an order that was paid. */
  readonly orderNumber: string;
  readonly linkIdentity: string;
  /** A customer of the shop, as the directory numbers them. */
  readonly clientId: number;
};

/** Asks every question. A question that is added is asked here as well: the compiler says so. */
export async function askForPages({ services, merchantId }: TestApp, things: Things): Promise<void> {
  const { orderNumber, linkIdentity, clientId } = things;
  const pages = createPageServices(services, { note: () => undefined, flush: () => undefined });
  const token = writeDocumentsLink(services, { merchantId, entryId: clientId });
  const asked: { readonly [Name in keyof PageServices]: () => unknown } = {
    loadOrder: () => pages.loadOrder(orderNumber),
    cardSettings: () => pages.cardSettings(merchantId),
    methodSettings: () => pages.methodSettings(merchantId),
    troubledMethods: () => pages.troubledMethods(merchantId),
    loadResult: () => pages.loadResult(orderNumber, "ar"),
    isResultSigned: () => pages.isResultSigned({}),
    loadAgreement: () => pages.loadAgreement(orderNumber),
    isRenewalAsked: () => pages.isRenewalAsked(orderNumber),
    loadReturn: () => loadReturn(services.db.kysely, orderNumber, services.clock.now()),
    loadOpenReferences: () => pages.loadOpenReferences(orderNumber),
    loadBegunPayment: () => pages.loadBegunPayment(orderNumber, null),
    loadTaxInvoice: () => pages.loadTaxInvoice(orderNumber),
    loadIssuedPapers: () => pages.loadIssuedPapers(orderNumber),
    loadQuote: () => loadQuote(services, "0000000000000000", "ar"),
    loadBuyersDocuments: () => loadBuyersDocuments(services, token),
    loadDigitalGoods: () => pages.loadDigitalGoods(orderNumber),
    loadProductLink: () => pages.loadProductLink(linkIdentity),
    loadReturns: () => pages.loadReturns("nakheel"),
    loadLinkAgreement: () => pages.loadLinkAgreement(linkIdentity),
  };
  for (const ask of Object.values(asked)) await ask();
}
