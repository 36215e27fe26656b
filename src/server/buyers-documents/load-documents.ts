/** What a buyer has of a shop, by the link that was sent to them. */
import { sql } from "kysely";
import type { BuyersDocuments, BuyersInvoice } from "#contract/pages.ts";
import { type Minor, toJsonNumber } from "#core/money.ts";
import { type OrderStatus, orderStatusFacts } from "#core/order-status.ts";
import type { TaxDocumentKind } from "#core/tax/tax-invoice.ts";
import { receiptUrl, taxDocumentUrl } from "../documents/document-addresses.ts";
import { withheldSubmission } from "../documents/order-facts.ts";
import { isInForce } from "../documents/tax-document-store.ts";
import { loadOrder } from "../orders/order-store.ts";
import { toLoadedOrder } from "../pages/page-services.ts";
import { rowsOfClient } from "../parties/client-entry.ts";
import type { Services } from "../services.ts";
import { readDocumentsLink } from "./documents-link.ts";

/** Longer histories are the shop's to tell. */
const mostShown = 200;

type Row = {
  readonly order_number: string;
  readonly client_id: number;
  readonly status: OrderStatus;
  readonly currency: string;
  readonly total: Minor;
  readonly created_at: Date;
  readonly title: string | null;
  readonly documents: readonly { readonly kind: TaxDocumentKind; readonly number: string }[];
};

/** Null for a link that is over or none of ours, and where everything of the buyer was erased. */
export async function loadBuyersDocuments(
  services: Services,
  token: string,
): Promise<BuyersDocuments | null> {
  const link = readDocumentsLink(services, token);
  if (link === null) return null;
  const { merchantId, entryId } = link;
  const clients = await rowsOfClient(services.db.kysely, { merchantId, id: entryId });
  const { rows } = await sql<Row>`
    select o.order_number, o.client_id, o.status, o.currency, o.total, o.created_at,
      (select l.title from order_lines l where l.merchant_id = o.merchant_id and l.order_id = o.id order by l.position limit 1) as title,
      coalesce((select json_agg(json_build_object('kind', d.kind, 'number', d.number) order by d.id)
        from tax_documents d where d.merchant_id = o.merchant_id and d.order_id = o.id and ${isInForce}
          and not exists (${withheldSubmission})), '[]') as documents
    from orders o where o.merchant_id = ${merchantId} and o.client_id = any(${clients})
    order by o.created_at desc, o.id desc limit ${mostShown}`.execute(services.db.kysely);
  const newest = rows[0] && (await loadOrder(services.db.pool, rows[0].order_number));
  if (!newest) return null;
  const { model, theme } = await toLoadedOrder(services, newest);
  const { serverUrl } = services.config;
  return {
    shop: model,
    theme,
    invoices: rows.map((row): BuyersInvoice => {
      const { order_number: orderNumber, client_id: clientId, currency } = row;
      const addressed = { merchantId, clientId, orderNumber, theme: newest.theme };
      return {
        ...{
          orderNumber,
          currency,
          standing: orderStatusFacts[row.status].standing,
          title: row.title ?? orderNumber,
        },
        ...{ total: toJsonNumber(row.total, currency), createdAt: row.created_at.toISOString() },
        receiptUrl: orderStatusFacts[row.status].wasPaid ? receiptUrl(serverUrl, addressed) : null,
        taxDocuments: row.documents.flatMap(({ kind, number }) => {
          const url = taxDocumentUrl(serverUrl, addressed, { kind, number });
          return url === null ? [] : [{ kind, number, url }];
        }),
      };
    }),
  };
}
