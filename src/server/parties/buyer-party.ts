/** Buyers as tax invoices name them, to and from the columns of `clients`. */
import { sql } from "kysely";
import type { BuyerParty } from "#core/tax/tax-form.ts";
import type { PartySchema } from "#db/party-schema.ts";

/** Nothing of a buyer is known but name, mobile and free address. */
export const unknownParty: BuyerParty = { legalName: null, identification: null, postalAddress: null };

/** Columns of `clients` that a party is made of. */
export const partyColumns = [
  "legal_name",
  "id_scheme",
  "id_value",
  "address_street",
  "address_building_number",
  "address_additional_number",
  "address_district",
  "address_postal_code",
  "address_city",
  "address_country",
] as const satisfies readonly (keyof PartySchema["clients"])[];

/** The columns of a party. */
export function toPartyColumns({
  legalName,
  identification,
  postalAddress,
}: BuyerParty): PartySchema["clients"] {
  return {
    legal_name: legalName,
    id_scheme: identification?.scheme ?? null,
    id_value: identification?.value ?? null,
    address_street: postalAddress?.street ?? null,
    address_building_number: postalAddress?.buildingNumber ?? null,
    address_additional_number: postalAddress?.additionalNumber ?? null,
    address_district: postalAddress?.district ?? null,
    address_postal_code: postalAddress?.postalCode ?? null,
    address_city: postalAddress?.city ?? null,
    address_country: postalAddress?.country ?? null,
  };
}

/** The party of the client that a statement calls `c`; all null where there is no client. */
export const partyOfClient = sql<BuyerParty>`json_build_object('legalName', c.legal_name,
  'identification', case when c.id_scheme is not null then json_build_object('scheme', c.id_scheme, 'value', c.id_value) end,
  'postalAddress', case when c.address_country is not null then json_build_object('street', c.address_street,
    'buildingNumber', c.address_building_number, 'additionalNumber', c.address_additional_number,
    'district', c.address_district, 'postalCode', c.address_postal_code, 'city', c.address_city,
    'country', c.address_country) end)`;
