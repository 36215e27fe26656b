/** Reads a merchant's row as the seller that tax invoices name. */
import type { Selectable } from "kysely";
import { homeCountry, missingOfSeller, type SellerFact, type SellerParty } from "#core/tax/tax-party.ts";
import type { PartySchema } from "#db/party-schema.ts";
import type { Schema } from "#db/schema.ts";

/** Columns of `merchants` that a seller is made of. */
export const sellerColumns = [
  "legal_name",
  "legal_name_en",
  "legal_id_scheme",
  "legal_id_value",
  "address_street",
  "address_building_number",
  "address_additional_number",
  "address_district",
  "address_postal_code",
  "address_city",
  "address_street_en",
  "address_district_en",
  "address_city_en",
] as const satisfies readonly ("legal_name" | keyof PartySchema["merchants"])[];

export type SellerRow = Pick<Selectable<Schema["merchants"]>, (typeof sellerColumns)[number]>;

/** The seller of a row; what the database holds whole is whole or null. */
export function sellerPartyOf(row: SellerRow): SellerParty {
  const { legal_id_scheme: scheme, legal_id_value: value } = row;
  return {
    legalName: row.legal_name,
    legalNameEn: row.legal_name_en,
    identification: scheme === null || value === null ? null : { scheme, value },
    nationalAddress: addressOf(row),
    nationalAddressEn: englishAddressOf(row),
  };
}

/** What keeps the merchant of a row from issuing. */
export function missingOfRow(row: SellerRow & { readonly vat_number: string | null }): SellerFact[] {
  return missingOfSeller({ ...sellerPartyOf(row), vatNumber: row.vat_number });
}

function addressOf(row: SellerRow): SellerParty["nationalAddress"] {
  const {
    address_street: street,
    address_building_number: buildingNumber,
    address_district: district,
    address_postal_code: postalCode,
    address_city: city,
  } = row;
  if (street === null || buildingNumber === null || district === null || postalCode === null || city === null)
    return null;
  const additionalNumber = row.address_additional_number;
  return { street, buildingNumber, additionalNumber, district, postalCode, city, country: homeCountry };
}

function englishAddressOf(row: SellerRow): SellerParty["nationalAddressEn"] {
  const { address_street_en: street, address_district_en: district, address_city_en: city } = row;
  return street === null || district === null || city === null ? null : { street, district, city };
}
