/**
 * Who sells and who buys, as a Saudi tax invoice must say it (VAT Implementing Regulations, article 53; rules of the
 * tax authority, release R3.4.7, named at each check): legal names, identifications, addresses in parts. Pure.
 */
import { cleanText, normaliseDigits } from "../text.ts";

/** Ids of sellers (BR-KSA-08): commercial registration, unified number, licences of ministries, any other. */
export const sellerSchemes = ["CRN", "700", "MOM", "MLS", "SAG", "OTH"] as const;
export type SellerScheme = (typeof sellerSchemes)[number];

/** Ids of buyers (BR-KSA-14): those of legal persons, then of natural ones, then any other. */
export const buyerSchemes = [
  "TIN",
  "CRN",
  "700",
  "MOM",
  "MLS",
  "SAG",
  "NAT",
  "IQA",
  "GCC",
  "PAS",
  "OTH",
] as const;
export type BuyerScheme = (typeof buyerSchemes)[number];

export type Identification<Scheme extends BuyerScheme = BuyerScheme> = {
  readonly scheme: Scheme;
  /** Latin letters and digits. */
  readonly value: string;
};

const legalPersons: readonly BuyerScheme[] = ["TIN", "CRN", "700", "MOM", "MLS", "SAG"];
const naturalPersons: readonly BuyerScheme[] = ["NAT", "IQA", "GCC", "PAS"];

/** Whether only a legal person has an id of this scheme; `OTH` says nothing of its holder. */
export function isOfLegalPerson(scheme: BuyerScheme): boolean {
  return legalPersons.includes(scheme);
}

/** Whether only a natural person has an id of this scheme. */
export function isOfNaturalPerson(scheme: BuyerScheme): boolean {
  return naturalPersons.includes(scheme);
}

/**
 * How an id looks: ten digits each for CRN, 700 (first a 7), TIN (first a 3), NAT (first a 1) and IQA (first a 2), by
 * the warnings BR-KSA-F-08 to F-13; letters and digits for the rest (BR-KSA-08, BR-KSA-14).
 */
const shapes: Readonly<Record<BuyerScheme, RegExp>> = {
  TIN: /^3\d{9}$/,
  CRN: /^\d{10}$/,
  "700": /^7\d{9}$/,
  MOM: /^[A-Z0-9]{1,50}$/,
  MLS: /^[A-Z0-9]{1,50}$/,
  SAG: /^[A-Z0-9]{1,50}$/,
  NAT: /^1\d{9}$/,
  IQA: /^2\d{9}$/,
  GCC: /^[A-Z0-9]{1,50}$/,
  PAS: /^[A-Z0-9]{1,50}$/,
  OTH: /^[A-Z0-9]{1,50}$/,
};

/** The value of an id as it is kept, from how a person writes it (spaces, hyphens, Arabic digits); null for none. */
export function readIdentification(scheme: BuyerScheme, text: string): string | null {
  const value = compact(text);
  return shapes[scheme].test(value) ? value : null;
}

/** The country whose rules these are. */
export const homeCountry = "SA";

/** An address in parts; which of them there must be depends on its country. */
export type PostalAddress = {
  readonly street: string | null;
  readonly buildingNumber: string | null;
  readonly additionalNumber: string | null;
  readonly district: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  /** ISO 3166, upper case. */
  readonly country: string;
};

export type AddressPart = Exclude<keyof PostalAddress, "country">;

export const addressParts = [
  "street",
  "buildingNumber",
  "additionalNumber",
  "district",
  "postalCode",
  "city",
] as const satisfies readonly AddressPart[];

/** Characters of each part, as long as the columns. */
const partLengths: Readonly<Record<AddressPart, number>> = {
  street: 200,
  buildingNumber: 20,
  additionalNumber: 20,
  district: 100,
  postalCode: 20,
  city: 100,
};

/** Saudi numbers: building and additional number of four digits, postal code of five (BR-KSA-37, 64, 66, 67). */
const saudiNumbers: Partial<Record<AddressPart, RegExp>> = {
  buildingNumber: /^\d{4}$/,
  additionalNumber: /^\d{4}$/,
  postalCode: /^\d{5}$/,
};

/** One part as it is kept; null for an empty one, and for a number that Saudi addresses do not have. */
export function readAddressPart(part: AddressPart, text: string, country: string): string | null {
  const line = cleanText(text, partLengths[part]);
  const shape = country === homeCountry ? saudiNumbers[part] : undefined;
  if (shape === undefined) return line || null;
  const digits = normaliseDigits(line);
  return shape.test(digits) ? digits : null;
}

/** What a standard invoice must say of a buyer's address: six facts in Saudi Arabia (BR-KSA-63), else three (BR-KSA-10). */
export function missingOfAddress(address: PostalAddress | null): AddressPart[] {
  const needed: readonly AddressPart[] =
    (address?.country ?? homeCountry) === homeCountry
      ? ["street", "buildingNumber", "district", "postalCode", "city"]
      : ["street", "city"];
  return needed.filter((part) => !address?.[part]);
}

/** A VAT number as it is kept: Saudi ones have 15 digits, first and last a 3 (BR-KSA-44); null for what is none. */
export function readVatNumberOf(country: string, text: string): string | null {
  const value = compact(text);
  const shape = country === homeCountry ? /^3\d{13}3$/ : /^[A-Z0-9]{4,30}$/;
  return shape.test(value) ? value : null;
}

/** The seller's address in parts, of which only the additional number may be missing (BR-KSA-09). */
export type NationalAddress = PostalAddress & {
  readonly street: string;
  readonly buildingNumber: string;
  readonly district: string;
  readonly postalCode: string;
  readonly city: string;
  readonly country: typeof homeCountry;
};

/** The seller as tax invoices name it. */
export type SellerParty = {
  /** In Arabic: tag 1 of the QR code (BT-27). */
  readonly legalName: string | null;
  readonly legalNameEn: string | null;
  readonly identification: Identification<SellerScheme> | null;
  readonly nationalAddress: NationalAddress | null;
  readonly nationalAddressEn: {
    readonly street: string;
    readonly district: string;
    readonly city: string;
  } | null;
};

export const sellerFacts = ["legalName", "identification", "nationalAddress"] as const;
export type SellerFact = (typeof sellerFacts)[number];

/** Whether a name is written in Arabic, as tax invoices must be (VAT Implementing Regulations, article 53). */
export function isArabicName(name: string): boolean {
  return /\p{Script=Arabic}/u.test(name);
}

/** What keeps a seller with a VAT number from issuing; without one, nothing is asked. */
export function missingOfSeller(seller: SellerParty & { readonly vatNumber: string | null }): SellerFact[] {
  if (seller.vatNumber === null) return [];
  return sellerFacts.filter((fact) =>
    fact === "legalName" ? !isArabicName(seller.legalName ?? "") : seller[fact] === null,
  );
}

/** Letters and digits without what people put between them. */
export function compact(text: string): string {
  return normaliseDigits(cleanText(text, 100))
    .replace(/[\s./-]/g, "")
    .toUpperCase();
}
