/** Reads invoices of one merchant. Every statement is filtered by the merchant: another's invoice is not there. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { AttemptState } from "#core/attempt-status.ts";
import { readOrderNumber } from "#core/crockford.ts";
import { type Minor, zero } from "#core/money.ts";
import type { OrderStatus } from "#core/order-status.ts";
import { Problem } from "#core/problem.ts";
import type { TaxDocumentKind, VatExemption } from "#core/tax-invoice.ts";
import type { Schema } from "#db/schema.ts";
import type { IssuedOrder } from "../orders/issue-order.ts";
import { wrongFields } from "./validation.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

export type InvoiceLineRow = {
  readonly title: string;
  readonly description: string | null;
  readonly qty: number;
  readonly unit_price: Minor;
  readonly sold_unit_price: Minor;
  readonly vat_bps: number | null;
  readonly line_net: Minor;
  readonly line_discount: Minor;
  readonly line_vat: Minor;
  readonly is_digital: boolean;
  readonly vat_exemption: VatExemption | null;
  readonly sold_image_id: string | null;
};

export type InvoiceAttemptRow = {
  readonly id: string;
  readonly method: string;
  readonly state: AttemptState;
  readonly decline_reason: string | null;
  readonly amount: Minor;
  readonly received_amount: Minor | null;
  readonly currency: string;
  readonly paid_brand: string | null;
  readonly paid_last_four: string | null;
  /** As JSON has it: text. */
  readonly created_at: string;
  readonly updated_at: string;
};

const linesOfOrder = sql<InvoiceLineRow[]>`(
  select json_agg(json_build_object('title', l.title, 'description', l.description, 'qty', l.qty,
    'unit_price', l.unit_price, 'sold_unit_price', l.sold_unit_price, 'vat_bps', l.vat_bps, 'line_net', l.line_net,
    'line_discount', l.line_discount, 'line_vat', l.line_vat, 'is_digital', l.is_digital,
    'vat_exemption', l.vat_exemption, 'sold_image_id', l.sold_image_id) order by l.position)
  from order_lines l where l.order_id = o.id)`;

const attemptsOfOrder = sql<InvoiceAttemptRow[]>`(
  select coalesce(json_agg(json_build_object('id', a.id, 'method', a.method, 'state', a.state,
    'decline_reason', a.decline_reason, 'amount', a.amount, 'received_amount', a.received_amount, 'currency', a.currency, 'paid_brand', a.paid_brand,
    'paid_last_four', a.paid_last_four, 'created_at', a.created_at, 'updated_at', a.updated_at)
    order by a.created_at desc, a.id desc), '[]')
  from payment_attempts a where a.order_id = o.id)`;

export type TaxDocumentRow = {
  readonly kind: TaxDocumentKind;
  readonly number: string;
  /** As JSON has it: text. */
  readonly issued_at: string;
};

const taxDocumentsOfOrder = sql<TaxDocumentRow[]>`(
  select coalesce(json_agg(json_build_object('kind', d.kind, 'number', d.number, 'issued_at', d.issued_at)
    order by d.id), '[]')
  from tax_documents d where d.order_id = o.id)`;

const headColumns = [
  "o.order_number",
  "o.external_order_number",
  "o.status",
  "o.currency",
  "o.total",
  "o.captured_total",
  "o.refunded_total",
  "o.created_at",
  "o.expires_at",
  "o.paid_at",
  "o.cancelled_at",
  "c.name as client_name",
] as const;

function selectInvoice(db: Db, merchantId: number) {
  return db
    .selectFrom("orders as o")
    .leftJoin("clients as c", "c.id", "o.client_id")
    .leftJoin("agreements as g", "g.id", "o.agreement_id")
    .leftJoin("themes as t", "t.merchant_id", "o.merchant_id")
    .where("o.merchant_id", "=", merchantId)
    .select(headColumns)
    .select([
      "o.sub_total",
      "o.discount",
      "o.discount_type",
      "o.discount_value",
      "o.vat",
      "o.vat_bps",
      "o.commission_rate_bps",
      "o.service_fees",
      "o.prices_include_vat",
      "o.foreign_currency",
      "o.foreign_total",
      "o.merchant_id",
      "o.client_id",
      "c.mobile as client_mobile",
      "c.country_code as client_country_code",
      "c.email as client_email",
      "c.vat_number as client_vat_number",
      "c.address as client_address",
      "o.note",
      "o.callback_url",
      "o.cancel_url",
      "o.allowed_methods",
      "g.version as agreement_version",
      "g.title as agreement_title",
      "g.body as agreement_body",
      linesOfOrder.as("lines"),
      attemptsOfOrder.as("attempts"),
      taxDocumentsOfOrder.as("tax_documents"),
      "t.settings as theme",
    ]);
}

export type InvoiceRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectInvoice>["executeTakeFirst"]>>
>;

/**
 * The row of an invoice that was written a moment ago, without reading it again: nobody has paid it or tried to, and
 * it has no documents.
 */
export function rowOfIssued({ order, lines, client, agreement, ...inserted }: IssuedOrder): InvoiceRow {
  return {
    ...order,
    status: "CREATED",
    captured_total: zero,
    refunded_total: zero,
    created_at: inserted.createdAt,
    paid_at: null,
    cancelled_at: null,
    client_id: inserted.clientId,
    client_name: client?.name ?? null,
    client_mobile: client?.mobile ?? null,
    client_country_code: client?.countryCode ?? null,
    client_email: client?.email ?? null,
    client_vat_number: client?.vatNumber ?? null,
    client_address: client?.address ?? null,
    agreement_version: agreement?.version ?? null,
    agreement_title: agreement?.title ?? null,
    agreement_body: agreement?.text ?? null,
    lines: [...lines],
    attempts: [],
    tax_documents: [],
    theme: null,
  };
}

/** Loads an own invoice by its row id, which must be there. */
export async function loadInvoice(
  db: Db,
  by: { readonly merchantId: number; readonly orderId: number },
): Promise<InvoiceRow> {
  return await selectInvoice(db, by.merchantId).where("o.id", "=", by.orderId).executeTakeFirstOrThrow();
}

/**
 * Finds the row id of an invoice by what stood in the address, in any letter case (decision N6).
 * @throws Problem `order_not_found`, the same for unknown, malformed and another merchant's
 */
export async function findInvoiceId(
  db: Db,
  by: { readonly merchantId: number; readonly input: string },
): Promise<number> {
  const orderNumber = readOrderNumber(by.input);
  if (orderNumber === null) throw new Problem("order_not_found");
  const row = await db
    .selectFrom("orders")
    .select("id")
    .where("merchant_id", "=", by.merchantId)
    .where("order_number", "=", orderNumber)
    .executeTakeFirst();
  if (!row) throw new Problem("order_not_found");
  return row.id;
}

export type InvoiceFilter = {
  readonly merchantId: number;
  readonly status: OrderStatus | null;
  readonly externalOrderNumber: string | null;
  /** Order number of the last entry of the page before. */
  readonly cursor: string | null;
  readonly limit: number;
};

/**
 * One page of a merchant's invoices, newest first: those after the cursor's in the order of the index, so that a
 * late page costs what the first does.
 * @returns up to `limit` rows, and the cursor of the next page or null
 * @throws Problem `validation_failed` for a cursor that is not an own invoice's
 */
export async function listInvoices(
  db: Kysely<Schema>,
  filter: InvoiceFilter,
): Promise<{ readonly rows: readonly InvoiceHeadRow[]; readonly nextCursor: string | null }> {
  let query = selectHeads(db, filter.merchantId).limit(filter.limit + 1);
  if (filter.status !== null) query = query.where("o.status", "=", filter.status);
  if (filter.externalOrderNumber !== null) {
    query = query.where("o.external_order_number", "=", filter.externalOrderNumber);
  }
  if (filter.cursor !== null) {
    const place = await findPlace(db, filter.merchantId, filter.cursor);
    query = query.where(sql<boolean>`(o.created_at, o.id) < (${place.createdAt}::timestamptz, ${place.id})`);
  }
  const found = await query.execute();
  const rows = found.slice(0, filter.limit);
  const hasMore = found.length > filter.limit;
  return { rows, nextCursor: hasMore ? (rows.at(-1)?.order_number ?? null) : null };
}

function selectHeads(db: Kysely<Schema>, merchantId: number) {
  return db
    .selectFrom("orders as o")
    .leftJoin("clients as c", "c.id", "o.client_id")
    .where("o.merchant_id", "=", merchantId)
    .select(headColumns)
    .orderBy("o.created_at", "desc")
    .orderBy("o.id", "desc");
}

export type InvoiceHeadRow = Awaited<ReturnType<ReturnType<typeof selectHeads>["execute"]>>[number];

/** The time as text: a Date would lose the microseconds, and with them rows. */
async function findPlace(
  db: Kysely<Schema>,
  merchantId: number,
  cursor: string,
): Promise<{ readonly id: number; readonly createdAt: string }> {
  const row = await db
    .selectFrom("orders")
    .select(["id", sql<string>`created_at::text`.as("createdAt")])
    .where("merchant_id", "=", merchantId)
    .where("order_number", "=", cursor)
    .executeTakeFirst();
  if (!row)
    throw wrongFields([{ path: "cursor", code: "invalid_cursor", message: "not a cursor of this list" }]);
  return row;
}
