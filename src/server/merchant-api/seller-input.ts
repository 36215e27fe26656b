/** What a merchant says of itself as a seller: legal names, identification, national address (core/tax/tax-party.ts). */
import type { MerchantChanges } from "#contract/merchant.ts";
import {
  type AddressPart,
  homeCountry,
  isArabicName,
  readAddressPart,
  readIdentification,
} from "#core/tax/tax-party.ts";
import type { SellerRow } from "../parties/seller-party.ts";
import type { FieldReader } from "./field-reader.ts";

/** Columns of `merchants` that changes set; what they leave out is left out. */
export type SellerColumns = Partial<SellerRow>;

/** The texts among the columns, by their names in requests: all are on papers. */
const printed: Readonly<Record<string, keyof SellerRow>> = {
  legalName: "legal_name",
  legalNameEn: "legal_name_en",
  "nationalAddress.street": "address_street",
  "nationalAddress.district": "address_district",
  "nationalAddress.city": "address_city",
  "nationalAddressEn.street": "address_street_en",
  "nationalAddressEn.district": "address_district_en",
  "nationalAddressEn.city": "address_city_en",
};

/** Reads the columns; what is wrong is remembered by the reader. */
export function readSellerParty(reader: FieldReader, changes: MerchantChanges): SellerColumns {
  const columns = readColumns(reader, changes);
  for (const [path, column] of Object.entries(printed)) reader.refuseUnprintable(path, columns[column]);
  return columns;
}

function readColumns(reader: FieldReader, changes: MerchantChanges): SellerColumns {
  const { legalName, legalNameEn, identification, nationalAddress, nationalAddressEn } = changes;
  return {
    ...(legalName !== undefined && { legal_name: legalName && readArabicName(reader, legalName) }),
    ...(legalNameEn !== undefined && {
      legal_name_en: legalNameEn && reader.text("legalNameEn", legalNameEn, 200),
    }),
    ...(identification !== undefined && readIdentificationColumns(reader, identification)),
    ...(nationalAddress !== undefined && readAddressColumns(reader, nationalAddress)),
    ...(nationalAddressEn !== undefined && readEnglishColumns(reader, nationalAddressEn)),
  };
}

function readArabicName(reader: FieldReader, text: string): string {
  const name = reader.text("legalName", text, 200);
  if (name !== "" && !isArabicName(name))
    reader.wrong("legalName", "arabic_required", "must be the registered name in Arabic");
  return name;
}

type Given<Name extends keyof MerchantChanges> = Exclude<MerchantChanges[Name], undefined>;

function readIdentificationColumns(reader: FieldReader, given: Given<"identification">): SellerColumns {
  if (given === null) return { legal_id_scheme: null, legal_id_value: null };
  const value = readIdentification(given.scheme, given.value);
  if (value === null)
    reader.wrong(
      "identification.value",
      "invalid_number",
      `is no identification of the scheme ${given.scheme}`,
    );
  return { legal_id_scheme: given.scheme, legal_id_value: value };
}

function readAddressColumns(reader: FieldReader, given: Given<"nationalAddress">): SellerColumns {
  const read = (part: AddressPart): string | null =>
    given ? readPart(reader, part, given[part] ?? null) : null;
  return {
    address_street: read("street"),
    address_building_number: read("buildingNumber"),
    address_additional_number: read("additionalNumber"),
    address_district: read("district"),
    address_postal_code: read("postalCode"),
    address_city: read("city"),
  };
}

function readPart(reader: FieldReader, part: AddressPart, text: string | null): string | null {
  if (text === null) return null;
  const value = readAddressPart(part, text, homeCountry);
  const path = `nationalAddress.${part}`;
  if (value === null && text.trim() === "") reader.wrong(path, "required", "must not be empty");
  else if (value === null)
    reader.wrong(path, "invalid_number", `must be ${part === "postalCode" ? 5 : 4} digits`);
  return value;
}

function readEnglishColumns(reader: FieldReader, given: Given<"nationalAddressEn">): SellerColumns {
  const read = (part: "street" | "district" | "city", maxLength: number): string | null =>
    given && reader.text(`nationalAddressEn.${part}`, given[part], maxLength);
  return {
    address_street_en: read("street", 200),
    address_district_en: read("district", 100),
    address_city_en: read("city", 100),
  };
}
