/**
 * Reading a product link with all that its page and its checkout need, in one statement. Everything else about a
 * link is derived from this record.
 */
import type { Pool, PoolClient } from "pg";
import { readLinkIdentity } from "#core/crockford.ts";
import type { Minor } from "#core/money.ts";
import type { VatExemption } from "#core/tax-invoice.ts";
import type { UnitCode } from "#core/unit-code.ts";
import { contactColumnsOfMc, type ShopRow } from "../orders/shop-model.ts";
import { type SellerRow, sellerColumnsOfM } from "../parties/seller-party.ts";

/** The legal facts of its merchant are those of `SellerRow`. */
export type ProductLinkRecord = SellerRow &
  Omit<ShopRow, `merchant_legal_${string}`> & {
    readonly id: number;
    readonly link_identity: string;
    readonly qty: number;
    readonly vat_bps: number;
    readonly client_pays_fees: boolean;
    readonly allowed_methods: readonly string[];
    readonly callback_url: string | null;
    readonly cancel_url: string | null;
    readonly agreement_id: number | null;
    readonly agreement_title: string | null;
    readonly agreement_body: string | null;
    readonly hold_minutes: number;
    /** The merchant has not taken it off. */
    readonly is_active: boolean;
    readonly expires_at: Date | null;
    readonly version: number;
    readonly product_id: number;
    readonly product_title: string;
    readonly product_description: string | null;
    readonly product_price: Minor;
    readonly product_currency: string;
    readonly product_image_id: string | null;
    readonly product_stock_qty: number | null;
    readonly product_specific_vat_bps: number | null;
    readonly product_unit_code: UnitCode;
    readonly product_vat_exemption: VatExemption | null;
    readonly product_is_digital: boolean;
    readonly product_digital_text: string | null;
    readonly product_digital_file_id: string | null;
    readonly product_is_archived: boolean;
    readonly product_version: number;
    readonly merchant_is_active: boolean;
    readonly merchant_redirect_hosts: readonly string[];
    readonly merchant_commission_rate_bps: number;
    readonly theme: Readonly<Record<string, unknown>> | null;
    /** A coupon of the merchant could be used on this product now. */
    readonly has_coupons: boolean;
  };

const loadSql = `
select l.id, l.link_identity, l.qty, l.vat_bps, l.client_pays_fees, l.allowed_methods, l.callback_url, l.cancel_url,
  l.agreement_id, a.title as agreement_title, a.body as agreement_body, l.hold_minutes,
  l.is_active, m.deactivated_at is null as merchant_is_active, l.expires_at,
  l.version, p.id as product_id, p.title as product_title, p.description as product_description,
  p.price as product_price, p.currency as product_currency, p.image_id as product_image_id,
  p.stock_qty as product_stock_qty, p.specific_vat_bps as product_specific_vat_bps,
  p.vat_exemption as product_vat_exemption, p.unit_code as product_unit_code, p.is_digital as product_is_digital,
  p.digital_text as product_digital_text, p.digital_file_id as product_digital_file_id,
  p.is_archived as product_is_archived, p.version as product_version,
  m.id as merchant_id, m.username as merchant_username, m.shop_name as merchant_shop_name,
  m.email as merchant_email, m.phone as merchant_phone, m.vat_number as merchant_vat_number,
  m.logo_image_id as merchant_logo_image_id, m.redirect_hosts as merchant_redirect_hosts,
  m.commission_rate_bps as merchant_commission_rate_bps, ${sellerColumnsOfM}, ${contactColumnsOfMc},
  t.settings as theme,
  exists (select from coupons c where c.merchant_id = m.id and c.is_active
    and (c.product_id is null or c.product_id = p.id)
    and (c.starts_at is null or c.starts_at <= $2) and (c.ends_at is null or c.ends_at > $2)
    and (c.usage_limit is null or c.used_count < c.usage_limit)) as has_coupons
from product_links l
join products p on p.id = l.product_id
join merchants m on m.id = l.merchant_id
left join agreements a on a.id = l.agreement_id
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
  return link.expires_at !== null && link.expires_at.getTime() <= now ? "expired" : "open";
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
