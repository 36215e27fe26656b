/** What migration 0006 adds to the tables, as Kysely types; to be read together with schema.ts. */
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { AskedField } from "#core/asked-fields.ts";
import type { Minor } from "#core/money.ts";

type CreatedAt = ColumnType<Date, Date | undefined, never>;

/** How a hold of an open order ended, or that it has not. */
type HoldState<Kept extends string> = ColumnType<
  "held" | Kept | "released",
  "held" | undefined,
  Kept | "released"
>;

export type ProductSchema = {
  products: { is_archived: Generated<boolean>; held_qty: Generated<number>; version: Generated<number> };
  orders: { product_link_id: number | null; product_id: number | null };
  product_links: ProductLinkTable;
  coupons: CouponTable;
  link_views: { merchant_id: number; product_link_id: number; day: string; views: number };
  stock_holds: {
    merchant_id: number;
    order_id: number;
    product_id: number;
    qty: number;
    state: HoldState<"sold">;
    created_at: CreatedAt;
    closed_at: Date | null;
  };
  coupon_uses: {
    merchant_id: number;
    order_id: number;
    coupon_id: number;
    mobile: string;
    state: HoldState<"used">;
    created_at: CreatedAt;
    closed_at: Date | null;
  };
  checkouts: {
    merchant_id: number;
    order_id: number;
    product_link_id: number;
    mobile: string;
    checkout_key: string | null;
    content_hash: Buffer;
    created_at: CreatedAt;
  };
  coupon_misses: {
    merchant_id: number;
    product_link_id: number;
    source: string;
    count: number;
    started_at: Date;
  };
};

type ProductLinkTable = {
  id: GeneratedAlways<number>;
  link_identity: string;
  merchant_id: number;
  product_id: number;
  qty: Generated<number>;
  vat_bps: Generated<number>;
  client_pays_fees: Generated<boolean>;
  allowed_methods: string[];
  callback_url: string | null;
  cancel_url: string | null;
  agreement_id: number | null;
  hold_minutes: Generated<number>;
  max_payments: number | null;
  /** Orders that hold a place of it; counted by the database, and only while it has a maximum. */
  places_taken: ColumnType<number, never, never>;
  /** What the buyer chooses is within these two; null where the product has its price. */
  least_amount: Minor | null;
  most_amount: Minor | null;
  suggested_amounts: Generated<Minor[]>;
  asked_fields: ColumnType<readonly AskedField[], string | undefined, string>;
  is_active: Generated<boolean>;
  expires_at: Date | null;
  version: Generated<number>;
  created_at: CreatedAt;
};

type CouponTable = {
  id: GeneratedAlways<number>;
  merchant_id: number;
  code: string;
  discount_type: "FIXED" | "PERCENTAGE";
  /** Halalas for FIXED, basis points for PERCENTAGE. */
  discount_value: number;
  product_id: number | null;
  usage_limit: number | null;
  usage_limit_per_mobile: number | null;
  used_count: Generated<number>;
  starts_at: Date | null;
  ends_at: Date | null;
  is_active: Generated<boolean>;
  created_at: CreatedAt;
};
