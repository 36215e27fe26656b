/**
 * The company that a buyer of a product link orders for, as far as a standard tax invoice needs it (core/tax/tax-form.ts): what
 * the page asks for, by the rules that the server checks. All of it or nothing; in Saudi Arabia. Pure.
 */
import type { FieldTable, FieldValues } from "../fields.ts";
import { cleanText } from "../text.ts";
import { hasPrintableLetters } from "../validators.ts";
import { compact, homeCountry, type Identification, readAddressPart } from "./tax-party.ts";

/** Fields of the page by what the checkout calls them. */
export const companyFieldNames = {
  name: "companyName",
  number: "companyNumber",
  buildingNumber: "companyBuildingNumber",
  street: "companyStreet",
  district: "companyDistrict",
  city: "companyCity",
  postalCode: "companyPostalCode",
} as const;

export type CompanyFact = keyof typeof companyFieldNames;
export type CompanyField = (typeof companyFieldNames)[CompanyFact];
export type Company = Readonly<Record<CompanyFact, string>>;

export const companyFacts = Object.keys(companyFieldNames) as CompanyFact[];

/** The columns are as long. */
const nameLength = 200;

function readFact(fact: CompanyFact, text: string): string | null {
  if (fact === "name") return /\p{L}/u.test(text) ? cleanText(text, nameLength) : null;
  if (fact === "number") return /^(3\d{13}3|\d{10})$/.exec(compact(text))?.[0] ?? null;
  return readAddressPart(fact, text, homeCountry);
}

/**
 * What the number of a company is, by its digits: 15 a VAT number; 10 that begin with 7 the unified number of a company
 * (scheme 700); any other 10 its commercial registration. One of these a standard invoice must have (BR-KSA-81).
 */
export function companyIds(number: string): {
  readonly vatNumber: string | null;
  readonly identification: Identification<"700" | "CRN"> | null;
} {
  if (number.length === 15) return { vatNumber: number, identification: null };
  const scheme = number.startsWith("7") ? "700" : "CRN";
  return { vatNumber: null, identification: { scheme, value: number } };
}

/** A company whose every fact is right, as it is kept; null for any other. */
export function readCompany(given: Company): Company | null {
  const entries = companyFacts.map((fact) => [fact, readFact(fact, given[fact])] as const);
  return entries.some(([, value]) => value === null) ? null : (Object.fromEntries(entries) as Company);
}

/** What stands in the fields, by fact; null when nothing stands in any. */
export function companyIn(values: FieldValues): Company | null {
  const entries = companyFacts.map((fact) => [fact, (values[companyFieldNames[fact]] ?? "").trim()] as const);
  return entries.some(([, value]) => value !== "") ? (Object.fromEntries(entries) as Company) : null;
}

/** The fields, which count once one of them is filled in. A wrong one and a missing one have the same words. */
export const companyFields: FieldTable = Object.fromEntries(
  companyFacts.map((fact) => {
    const textKey = `${companyFieldNames[fact]}Wrong`;
    const rules = [
      { isMet: hasPrintableLetters, textKey: "notPrintable" },
      { isMet: (value: string) => readFact(fact, value) !== null, textKey },
    ];
    const appliesWhen = (values: FieldValues) => companyIn(values) !== null;
    return [companyFieldNames[fact], { requiredKey: textKey, rules, appliesWhen }];
  }),
);
