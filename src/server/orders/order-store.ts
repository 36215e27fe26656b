/**
 * Reading an order with all that its pages and payments need, in one statement. Everything else about an order is
 * derived from this record.
 */
import { CompiledQuery, type Transaction } from "kysely";
import type { Pool, PoolClient } from "pg";
import {
  type AttemptState,
  type AttemptStep,
  attemptStateFacts,
  attemptStates,
  owedStates,
} from "#core/attempt-status.ts";
import { readOrderNumber } from "#core/crockford.ts";
import type { OrderStatus } from "#core/order-status.ts";
import type { TaxDocumentKind } from "#core/tax/tax-invoice.ts";
import { type ColumnOf, type ColumnsOf, type OfLeftJoin, selectList } from "#db/columns.ts";
import { literals } from "#db/literals.ts";
import type { Schema } from "#db/schema.ts";
import { type LineOfProduct, linesWithProducts } from "./order-lines.ts";

const ownColumns = [
  "id",
  "order_number",
  "source",
  "status",
  "external_order_number",
  "currency",
  "prices_include_vat",
  "discount_type",
  "discount_value",
  "sub_total",
  "discount",
  "vat",
  "vat_bps",
  "service_fees",
  "commission_rate_bps",
  "total",
  "captured_total",
  "refunded_total",
  "foreign_currency",
  "foreign_total",
  "note",
  "answers",
  "callback_url",
  "cancel_url",
  "allowed_methods",
  "agreement_id",
  "has_digital",
  "client_validated_at",
  "version",
  "created_at",
  "expires_at",
  "due_date",
  "paid_at",
  "cancelled_at",
  "merchant_id",
] as const satisfies readonly ColumnOf<"orders">[];

/** What pages show of a shop, and the world that it is in. */
export const shownMerchantColumns = [
  "username",
  "shop_name",
  "email",
  "phone",
  "vat_number",
  "legal_name",
  "legal_name_en",
  "legal_id_scheme",
  "legal_id_value",
  "address_building_number",
  "address_postal_code",
  "address_city",
  "address_street_en",
  "address_district_en",
  "address_city_en",
  "logo_image_id",
  "world",
] as const satisfies readonly ColumnOf<"merchants">[];

const merchantColumns = [
  ...shownMerchantColumns,
  "redirect_hosts",
  "sealed_return_secret",
  "sealed_earlier_return_secret",
  "return_secret_since",
  "frame_origins",
  "allowed_countries",
  "deactivated_at",
] as const satisfies readonly ColumnOf<"merchants">[];

/** Of a shop's contact; `merchant_id` is null where there is none. */
export const contactColumns = [
  "merchant_id",
  "city",
  "address1",
  "email",
  "phone",
  "whatsapp",
  "returns_url",
  "has_returns_text",
] as const satisfies readonly ColumnOf<"merchant_contacts">[];

const clientColumns = [
  "id",
  "name",
  "mobile",
  "country_code",
  "email",
] as const satisfies readonly ColumnOf<"clients">[];

export type OrderRecord = ColumnsOf<"orders", (typeof ownColumns)[number]> &
  ColumnsOf<"merchants", (typeof merchantColumns)[number], "merchant_"> &
  OfLeftJoin<ColumnsOf<"merchant_contacts", (typeof contactColumns)[number], "contact_">> &
  OfLeftJoin<ColumnsOf<"clients", (typeof clientColumns)[number], "client_">> & {
    readonly theme: Readonly<Record<string, unknown>> | null;
    /** The numbers of an order that was issued in the words of Paylink's API; null for every other. */
    readonly paylink: { readonly transactionNo: string; readonly shopNumber: string } | null;
    /** The attempt that is live now, or one whose money is owed back because it does not fit; else null. */
    readonly live_attempt: {
      readonly state: AttemptState;
      readonly step: AttemptStep;
      /** In flight: until when its process holds the lease. */
      readonly lease_end: string | null;
    } | null;
    readonly lines: readonly LineOfProduct[];
    /** Those that may be handed out, the tax invoice first; null when there are none. */
    readonly tax_documents: readonly { readonly kind: TaxDocumentKind; readonly number: string }[] | null;
  };

// Written into the statement, so that the planner sees the states of the index one_live_attempt_per_order.
const liveOrOwed = literals(
  attemptStates.filter((state) => attemptStateFacts[state].live || attemptStateFacts[state].isOwed),
);

/** `live_attempt` of an order `o`, in SQL. */
export const liveAttempt = `(select json_build_object('state', a.state, 'step', a.step, 'lease_end', a.next_check_at)
    from payment_attempts a where a.merchant_id = o.merchant_id and a.order_id = o.id
    and a.state in (${liveOrOwed})
    order by a.state in (${literals(owedStates)}) desc limit 1)`;

const loadOrderSql = `
select ${selectList("o", ownColumns)}, ${selectList("m", merchantColumns, "merchant_")}, t.settings as theme,
  case when p.transaction_no is not null then
    json_build_object('transactionNo', p.transaction_no, 'shopNumber', p.shop_number) end as paylink, ${selectList("mc", contactColumns, "contact_")}, ${selectList("c", clientColumns, "client_")},
  ${liveAttempt} as live_attempt,
  ${linesWithProducts} as lines,
  case when o.paid_at is not null then
    (select json_agg(json_build_object('kind', d.kind, 'number', d.number) order by d.id)
      from tax_documents d where d.merchant_id = o.merchant_id and d.order_id = o.id and not exists (
        select from tax_submissions s where s.merchant_id = d.merchant_id and s.document_id = d.id
          and (s.state = 'rejected' or (s.way = 'clear' and s.state <> 'accepted')))) end as tax_documents
from orders o
join merchants m on m.id = o.merchant_id
left join themes t on t.merchant_id = m.id
left join merchant_contacts mc on mc.merchant_id = m.id
left join clients c on c.merchant_id = o.merchant_id and c.id = o.client_id
left join paylink_invoices p on p.merchant_id = o.merchant_id and p.order_id = o.id`;
const byNumberSql = `${loadOrderSql} where o.order_number = $1`;
const byIdSql = `${loadOrderSql} where o.id = $1`;

/**
 * Loads an order by what a person typed or an address held.
 * @param input an order number in any letter case, with or without hyphens (decision N6)
 * @returns null when there is no such order, or the input cannot be a number
 */
export async function loadOrder(db: Pool | PoolClient, input: string): Promise<OrderRecord | null> {
  const orderNumber = readOrderNumber(input);
  if (orderNumber === null) return null;
  const result = await db.query<OrderRecord>({
    name: "load-order",
    text: byNumberSql,
    values: [orderNumber],
  });
  return result.rows[0] ?? null;
}

/** Loads an order within a transaction that has written it, by its row id. It must be there. */
export async function loadOrderWithin(trx: Transaction<Schema>, id: number): Promise<OrderRecord> {
  const { rows } = await trx.executeQuery<OrderRecord>(CompiledQuery.raw(byIdSql, [id]));
  const [row] = rows;
  if (!row) throw new Error(`no order ${id}`);
  return row;
}

/** Loads an order by its row id; null when there is none. */
export async function loadOrderById(db: Pool | PoolClient, id: number): Promise<OrderRecord | null> {
  const result = await db.query<OrderRecord>({ name: "load-order-by-id", text: byIdSql, values: [id] });
  return result.rows[0] ?? null;
}

/** Where an order stands now. It must be there. */
export async function loadOrderStatus(db: Pool, id: number): Promise<OrderStatus> {
  const query = { name: "load-order-status", text: "select status from orders where id = $1", values: [id] };
  const { rows } = await db.query<{ status: OrderStatus }>(query);
  const [row] = rows;
  if (!row) throw new Error(`no order ${id}`);
  return row.status;
}
