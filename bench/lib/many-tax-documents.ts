/** Tax documents and refunds of a merchant's many orders, made by the database itself. */
import { makeRows } from "./bulk-rows.ts";
import type { MerchantDatabase } from "./installation.ts";

/** Every paid order has a tax invoice, and one in a hundred a credit note and a refund. */
const documents = [
  `insert into tax_documents (merchant_id, order_id, kind, form, sequence, number, issued_at, currency, taxable, vat, total, vat_sar, qr, content)
  select $1, o.id, 'tax_invoice', 'simplified', row_number() over (order by o.paid_at), 'INV-' || o.id, o.paid_at, 'SAR', 10000, 1500, 11500, 1500,
    repeat('q', 200), jsonb_build_object('version', 2, 'riyals', null, 'facts', jsonb_build_object('seller', repeat('s', 900), 'lines',
      jsonb_build_array(jsonb_build_object('category', 'S', 'vatBps', 1500, 'exemption', null, 'taxable', 10000, 'vat', 1500))))
  from orders o where o.merchant_id = $1 and o.paid_at is not null`,
  `insert into refunds (merchant_id, id, order_id, attempt_id, method, amount, currency, state, created_at, updated_at)
  select $1, 'refund' || lpad(o.id::text, 8, '0'), o.id, 'attempt' || o.id, 'card', 1150, 'SAR', 'refunded', o.paid_at, o.paid_at
  from orders o where o.merchant_id = $1 and o.paid_at is not null and o.id % 100 = 1`,
  `insert into tax_documents (merchant_id, order_id, kind, form, sequence, number, issued_at, currency, taxable, vat, total, vat_sar, qr, content,
    original_id, refund_key)
  select $1, d.order_id, 'credit_note', 'simplified', row_number() over (order by d.id), 'CN-' || d.order_id, d.issued_at, 'SAR', 1000, 150, 1150, 150,
    d.qr, jsonb_set(d.content, '{facts,lines}', '[{"category":"S","vatBps":1500,"exemption":null,"taxable":1000,"vat":150}]'), d.id, r.id
  from tax_documents d join refunds r on r.order_id = d.order_id where d.merchant_id = $1`,
  `insert into tax_document_vat select v.* from tax_documents d cross join lateral vat_of_tax_document(d) v where d.merchant_id = $1`,
];

const tables = ["tax_documents", "refunds", "tax_document_vat", "orders"];

/**
 * Makes them for all that is paid.
 * @param more statements about the merchant $1, in the same transaction
 */
export async function makeTaxDocuments(
  { superuserUrl, merchantId }: MerchantDatabase,
  more: readonly string[] = [],
): Promise<void> {
  await makeRows({ superuserUrl, tables, statements: [...documents, ...more], values: [merchantId] });
}
