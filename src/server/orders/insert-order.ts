/**
 * Writes an order with its client, lines and the event `invoice.created` by one statement: issuing is the call that
 * merchants make most, and every further statement would cost it as much again as the writing itself.
 */
import { CompiledQuery, type Insertable, type Transaction } from "kysely";
import type { BuyerParty } from "#core/tax/tax-form.ts";
import type { Schema } from "#db/schema.ts";
import { partyColumns, toPartyColumns } from "../parties/buyer-party.ts";
import { insertLines, lineParameterCount, lineParameters, type OrderLine } from "./order-lines.ts";

/** What is kept of a buyer. */
export type ClientToIssue = BuyerParty & {
  readonly name: string | null;
  /** International form with a leading plus. */
  readonly mobile: string | null;
  /** ISO 3166, upper case. */
  readonly countryCode: string | null;
  readonly email: string | null;
  readonly vatNumber: string | null;
  /** As one text; its parts are `postalAddress`. */
  readonly address: string | null;
};

/** Of the client; the mobile, by which one is found again, comes first. */
const clientColumns = [
  "mobile",
  "name",
  "country_code",
  "email",
  "vat_number",
  "address",
  ...partyColumns,
] as const;

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
] as const;

type Row<Table extends keyof Schema, Column extends keyof Insertable<Schema[Table]>> = {
  readonly [Name in Column]-?: Exclude<Insertable<Schema[Table]>[Name], undefined>;
};

/** A row of `orders` as issuing makes it; money in minor units. */
export type OrderValues = Row<"orders", (typeof orderColumns)[number]>;

/** What the database has added to the values. */
export type InsertedOrder = {
  readonly id: number;
  readonly clientId: number | null;
  readonly createdAt: Date;
  /** Its merchant is in phase 2: a unit stamps for it. */
  readonly isStamped: boolean;
};

/** The first says whether there is a client. */
const clientParameters = 1 + clientColumns.length;
const firstLineParameter = clientParameters + orderColumns.length + 1;
const merchantParameter = clientParameters + 1 + orderColumns.indexOf("merchant_id");
const eventParameter = firstLineParameter + lineParameterCount;
const orderParameters = orderColumns.map((_name, index) => `$${clientParameters + 1 + index}`);

const clientArguments = clientColumns.map((_name, index) => `$${index + 2}::text`);

/**
 * The client's row is the one that says exactly the same, else a new one; it is never changed, since older invoices
 * show it. Without a client ($1 is false) there is none.
 */
const insertSql = `
with found as (
  select id from clients
  where $1::boolean and merchant_id = $${merchantParameter} and mobile = $2
    and row(${clientColumns.slice(1).join(", ")}) is not distinct from row(${clientArguments.slice(1).join(", ")})
  limit 1
), made as (
  insert into clients (merchant_id, ${clientColumns.join(", ")})
  select $${merchantParameter}, ${clientArguments.join(", ")} where $1 and not exists (select from found)
  returning id
), born as (
  insert into orders (client_id, ${orderColumns.join(", ")})
  values ((select id from found union all select id from made), ${orderParameters.join(", ")})
  returning id, merchant_id, client_id, created_at
), sold as (
  ${insertLines("born", firstLineParameter)}
), logged as (
  insert into events (merchant_id, order_id, type, data)
  select $${merchantParameter}, id, 'invoice.created', $${eventParameter}::jsonb from born
)
select id, client_id as "clientId", created_at as "createdAt", exists (
  select from egs_units where merchant_id = $${merchantParameter} and state in ('active', 'stopped')
) as "isStamped" from born`;

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
    client !== null,
    ...clientValues(client),
    ...orderColumns.map((name) => order[name]),
    ...lineParameters(lines),
    JSON.stringify(event),
  ]);
  const { rows } = await trx.executeQuery(query as CompiledQuery<InsertedOrder>);
  const [row] = rows;
  if (!row) throw new Error("an order was not inserted");
  return row;
}

/** In the order of `clientColumns`. */
function clientValues(client: ClientToIssue | null): (string | null)[] {
  if (client === null) return clientColumns.map(() => null);
  const { mobile, name, countryCode, email, vatNumber, address } = client;
  const party = toPartyColumns(client);
  return [
    mobile,
    name,
    countryCode,
    email,
    vatNumber,
    address,
    ...partyColumns.map((column) => party[column]),
  ];
}
