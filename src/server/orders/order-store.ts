/**
 * Reading an order with all that its pages and payments need, in one statement. Everything else about an order is
 * derived from this record.
 */
import type { Pool, PoolClient } from "pg";
import type { AttemptState, AttemptStep } from "#core/attempt-status.ts";
import { readOrderNumber } from "#core/crockford.ts";
import type { Minor } from "#core/money.ts";
import type { OrderStatus } from "#core/order-status.ts";
import type { Quantity } from "#core/quantity.ts";
import type { TaxDocumentKind, VatExemption } from "#core/tax-invoice.ts";
import type { UnitCode } from "#core/unit-code.ts";
import { contactColumnsOfMc, type ShopRow } from "./shop-model.ts";

export type OrderLineRecord = {
  readonly product_id: number | null;
  readonly product_image_id: string | null;
  readonly stock_qty: number | null;
  readonly specific_vat_bps: number | null;
  readonly title: string;
  readonly description: string | null;
  readonly qty_thousandths: Quantity;
  readonly unit_code: UnitCode;
  readonly unit_price: Minor;
  readonly sold_unit_price: Minor;
  readonly vat_bps: number | null;
  readonly vat_exemption: VatExemption | null;
  readonly line_net: Minor;
  readonly line_discount: Minor;
  readonly line_vat: Minor;
  readonly is_digital: boolean;
  readonly sold_image_id: string | null;
};

export type OrderRecord = ShopRow & {
  readonly id: number;
  readonly order_number: string;
  readonly source: "api" | "link";
  readonly status: OrderStatus;
  readonly external_order_number: string | null;
  readonly currency: string;
  readonly prices_include_vat: boolean;
  readonly discount_type: "FIXED" | "PERCENTAGE" | null;
  readonly discount_value: number | null;
  readonly sub_total: Minor;
  readonly discount: Minor;
  readonly vat: Minor;
  readonly vat_bps: number;
  readonly service_fees: Minor;
  readonly commission_rate_bps: number;
  readonly total: Minor;
  readonly captured_total: Minor;
  readonly refunded_total: Minor;
  readonly foreign_currency: string | null;
  readonly foreign_total: Minor | null;
  readonly note: string | null;
  readonly callback_url: string | null;
  readonly cancel_url: string | null;
  readonly allowed_methods: readonly string[];
  readonly agreement_id: number | null;
  readonly has_digital: boolean;
  readonly client_validated_at: Date | null;
  readonly version: number;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly paid_at: Date | null;
  readonly cancelled_at: Date | null;
  readonly merchant_redirect_hosts: readonly string[];
  readonly merchant_return_secret: Buffer | null;
  readonly merchant_earlier_return_secret: Buffer | null;
  readonly merchant_return_secret_since: Date | null;
  readonly merchant_frame_origins: readonly string[];
  readonly merchant_allowed_countries: readonly string[] | null;
  readonly merchant_deactivated_at: Date | null;
  readonly theme: Readonly<Record<string, unknown>> | null;
  readonly client_id: number | null;
  readonly client_name: string | null;
  readonly client_mobile: string | null;
  readonly client_country_code: string | null;
  readonly client_email: string | null;
  /** The attempt that is live now, or one in `surplus` when money arrived that does not fit; else null. */
  readonly live_attempt: {
    readonly state: AttemptState;
    readonly step: AttemptStep;
    /** In flight: until when its process speaks for it. */
    readonly lease_end: string | null;
  } | null;
  readonly lines: readonly OrderLineRecord[];
  /** The tax invoice first; null when there are none. */
  readonly tax_documents: readonly { readonly kind: TaxDocumentKind; readonly number: string }[] | null;
};

const loadOrderSql = `
select o.id, o.order_number, o.source, o.status, o.external_order_number, o.currency, o.prices_include_vat,
  o.discount_type, o.discount_value, o.sub_total, o.discount, o.vat, o.vat_bps, o.service_fees, o.commission_rate_bps,
  o.total, o.captured_total, o.refunded_total, o.foreign_currency, o.foreign_total, o.note, o.callback_url,
  o.cancel_url, o.allowed_methods, o.agreement_id, o.has_digital, o.client_validated_at, o.version, o.created_at,
  o.expires_at, o.paid_at, o.cancelled_at, o.merchant_id,
  m.username as merchant_username, m.shop_name as merchant_shop_name, m.email as merchant_email,
  m.phone as merchant_phone, m.vat_number as merchant_vat_number, m.logo_image_id as merchant_logo_image_id,
  m.redirect_hosts as merchant_redirect_hosts, m.sealed_return_secret as merchant_return_secret,
  m.sealed_earlier_return_secret as merchant_earlier_return_secret, m.return_secret_since as merchant_return_secret_since,
  m.frame_origins as merchant_frame_origins,
  m.allowed_countries as merchant_allowed_countries, m.deactivated_at as merchant_deactivated_at, t.settings as theme,
  ${contactColumnsOfMc}, m.legal_name as merchant_legal_name,
  m.legal_id_scheme as merchant_legal_id_scheme, m.legal_id_value as merchant_legal_id_value,
  c.id as client_id, c.name as client_name, c.mobile as client_mobile, c.country_code as client_country_code,
  c.email as client_email,
  (select json_build_object('state', a.state, 'step', a.step, 'lease_end', a.next_check_at) from payment_attempts a where a.order_id = o.id
    and a.state in ('in_flight', 'awaiting_buyer', 'unknown', 'authorised', 'captured', 'surplus')
    order by a.state = 'surplus' desc limit 1) as live_attempt,
  (select json_agg(json_build_object(
      'product_id', l.product_id, 'product_image_id', p.image_id, 'stock_qty', p.stock_qty, 'title', l.title,
      'description', l.description, 'qty_thousandths', l.qty_thousandths, 'unit_code', l.unit_code, 'unit_price', l.unit_price, 'sold_unit_price', l.sold_unit_price,
      'specific_vat_bps', p.specific_vat_bps, 'vat_bps', l.vat_bps, 'vat_exemption', l.vat_exemption,
      'line_net', l.line_net, 'line_discount', l.line_discount, 'line_vat', l.line_vat,
      'is_digital', l.is_digital, 'sold_image_id', l.sold_image_id) order by l.position)
    from order_lines l left join products p on p.id = l.product_id where l.order_id = o.id) as lines,
  case when o.paid_at is not null then
    (select json_agg(json_build_object('kind', d.kind, 'number', d.number) order by d.id)
      from tax_documents d where d.order_id = o.id) end as tax_documents
from orders o
join merchants m on m.id = o.merchant_id
left join themes t on t.merchant_id = m.id
left join merchant_contacts mc on mc.merchant_id = m.id
left join clients c on c.id = o.client_id`;
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
