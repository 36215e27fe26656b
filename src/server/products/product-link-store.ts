/**
 * Reading a product link with all that its page and its checkout need, in one statement. Everything else about a
 * link is derived from this record.
 */
import type { Pool, PoolClient } from "pg";
import { readLinkIdentity } from "#core/crockford.ts";
import { type ColumnOf, type ColumnsOf, type OfLeftJoin, selectList } from "#db/columns.ts";
import { isTimeOver } from "../orders/order-open.ts";
import { contactColumns } from "../orders/order-store.ts";
import { type SellerRow, sellerColumns } from "../parties/seller-party.ts";

const ownColumns = [
  "id",
  "link_identity",
  "qty",
  "vat_bps",
  "client_pays_fees",
  "allowed_methods",
  "callback_url",
  "cancel_url",
  "agreement_id",
  "hold_minutes",
  "least_amount",
  "most_amount",
  "suggested_amounts",
  "asked_fields",
  "expires_at",
  "version",
  "is_active",
] as const satisfies readonly ColumnOf<"product_links">[];

const productColumns = [
  "id",
  "title",
  "description",
  "price",
  "price_includes_vat",
  "currency",
  "image_id",
  "stock_qty",
  "specific_vat_bps",
  "unit_code",
  "vat_exemption",
  "is_digital",
  "digital_text",
  "digital_file_id",
  "is_archived",
  "version",
] as const satisfies readonly ColumnOf<"products">[];

const merchantColumns = [
  "id",
  "username",
  "shop_name",
  "email",
  "phone",
  "vat_number",
  "logo_image_id",
  "redirect_hosts",
  "commission_rate_bps",
  "world",
] as const satisfies readonly ColumnOf<"merchants">[];

const agreementColumns = [
  "title",
  "body",
  "title_en",
  "body_en",
] as const satisfies readonly ColumnOf<"agreements">[];

export type ProductLinkRecord = SellerRow &
  ColumnsOf<"product_links", (typeof ownColumns)[number]> &
  ColumnsOf<"products", (typeof productColumns)[number], "product_"> &
  ColumnsOf<"merchants", (typeof merchantColumns)[number], "merchant_"> &
  OfLeftJoin<ColumnsOf<"agreements", (typeof agreementColumns)[number], "agreement_">> &
  OfLeftJoin<ColumnsOf<"merchant_contacts", (typeof contactColumns)[number], "contact_">> & {
    readonly theme: Readonly<Record<string, unknown>> | null;
    /** The merchant has not been deactivated, and does not wait for the operator. */
    readonly merchant_is_active: boolean;
    /** How many more orders it may have; null without a maximum. Below zero where its maximum was lowered. */
    readonly payments_left: number | null;
    /** A coupon of the merchant could be used on this product now. */
    readonly has_coupons: boolean;
  };

/** Of the link that a statement calls `l`; null where it has no maximum. */
export const paymentsLeft = "l.max_payments - l.places_taken";

const loadSql = `
select ${selectList("l", ownColumns)}, ${selectList("p", productColumns, "product_")},
  ${selectList("m", merchantColumns, "merchant_")}, ${selectList("a", agreementColumns, "agreement_")},
  ${selectList("m", sellerColumns)}, ${selectList("mc", contactColumns, "contact_")},
  ${paymentsLeft} as payments_left,
  m.deactivated_at is null and m.approved_at is not null as merchant_is_active, t.settings as theme,
  exists (select from coupons c where c.merchant_id = m.id and c.is_active
    and (c.product_id is null or c.product_id = p.id)
    and (c.starts_at is null or c.starts_at <= $2) and (c.ends_at is null or c.ends_at > $2)
    and (c.usage_limit is null or c.used_count < c.usage_limit)) as has_coupons
from product_links l
join products p on p.merchant_id = l.merchant_id and p.id = l.product_id
join merchants m on m.id = l.merchant_id
left join agreements a on a.merchant_id = l.merchant_id and a.id = l.agreement_id
left join themes t on t.merchant_id = m.id
left join merchant_contacts mc on mc.merchant_id = m.id
where l.link_identity = $1`;

/**
 * Loads a product link by what a person typed or an address held, whether it can be used or not.
 * @param input a link identity in any letter case, with or without hyphens (decision N6)
 * @param now milliseconds since the epoch
 * @returns null when there is no such link, or the input cannot be an identity
 */
export async function loadProductLink(
  db: Pool | PoolClient,
  input: string,
  now: number,
): Promise<ProductLinkRecord | null> {
  const linkIdentity = readLinkIdentity(input);
  if (linkIdentity === null) return null;
  const values = [linkIdentity, new Date(now)];
  const result = await db.query<ProductLinkRecord>({ name: "load-product-link", text: loadSql, values });
  return result.rows[0] ?? null;
}

/** Why a link cannot be used. Calls say `product_not_found` for all but `expired`; its page tells them apart. */
export type LinkClosing = "expired" | "withdrawn" | "shop_closed";

/** Whether a link can be used now; `withdrawn` means that its merchant took it, or its product, off. */
export function standingOf(
  link: Pick<ProductLinkRecord, "is_active" | "merchant_is_active" | "product_is_archived" | "expires_at">,
  now: number,
): "open" | LinkClosing {
  if (!link.merchant_is_active) return "shop_closed";
  if (!link.is_active || link.product_is_archived) return "withdrawn";
  return isTimeOver(link, now) ? "expired" : "open";
}

/** The merchant of a link by its identity in canonical form; null when there is none. */
export async function merchantOfLink(db: Pool, linkIdentity: string): Promise<number | null> {
  const text = "select merchant_id from product_links where link_identity = $1";
  const result = await db.query<{ merchant_id: number }>({
    name: "merchant-of-link",
    text,
    values: [linkIdentity],
  });
  return result.rows[0]?.merchant_id ?? null;
}
