/** What the merchant API keeps of its own, as Kysely types; to be read together with schema.ts. */
import type { ColumnType, GeneratedAlways } from "kysely";
import type { Language } from "#core/language.ts";
import type { Minor } from "#core/money.ts";

export type MerchantApiSchema = {
  idempotency_keys: {
    merchant_id: number;
    key: string;
    request_hash: Buffer;
    status: number | null;
    body: string | null;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
  invoice_drafts: {
    merchant_id: number;
    id: string;
    body: ColumnType<Record<string, unknown>, string, string>;
    client_mobile: string | null;
    client_email: string | null;
    created_at: Date;
    updated_at: Date;
    shown: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  };
  list_views: {
    merchant_id: number;
    id: string;
    list: "invoices" | "payments";
    name: string;
    person_id: number | null;
    filters: ColumnType<Record<string, never>, string, string>;
    created_at: Date;
  };
  api_requests: {
    merchant_id: number;
    id: GeneratedAlways<number>;
    key_id: number;
    at: Date;
    method: string;
    route: string;
    status: number;
    code: string | null;
    duration_ms: number;
    address: string;
    request_id: string;
    order_id: number | null;
  };
  account_terms: {
    merchant_id: number;
    method: string;
    fee_rate_bps: number;
    fee_fixed: Minor;
    settlement_days: number;
    updated_at: Date;
  };
  theme_versions: {
    merchant_id: number;
    version: number;
    settings: ColumnType<Record<string, unknown>, string, never>;
    logo_image_id: string | null;
    saved_at: Date;
  };
  order_views: {
    merchant_id: number;
    order_id: number;
    first_at: Date;
    last_at: Date;
    views: number;
  };
  clients: { notes: string | null; language: Language | null };
};
