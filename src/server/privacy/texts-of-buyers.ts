/**
 * Which columns of the database may hold a buyer's words, name or address, and what takes them out when the buyer is erased. The
 * compiler asks for every table, and in a table that leads to orders or clients for every column that takes any text; the
 * statements of erase-from-orders.ts empty the columns that are listed here for them.
 */
import type { Selectable } from "kysely";
import type { Eraser } from "#contract/privacy.ts";
import type { Schema } from "#db/schema.ts";

/** By which statement, as the answer counts it. */
type Erased = { readonly erasedBy: Eraser };

/** Of a column: what erases it, or why it holds nothing that names a buyer. */
type ColumnFate = Erased | string;

/** Whether a type takes any text: not a number, a time, a yes or no, or a word of a list. Digests count, since they may be guessed. */
type TakesText<Value> = unknown extends Value
  ? true
  : Value extends number | boolean | Date
    ? never
    : Value extends string
      ? string extends Value
        ? true
        : never
      : Value extends readonly (infer Element)[]
        ? TakesText<Element>
        : true;

/** Names of a table's columns that take any text. */
type TextColumn<Row> = {
  [Column in keyof Row]-?: true extends TakesText<NonNullable<Row[Column]>> ? Column : never;
}[keyof Row];

/**
 * Of a table: each of its columns that takes text; or that its rows go; or why no row of it is about a buyer. `{}` is said of one
 * that takes no text and whose rows stay: nothing erases them.
 */
type TableFate<Row> = { readonly [Column in TextColumn<Row>]: ColumnFate } | Erased | string;

function erasedBy(eraser: Eraser): Erased {
  return { erasedBy: eraser };
}

/** One fate of several tables or columns. */
function each<const Name extends string, Fate extends ColumnFate>(
  names: readonly Name[],
  fate: Fate,
): Readonly<Record<Name, Fate>> {
  return Object.fromEntries(names.map((name) => [name, fate])) as Record<Name, Fate>;
}

const id = "an id or a key of ours";
const ofProvider = "the provider's word or number for a payment";
const ofShop = "the shop's own words";
const money = "a currency";
const day = "a day";
const who = "a person of the shop, or a key, by its number";
const code = "a code of a list";
const asIssued = "a tax document as it was issued, which the law wants kept (docs/decisions/0034)";
const dayLater = "removed by itself a day after the order or the page has ended (schedule/retention.ts)";

/** Every table. A row that is one text says why: such a table leads to no order and no client (a test looks). */
export const textsOfBuyers: { readonly [Table in keyof Schema]: TableFate<Selectable<Schema[Table]>> } = {
  ...each(["merchants", "merchant_contacts", "provider_accounts", "account_terms", "card_watches"], ofShop),
  ...each(
    ["agreements", "products", "product_links", "coupons", "digital_files", "images", "image_files"],
    ofShop,
  ),
  ...each(["themes", "theme_versions", "list_views", "message_settings", "message_wordings"], ofShop),
  ...each(
    ["api_keys", "webhook_endpoints", "webhook_registrations", "refund_limits", "document_counters"],
    ofShop,
  ),
  ...each(["egs_units", "egs_applications"], ofShop),
  ...each(
    ["persons", "person_links", "person_passkeys", "person_recovery_codes", "person_sessions"],
    "a person of a shop",
  ),
  ...each(["person_totp", "memberships", "invitations", "shop_invitations"], "a person of a shop"),
  ...each(["push_subscriptions", "address_proofs", "used_challenges"], "a person of a shop"),
  ...each(["nodes", "secret_keys", "job_lanes"], "of the installation"),
  ...each(["reconciliation_days", "reconciliation_sums", "link_views"], "sums and counts"),
  ...each(["limit_uses", "coupon_misses"], "counts by a keyed digest, removed by themselves within days"),
  admin_acts: "what people of the shop did: an act about a buyer names no buyer (erase-buyer.test.ts)",
  jobs: "ids of what is to be done; the address of a person of a shop, until their notice is sent or given up",
  message_opt_outs: "a keyed digest of an address that wants no messages, kept so that none is sent",

  clients: {
    ...each(["notes", "name", "mobile", "email", "address", "legal_name"], erasedBy("clients")),
    // A person who trades alone has a VAT number, and a public register says whose it is.
    ...each(["id_value", "vat_number"], erasedBy("clients")),
    ...each(["address_street", "address_building_number", "address_additional_number"], erasedBy("clients")),
    ...each(["address_district", "address_postal_code", "address_city"], erasedBy("clients")),
    ...each(["country_code", "address_country"], "a country"),
  },
  orders: {
    client_validated_email: erasedBy("confirmedEmails"),
    answers: erasedBy("linkAnswers"),
    ...each(
      ["external_order_number", "note", "metadata", "callback_url", "cancel_url", "allowed_methods"],
      ofShop,
    ),
    order_number: id,
    ...each(["currency", "foreign_currency"], money),
    ...each(["supply_date", "due_date"], day),
    agreement_accepted_sha256: "the digest of the shop's terms",
  },
  order_lines: {
    ...each(["title", "description", "vat_reason_ar", "vat_reason_en", "digital_text"], ofShop),
    ...each(["sold_image_id", "digital_file_id"], id),
  },
  payment_attempts: {
    ...each(
      ["client_name", "client_mobile", "client_email", "shipment_city", "shipment_address"],
      erasedBy("attempts"),
    ),
    client_country_code: "a country",
    ...each(["id", "presented_key", "return_token", "resend_of"], id),
    ...each(["method", "provider", "channel", "decline_reason"], code),
    currency: money,
    ...each(["provider_reference", "provider_code", "paid_brand"], ofProvider),
    paid_last_four: "four digits of a card",
    provider_data: "ids of the provider, what is open at a bank, and three digits of a mobile",
  },
  attempt_events: { attempt_id: id, cause: code, data: "states, ids and codes of the provider" },
  events: {
    ...each(["attempt_id", "public_id"], id),
    type: code,
    data: "numbers, states, amounts, and a shop's reasons",
    invoice: "numbers, states, amounts, and the shop's metadata",
  },
  payments_by_hand: {
    ...each(["reference", "note"], erasedBy("paymentsByHand")),
    attempt_id: id,
    recorded_by: who,
  },
  client_email_codes: erasedBy("emailCodes"),
  digital_deliveries: { address: erasedBy("deliveries") },
  digital_delivery_tries: {},
  reference_mails: erasedBy("referenceMails"),
  messages: erasedBy("messages"),
  checkouts: {
    ...each(["mobile", "content_hash"], erasedBy("checkouts")),
    checkout_key: "drawn by the page",
  },
  coupon_uses: { mobile: erasedBy("couponUses") },
  idempotency_keys: erasedBy("keptAnswers"),
  paylink_invoices: { request_hash: erasedBy("paylinkHashes"), transaction_no: id, shop_number: ofShop },
  return_requests: {
    ...each(["words", "answer"], erasedBy("returnRequests")),
    lines: "places and quantities",
    answered_by: who,
  },
  acceptance_places: erasedBy("acceptancePlaces"),
  invoice_drafts: erasedBy("drafts"),
  quotes: {
    ...each(["body", "client_name", "client_mobile", "client_email", "decided_from"], erasedBy("drafts")),
    quote_number: id,
    currency: money,
    valid_until: day,
  },
  recurring_invoices: {
    ...each(["body", "name", "client_name", "client_mobile", "client_email"], erasedBy("drafts")),
    ...each(["starts_on", "ends_on", "next_day"], day),
    problem: code,
    currency: money,
  },
  recurring_issues: { day },
  renewal_requests: {},
  waiting_tax_invoices: {},
  order_views: {},
  stock_holds: {},
  card_sessions: { session_id: dayLater, provider: code },
  payment_tries: { attempt_id: id, kind: code, ...each(["mobile_digest", "card_digest"], dayLater) },
  three_d_secure_pages: { ...each(["key_hash", "attempt_id"], id), html: dayLater },
  late_checks: { attempt_id: id, last_outcome: code },
  refunds: {
    ...each(["id", "attempt_id", "approval_id", "lease_token"], id),
    ...each(["provider_reference", "provider_code"], ofProvider),
    method: code,
    currency: money,
    reason: ofShop,
    made_by: who,
  },
  refund_lines: { refund_id: id },
  refund_tries: { refund_id: id, detail: ofProvider },
  refund_approvals: {
    id,
    currency: money,
    wish: "an amount, or lines with their quantities",
    ...each(["reason", "note"], ofShop),
    ...each(["requested_by", "ended_by"], who),
  },
  reconciliation_differences: { account: code, reference: ofProvider, currency: money, day },
  api_requests: {
    ...each(["method", "route", "code"], code),
    address: "of the shop's server",
    request_id: id,
  },
  webhook_deliveries: {},
  webhook_tries: {
    ...each(["reason", "request_headers"], "of ours"),
    ...each(["answer_headers", "answer_body"], "what the shop's server answered, removed after a month"),
  },
  tax_documents: {
    ...each(["number", "series", "currency", "qr", "refund_key", "reason", "content"], asIssued),
  },
  tax_document_vat: { exemption: code },
  tax_envelopes: { ...each(["uuid", "previous_hash", "hash", "xml"], asIssued) },
  tax_submissions: { lease: id },
  tax_submission_tries: {
    ...each(["detail", "errors", "warnings"], "what the tax authority said of a document"),
  },
  tax_clearances: { ...each(["xml", "qr"], asIssued) },
};

/** The columns of a table that a statement empties. */
export function columnsErasedBy(eraser: Eraser, table: keyof Schema): readonly string[] {
  return Object.entries(textsOfBuyers[table]).flatMap(([column, fate]) =>
    isErased(fate) && fate.erasedBy === eraser ? [column] : [],
  );
}

/** Whether something erases this column, or all rows of this table. */
export function isErased(fate: unknown): fate is Erased {
  return typeof fate === "object" && fate !== null && "erasedBy" in fate;
}

/** Whether a column holds what the shop writes itself. */
export function isShopsOwn(fate: unknown): boolean {
  return fate === ofShop;
}
