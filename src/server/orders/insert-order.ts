/**
 * Writes an order with its client, lines and the event `invoice.created` by one statement: issuing is the call that
 * merchants make most, and every further statement would cost it as much again as the writing itself.
 */
import { CompiledQuery, type Insertable, type Transaction } from "kysely";
import { phase2States } from "#core/zatca/unit-state.ts";
import { literals } from "#db/literals.ts";
import type { Schema } from "#db/schema.ts";
import { type ClientToIssue, clientArguments, clientParameters, foundOrMade } from "./issued-client.ts";
import { insertLines, lineParameterCount, lineParameters, type OrderLine } from "./order-lines.ts";

const orderColumns = [
  "order_number",
  "merchant_id",
  "source",
  "product_link_id",
  "product_id",
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
  "foreign_currency",
  "foreign_total",
  "supply_date",
  "note",
  "callback_url",
  "cancel_url",
  "allowed_methods",
  "agreement_id",
  "has_digital",
  "expires_at",
  "tax_form",
  "due_date",
  "metadata",
  "answers",
  "replaces_id",
] as const;

const ownColumns = ["order_number", "expires_at", "replaces_id"] as const;
/** Whom an order is for, and the language in which that buyer has used it. */
const buyerColumns = ["client_id", "client_language"] as const;

export type CopiedColumn =
  | Exclude<(typeof orderColumns)[number], (typeof ownColumns)[number]>
  | (typeof buyerColumns)[number];

/** Of an order that is issued again: all but its number, its end and what it replaces. */
export const copiedColumns: readonly CopiedColumn[] = [
  ...buyerColumns,
  ...orderColumns.filter(
    (name): name is Exclude<typeof name, (typeof ownColumns)[number]> =>
      !ownColumns.some((own) => own === name),
  ),
];

type Row<Table extends keyof Schema, Column extends keyof Insertable<Schema[Table]>> = {
  readonly [Name in Column]-?: Exclude<Insertable<Schema[Table]>[Name], undefined>;
};

/** A row of `orders` as issuing makes it; money in minor units. */
export type OrderValues = Row<"orders", (typeof orderColumns)[number]>;

/** What the database has added to the values. */
export type InsertedOrder = {
  readonly id: number;
  readonly clientId: number | null;
  /** The client's id in the directory; `clientId` is the row that the order states (docs/decisions/0126). */
  readonly entryId: number | null;
  readonly createdAt: Date;
  /** Its merchant is in phase 2. */
  readonly isStamped: boolean;
  /** Its merchant wants the link of every invoice sent automatically. */
  readonly sendsLink: boolean;
  /** Its merchant waits for the operator: the order must not be kept. */
  readonly awaitsApproval: boolean;
};

const firstLineParameter = clientParameters + orderColumns.length + 1;
const merchantParameter = clientParameters + 1 + orderColumns.indexOf("merchant_id");
const eventParameter = firstLineParameter + lineParameterCount;
const orderParameters = orderColumns.map((_name, index) => `$${clientParameters + 1 + index}`);

const insertSql = `
with ${foundOrMade(merchantParameter)}, born as (
  insert into orders (client_id, ${orderColumns.join(", ")})
  values ((select id from found union all select id from made), ${orderParameters.join(", ")})
  returning id, merchant_id, client_id, created_at
), sold as (
  ${insertLines("born", firstLineParameter)}
), logged as (
  insert into events (merchant_id, order_id, type, data)
  select $${merchantParameter}, id, 'invoice.created', $${eventParameter}::jsonb from born
)
select id, client_id as "clientId", coalesce((select merged_into from found), client_id) as "entryId", created_at as "createdAt", exists (
  select from egs_units where merchant_id = $${merchantParameter} and state in (${literals(phase2States)})
) as "isStamped", exists (
  select from message_settings
  where merchant_id = $${merchantParameter} and (settings #>> '{automatic,paymentLink}')::boolean
) as "sendsLink", exists (
  select from merchants where id = $${merchantParameter} and approved_at is null
) as "awaitsApproval" from born`;

/**
 * Inserts an order.
 * @param trx the caller's transaction
 * @returns the ids and the time that the database gave
 */
export async function insertOrder(
  trx: Transaction<Schema>,
  {
    client,
    order,
    lines,
  }: {
    readonly client: ClientToIssue | null;
    readonly order: OrderValues;
    readonly lines: readonly OrderLine[];
  },
): Promise<InsertedOrder> {
  const event = {
    orderNumber: order.order_number,
    status: "CREATED",
    externalOrderNumber: order.external_order_number,
    amount: order.total,
    currency: order.currency,
  };
  const query = CompiledQuery.raw(insertSql, [
    ...clientArguments(client),
    ...orderColumns.map((name) => order[name]),
    ...lineParameters(lines),
    JSON.stringify(event),
  ]);
  const { rows } = await trx.executeQuery(query as CompiledQuery<InsertedOrder>);
  const [row] = rows;
  if (!row) throw new Error("an order was not inserted");
  return row;
}
