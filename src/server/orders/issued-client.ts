/**
 * The row of a client that an order is issued to: the one that says exactly the same, else a new one. It is never changed,
 * since older invoices show it (decision 0087).
 */
import { CompiledQuery, type Transaction } from "kysely";
import type { BuyerParty } from "#core/tax/tax-form.ts";
import type { Schema } from "#db/schema.ts";
import { partyColumns, toPartyColumns } from "../parties/buyer-party.ts";

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
  /** Its row, where it is known; it says the same. */
  readonly rowId?: number | null;
};

/** What a row of a client states; the mobile, by which one is found again, comes first. */
export const clientColumns = [
  "mobile",
  "name",
  "country_code",
  "email",
  "vat_number",
  "address",
  ...partyColumns,
] as const;

/** How many parameters `foundOrMade` takes from $1 on, those of `clientArguments`: the first says whether there is a client. */
export const clientParameters: number = 2 + clientColumns.length;

const typed = clientColumns.map((_name, index) => `$${index + 2}::text`);

/**
 * The parts of a statement that find or make a client's row: `found` or `made` has its id. Without a client ($1 is false)
 * neither has.
 * @param merchant number of the parameter with the merchant's id
 */
export function foundOrMade(merchant: number): string {
  const known = `$${clientParameters}::bigint`;
  return `found as (
  select id, merged_into from clients where ${known} is not null and merchant_id = $${merchant} and id = ${known}
  union all
  (select id, merged_into from clients
  where ${known} is null and $1::boolean and merchant_id = $${merchant} and mobile = $2
    and row(${clientColumns.slice(1).join(", ")}) is not distinct from row(${typed.slice(1).join(", ")})
  limit 1)
), made as (
  insert into clients (merchant_id, ${clientColumns.join(", ")})
  select $${merchant}, ${typed.join(", ")} where $1 and not exists (select from found)
  returning id
)`;
}

/** The parameters of `foundOrMade`. */
export function clientArguments(client: ClientToIssue | null): (boolean | string | number | null)[] {
  return [client !== null, ...clientValues(client), client?.rowId ?? null];
}

const clientIdSql = `with ${foundOrMade(clientParameters + 1)}
select id from found union all select id from made`;

/** The id of the row of a client; null for none. */
export async function clientIdOf(
  trx: Transaction<Schema>,
  merchantId: number,
  client: ClientToIssue | null,
): Promise<number | null> {
  const query = CompiledQuery.raw(clientIdSql, [...clientArguments(client), merchantId]);
  const { rows } = await trx.executeQuery(query as CompiledQuery<{ id: number }>);
  return rows[0]?.id ?? null;
}

/** In the order of `clientColumns`. */
export function clientValues(client: ClientToIssue | null): (string | null)[] {
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
