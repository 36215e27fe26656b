/** Reads single invoices of one merchant. Every statement is filtered by the merchant: another's invoice is not there. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { AttemptState } from "#core/attempt-status.ts";
import { readOrderNumber } from "#core/crockford.ts";
import { type Minor, zero } from "#core/money.ts";
import { Problem } from "#core/problem.ts";
import type { TaxDocumentKind } from "#core/tax/tax-invoice.ts";
import type { Schema } from "#db/schema.ts";
import { isInForce } from "../documents/tax-document-store.ts";
import type { IssuedOrder } from "../issuing/issue-order.ts";
import { linesOfOrder, type OrderLine } from "../orders/order-lines.ts";
import { payableLiterals } from "../orders/payable-literals.ts";
import { partyOfClient, unknownParty } from "../parties/buyer-party.ts";
import { entryOf } from "../parties/client-entry.ts";
import { type SubmissionRow, submissionOfDocument } from "./tax-submission.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

export type InvoiceAttemptRow = {
  readonly id: string;
  /** The attempt's own id, where the try is known by another one: by which its refunds find it. */
  readonly own_id: string;
  readonly method: string;
  readonly state: AttemptState;
  readonly decline_reason: string | null;
  readonly amount: Minor;
  readonly received_amount: Minor | null;
  readonly currency: string;
  readonly paid_brand: string | null;
  readonly paid_last_four: string | null;
  readonly channel: string;
  readonly client_name: string | null;
  readonly client_mobile: string | null;
  readonly client_country_code: string | null;
  readonly client_email: string | null;
  readonly shipment_city: string | null;
  readonly shipment_address: string | null;
  /** As JSON has it: text. */
  readonly created_at: string;
  readonly updated_at: string;
  readonly settled_at: string | null;
};

/** Of the order that the statement calls `o`, newest first: its tries, each once however often its code was sent. */
export const attemptsOfOrder = sql<InvoiceAttemptRow[]>`(
  select coalesce(json_agg(json_build_object('id', a.told_id, 'own_id', a.id, 'method', a.method, 'state', a.state,
    'decline_reason', a.decline_reason, 'amount', a.amount, 'received_amount', a.received_amount, 'currency', a.currency, 'paid_brand', a.paid_brand,
    'paid_last_four', a.paid_last_four, 'channel', a.channel, 'client_name', a.client_name,
    'client_mobile', a.client_mobile, 'client_country_code', a.client_country_code, 'client_email', a.client_email,
    'shipment_city', a.shipment_city, 'shipment_address', a.shipment_address, 'created_at', a.begun_at,
    'updated_at', a.updated_at, 'settled_at', a.settled_at)
    order by a.created_at desc, a.id desc), '[]')
  from told_attempts a where a.merchant_id = o.merchant_id and a.order_id = o.id)`;

/** Of the order that the statement calls `o`: what its payments have given back, by the attempt, in minor units. */
export const givenBackOfOrder = sql<Readonly<
  Record<string, Minor>
> | null>`case when o.refunded_total > 0 then (
  select json_object_agg(r.attempt_id, r.amount) from (
    select attempt_id, sum(amount) as amount from refunds
    where merchant_id = o.merchant_id and order_id = o.id and state = 'refunded' and not is_surplus group by attempt_id
  ) r) end`;

export type TaxDocumentRow = {
  readonly kind: TaxDocumentKind;
  readonly number: string;
  /** As JSON has it: text. */
  readonly issued_at: string;
  readonly submission: SubmissionRow | null;
};

const taxDocumentsOfOrder = sql<TaxDocumentRow[]>`(
  select coalesce(json_agg(json_build_object('kind', d.kind, 'number', d.number, 'issued_at', d.issued_at,
    'submission', ${submissionOfDocument})
    order by d.id), '[]')
  from tax_documents d
  left join tax_submissions s on s.merchant_id = d.merchant_id and s.document_id = d.id
  where d.merchant_id = o.merchant_id and d.order_id = o.id and ${isInForce})`;

/** Columns of `orders` that an entry of a list is made of. */
export const ownHeadColumns = [
  "order_number",
  "external_order_number",
  "status",
  "currency",
  "total",
  "captured_total",
  "refunded_total",
  "created_at",
  "updated_at",
  "due_date",
  "metadata",
  "expires_at",
  "paid_at",
  "cancelled_at",
  "source",
  "product_id",
  "client_validated_at",
  "client_validated_email",
  "agreement_accepted_at",
  "agreement_accepted_sha256",
] as const;

function selectInvoice(db: Db, merchantId: number) {
  return db
    .selectFrom("orders as o")
    .leftJoin("clients as c", (join) =>
      join.onRef("c.merchant_id", "=", "o.merchant_id").onRef("c.id", "=", "o.client_id"),
    )
    .leftJoin("agreements as g", (join) =>
      join.onRef("g.merchant_id", "=", "o.merchant_id").onRef("g.id", "=", "o.agreement_id"),
    )
    .leftJoin("themes as t", "t.merchant_id", "o.merchant_id")
    .leftJoin("product_links as pl", (join) =>
      join.onRef("pl.merchant_id", "=", "o.merchant_id").onRef("pl.id", "=", "o.product_link_id"),
    )
    .where("o.merchant_id", "=", merchantId)
    .select(ownHeadColumns.map((name) => `o.${name}` as const))
    .select(["c.name as client_name", "pl.link_identity", attemptsOfOrder.as("attempts")])
    .select([
      givenBackOfOrder.as("given_back"),
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
      sql<number | null>`${entryOf("c")}`.as("client_entry"),
      "c.mobile as client_mobile",
      "c.country_code as client_country_code",
      "c.email as client_email",
      "c.vat_number as client_vat_number",
      "c.address as client_address",
      partyOfClient.as("client_party"),
      "o.tax_form",
      "o.supply_date",
      sql<Date | null>`(select r.created_at from renewal_requests r where r.merchant_id = o.merchant_id
        and r.order_id = o.id and r.expired_at = o.expires_at and o.status in (${payableLiterals}))`.as(
        "renewal_requested_at",
      ),
      sql<string | null>`(select order_number from orders
        where merchant_id = o.merchant_id and id = o.replaces_id)`.as("replaces"),
      sql<string | null>`(select order_number from orders
        where merchant_id = o.merchant_id and replaces_id = o.id)`.as("replaced_by"),
      "o.note",
      "o.answers",
      "o.callback_url",
      "o.cancel_url",
      "o.allowed_methods",
      "g.version as agreement_version",
      "g.title as agreement_title",
      "g.body as agreement_body",
      "g.title_en as agreement_title_en",
      "g.body_en as agreement_body_en",
      sql<OrderLine[]>`${sql.raw(linesOfOrder)}`.as("lines"),
      taxDocumentsOfOrder.as("tax_documents"),
      "t.settings as theme",
    ]);
}

/** What an entry of a list is made of; a single invoice's row has it, too. */
export type InvoiceHeadRow = Pick<
  InvoiceRow,
  | (typeof ownHeadColumns)[number]
  | "client_name"
  | "client_mobile"
  | "link_identity"
  | "attempts"
  | "given_back"
>;

export type InvoiceRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectInvoice>["executeTakeFirst"]>>
>;

/**
 * The row of an invoice that was written a moment ago, without reading it again: it has no payment and no try, and
 * it has no documents.
 */
export function rowOfIssued({ order, lines, client, agreement, ...inserted }: IssuedOrder): InvoiceRow {
  return {
    ...order,
    status: "CREATED",
    captured_total: zero,
    refunded_total: zero,
    created_at: inserted.createdAt,
    updated_at: inserted.createdAt,
    client_validated_at: null,
    client_validated_email: null,
    agreement_accepted_at: null,
    agreement_accepted_sha256: null,
    metadata: JSON.parse(order.metadata),
    answers: null,
    renewal_requested_at: null,
    replaces: null,
    replaced_by: null,
    link_identity: null,
    paid_at: null,
    cancelled_at: null,
    client_id: inserted.clientId,
    client_entry: inserted.entryId,
    client_name: client?.name ?? null,
    client_mobile: client?.mobile ?? null,
    client_country_code: client?.countryCode ?? null,
    client_email: client?.email ?? null,
    client_vat_number: client?.vatNumber ?? null,
    client_address: client?.address ?? null,
    client_party: client ?? unknownParty,
    agreement_version: agreement?.version ?? null,
    agreement_title: agreement?.title ?? null,
    agreement_body: agreement?.text ?? null,
    agreement_title_en: agreement?.english?.title ?? null,
    agreement_body_en: agreement?.english?.text ?? null,
    lines: [...lines],
    attempts: [],
    given_back: null,
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
