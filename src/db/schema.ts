/**
 * The tables of migrations/ as Kysely types. Money columns are whole minor units (see core/money.ts), rates are
 * basis points. The comments that explain columns are in the migrations.
 */
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { ApiKeyScope } from "#core/api-key-scopes.ts";
import type { Answer } from "#core/asked-fields.ts";
import type { AttemptState } from "#core/attempt-status.ts";
import type { Minor } from "#core/money.ts";
import type { OrderStatus } from "#core/order-status.ts";
import type { Quantity } from "#core/pricing/quantity.ts";
import type { UnitCode } from "#core/pricing/unit-code.ts";
import type { VatCategory } from "#core/tax/tax-invoice.ts";
import type { BuyerRequestsSchema } from "./buyer-requests-schema.ts";
import type { DigitalSchema } from "./digital-schema.ts";
import type { DocumentsSchema } from "./documents-schema.ts";
import type { EventInvoice } from "./event-invoice.ts";
import type { MerchantApiSchema } from "./merchant-api-schema.ts";
import type { MessagesSchema } from "./messages-schema.ts";
import type { NodesSchema } from "./nodes-schema.ts";
import type { PartySchema } from "./party-schema.ts";
import type { PaylinkSchema } from "./paylink-schema.ts";
import type { PaymentsByHandSchema } from "./payments-by-hand-schema.ts";
import type { PeopleSchema } from "./people-schema.ts";
import type { ProductSchema } from "./product-schema.ts";
import type { QueueSchema } from "./queue-schema.ts";
import type { QuotesSchema } from "./quotes-schema.ts";
import type { ReconciliationSchema } from "./reconciliation-schema.ts";
import type { ReferenceMailSchema } from "./reference-mail-schema.ts";
import type { RefundSchema } from "./refund-schema.ts";
import type { ZatcaSchema } from "./zatca-schema.ts";

/** Set by the database at insert, read as a Date. */
type CreatedAt = ColumnType<Date, Date | undefined, never>;
type Json<T> = ColumnType<T, string | undefined, string>;

/** Every table. */
export type Schema = FoundationSchema &
  BuyerRequestsSchema &
  DocumentsSchema &
  ProductSchema &
  ReconciliationSchema &
  DigitalSchema &
  PartySchema &
  PaylinkSchema &
  PaymentsByHandSchema &
  PeopleSchema &
  QueueSchema &
  QuotesSchema &
  ReferenceMailSchema &
  RefundSchema &
  ZatcaSchema &
  MessagesSchema &
  NodesSchema &
  MerchantApiSchema;

type FoundationSchema = {
  merchants: MerchantTable;
  merchant_contacts: {
    merchant_id: number;
    city: string | null;
    address1: string | null;
    email: string | null;
    phone: string | null;
    /** E.164 */
    whatsapp: string | null;
    /** The shop's own rules of returns. */
    returns_url: string | null;
    /** The same as a text, in Arabic and in English, for shops without a page of it. */
    returns_text: string | null;
    returns_text_en: string | null;
    has_returns_text: GeneratedAlways<boolean>;
  };
  themes: {
    merchant_id: number;
    settings: Json<Record<string, unknown>>;
  };
  api_keys: {
    id: GeneratedAlways<number>;
    merchant_id: number;
    name: string;
    prefix: string;
    key_hash: Buffer;
    scopes: ApiKeyScope[];
    created_at: CreatedAt;
    expires_at: Date | null;
    last_used_at: Date | null;
    last_used_address: string | null;
    revoked_at: Date | null;
  };
  clients: {
    id: GeneratedAlways<number>;
    merchant_id: number;
    name: string | null;
    mobile: string | null;
    country_code: string | null;
    email: string | null;
    vat_number: string | null;
    address: string | null;
    created_at: CreatedAt;
    /** The entry of the directory that the row belongs to; null for the entry itself. */
    merged_into: number | null;
    /** Of an entry: the row that states the client as it is now; null for its own. */
    stated_by: number | null;
  };
  agreements: {
    id: GeneratedAlways<number>;
    merchant_id: number;
    version: number;
    title: string;
    body: string;
    sha256: string;
    created_at: CreatedAt;
    title_en: string | null;
    body_en: string | null;
  };
  products: {
    id: GeneratedAlways<number>;
    merchant_id: number;
    title: string;
    description: string | null;
    price: Minor;
    price_includes_vat: Generated<boolean>;
    currency: Generated<string>;
    image_id: string | null;
    stock_qty: number | null;
    specific_vat_bps: number | null;
    is_digital: Generated<boolean>;
    unit_code: Generated<UnitCode>;
    created_at: CreatedAt;
  };
  orders: OrderTable;
  order_lines: {
    merchant_id: number;
    order_id: number;
    position: number;
    product_id: number | null;
    title: string;
    description: string | null;
    qty_thousandths: Quantity;
    unit_code: Generated<UnitCode>;
    unit_price: Minor;
    sold_unit_price: Minor;
    vat_bps: number | null;
    vat_category: VatCategory | null;
    vat_reason_ar: string | null;
    vat_reason_en: string | null;
    line_net: Minor;
    line_discount: Minor;
    line_vat: Minor;
    is_digital: Generated<boolean>;
    sold_image_id: string | null;
  };
  payment_attempts: AttemptTable;
  provider_accounts: {
    merchant_id: number;
    method: string;
    sealed_settings: Buffer;
    updated_at: Generated<Date>;
  };
  secret_keys: { key_id: string; first_used_at: CreatedAt; retired_at: Date | null };
  webhook_registrations: {
    method: string;
    merchant_id: number | null;
    version: string;
    tries: Generated<number>;
    registered_at: Date | null;
    next_try_at: Date | null;
  };
  attempt_events: {
    merchant_id: number;
    attempt_id: string;
    sequence: number;
    at: CreatedAt;
    from_state: AttemptState | null;
    to_state: AttemptState;
    cause: string;
    data: Json<Record<string, unknown>>;
  };
  events: {
    id: GeneratedAlways<number>;
    /** Null for a difference on the installation's account that is no order's. */
    merchant_id: number | null;
    /** Null for a difference that is no order's. */
    order_id: number | null;
    attempt_id: string | null;
    type: string;
    at: CreatedAt;
    data: Json<Record<string, unknown>>;
    /** These two are the database's to write, of published events alone (migration 0029). */
    public_id: ColumnType<string | null, never, never>;
    invoice: ColumnType<EventInvoice | null, never, never>;
    position: ColumnType<number | null, never, number>;
  };
  card_sessions: {
    session_id: string;
    merchant_id: number;
    order_id: number;
    provider: string;
    created_at: CreatedAt;
  };
  payment_tries: {
    attempt_id: string;
    merchant_id: number;
    order_id: number;
    /** `TryKind` of payments/tries.ts. */
    kind: string;
    mobile_digest: string | null;
    card_digest: string | null;
    created_at: Date;
  };
  card_watches: {
    merchant_id: number;
    slowed_until: Date | null;
    paused_until: Date | null;
    counted_from: Date;
  };
  three_d_secure_pages: {
    key_hash: Buffer;
    merchant_id: number;
    attempt_id: string;
    html: string;
    created_at: CreatedAt;
    expires_at: Date;
    used_at: Date | null;
  };
  client_email_codes: {
    merchant_id: number;
    id: GeneratedAlways<number>;
    order_id: number;
    address: string;
    mailbox: string;
    nonce: string;
    code_digest: string;
    state: ColumnType<ClientEmailCodeState, ClientEmailCodeState | undefined, ClientEmailCodeState>;
    is_sent: boolean;
    guesses: Generated<number>;
    created_at: CreatedAt;
    expires_at: Date;
  };
};

/** States of a code for an e-mail address (migration 0005). */
export type ClientEmailCodeState = "live" | "replaced" | "used" | "failed";

type MerchantTable = {
  id: GeneratedAlways<number>;
  username: string;
  shop_name: string;
  email: string;
  phone: string;
  vat_number: string | null;
  logo_image_id: string | null;
  redirect_hosts: Generated<string[]>;
  frame_origins: Generated<string[]>;
  allowed_countries: string[] | null;
  commission_rate_bps: Generated<number>;
  sealed_return_secret: Buffer | null;
  sealed_earlier_return_secret: Buffer | null;
  return_secret_since: Date | null;
  created_at: CreatedAt;
  legal_name: string | null;
  deactivated_at: Date | null;
  /** Null: as the installation keeps buyers' data. */
  buyer_data_months: number | null;
  /** Whether products of Paylink's API must come to the amount. */
  paylink_amounts: Generated<"add_up" | "as_sent">;
  /** So many days after the payment a buyer can ask for a return; null: not at all. */
  return_request_days: number | null;
  /** The version of its terms of sale that is meant where none is stated. */
  standard_agreement: number | null;
  /** When the operator let it sell; null: it waits. */
  approved_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  opened_by: number | null;
  opening_key: string | null;
};

type OrderTable = {
  id: GeneratedAlways<number>;
  order_number: string;
  merchant_id: number;
  client_id: number | null;
  source: "api" | "link";
  status: ColumnType<OrderStatus, OrderStatus | undefined, OrderStatus>;
  external_order_number: string | null;
  currency: string;
  prices_include_vat: Generated<boolean>;
  discount_type: "FIXED" | "PERCENTAGE" | null;
  discount_value: number | null;
  sub_total: Minor;
  discount: Minor;
  vat: Minor;
  vat_bps: number;
  service_fees: Minor;
  commission_rate_bps: Generated<number>;
  /** What it asks for today. An open invoice may be changed: for how much it was issued is in its event `invoice.created` (`events.invoice`). */
  total: Minor;
  captured_total: ColumnType<Minor, never, Minor>;
  refunded_total: ColumnType<Minor, never, Minor>;
  foreign_currency: string | null;
  foreign_total: Minor | null;
  /** As a day: "2026-11-20". */
  supply_date: string | null;
  /** The same. */
  due_date: string | null;
  metadata: Json<Readonly<Record<string, string>>>;
  /** What the buyer answered to the questions of a product link; null where nothing was asked. */
  answers: ColumnType<readonly Answer[] | null, string | null | undefined, string | null>;
  replaces_id: number | null;
  note: string | null;
  callback_url: string | null;
  cancel_url: string | null;
  allowed_methods: string[];
  agreement_id: number | null;
  agreement_accepted_at: Date | null;
  agreement_accepted_sha256: string | null;
  has_digital: Generated<boolean>;
  client_validated_at: Date | null;
  client_validated_email: string | null;
  version: Generated<number>;
  created_at: CreatedAt;
  /** Kept by the database. */
  updated_at: ColumnType<Date, never, never>;
  expires_at: Date | null;
  paid_at: Date | null;
  cancelled_at: Date | null;
  /** When the buyer went out of it; null again where it is offered or paid after that. */
  buyer_erased_at: ColumnType<Date | null, undefined, Date | null>;
  expired_at: Date | null;
};

type AttemptTable = {
  merchant_id: number;
  id: string;
  order_id: number;
  method: string;
  provider: string;
  state: AttemptState;
  step: Generated<"start" | "confirm">;
  step_started_at: Generated<Date>;
  unanswered_at: Date | null;
  amount: Minor;
  currency: string;
  received_amount: Minor | null;
  presented_key: string | null;
  return_token: string;
  provider_reference: string | null;
  decline_reason: string | null;
  provider_code: string | null;
  paid_brand: string | null;
  paid_last_four: string | null;
  client_name: string | null;
  client_mobile: string | null;
  client_country_code: string | null;
  client_email: string | null;
  shipment_city: string | null;
  shipment_address: string | null;
  channel: Generated<string>;
  provider_data: Json<Record<string, string>>;
  check_count: Generated<number>;
  event_count: Generated<number>;
  /** How often the buyer's one-time code was sent on; `limits.codeGuessesPerAttempt` at most, or fewer by the method. */
  code_guesses: Generated<number>;
  next_check_at: Date | null;
  news_at: Date | null;
  /** Until when one process may collect an approval. Compared by the database alone. */
  capture_until: ColumnType<Date | null, never, Date | null>;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
  settled_at: Date | null;
  /** The first code of the try, where this one was sent again. */
  resend_of: string | null;
  /** Superseded for another code of the same try. */
  is_resent: Generated<boolean>;
  /** How many payments of its order by card or a wallet of the device had taken money when this one began, given back since or not. */
  earlier_card_payments: Generated<number>;
};
