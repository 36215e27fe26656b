/** The sections of the shop's settings: their fields by the paths that the API names them by, and what each sends. */
import type { MerchantChanges, OwnMerchant } from "#contract/merchant.ts";
import type { SellerScheme } from "#core/tax/tax-party.ts";
import { normaliseDigits } from "#core/text.ts";
import type { NameIn } from "../i18n/texts.ts";

/** What was typed, trimmed, by path. */
export type Typed = Readonly<Record<string, string>>;

/** Names of texts have no dots: "contact_email" is of the path "contact.email". */
type TextName<Path> = Path extends `${infer Group}.${infer Field}` ? `${Group}_${Field}` : Path;
type PathOf<Name> = Name extends `${infer Group}_${infer Field}` ? `${Group}.${Field}` : Name;

type Named = NameIn<"shopField">;
type HintedName = Named extends infer Name ? (Name extends `${infer Of}Hint` ? Of : never) : never;

/** The name of a field's text in the group `shopField`. */
export function textName<Path extends string>(path: Path): TextName<Path> {
  return path.replace(".", "_") as TextName<Path>;
}

/** By its path, as the API names it where it is wrong: one without its texts does not compile. */
export type ShopField = ShopFieldFacts &
  (
    | { readonly path: PathOf<Named>; readonly hasHint?: false }
    | { readonly path: PathOf<HintedName>; readonly hasHint: true }
  );

type ShopFieldFacts = {
  readonly kind?: "email" | "tel" | "digits" | "url" | "scheme";
  readonly isRequired?: boolean;
  /** In English, in Arabic too. */
  readonly isLtr?: boolean;
  readonly maxLength: number;
  /** A text of several lines. */
  readonly lines?: number;
  /** Words of one language, whatever the screen's is. */
  readonly wordsIn?: "ar" | "en";
};

export type ShopSection = {
  readonly name: "names" | "tax" | "address" | "contact" | "returns";
  readonly fields: readonly ShopField[];
  /** What is given in English beside the Arabic, as a group of its own. */
  readonly english?: readonly ShopField[];
  /** The change that saves the section; the contact is replaced as a whole, so that its other parts go along. */
  readonly toChanges: (typed: Typed, merchant: OwnMerchant) => MerchantChanges;
};

const orNull = (text: string | undefined): string | null => text || null;

/** What was typed of a group of paths, without the group's name. */
function under(typed: Typed, group: string): Record<string, string> {
  const start = `${group}.`;
  return Object.fromEntries(
    Object.entries(typed).flatMap(([path, text]) =>
      path.startsWith(start) ? [[path.slice(start.length), text]] : [],
    ),
  );
}

const isEmpty = (group: Typed): boolean => Object.values(group).every((text) => text === "");

function contactWith(typed: Typed, merchant: OwnMerchant): NonNullable<MerchantChanges["contact"]> {
  const changed = Object.entries(under(typed, "contact")).map(([name, text]) => [name, orNull(text)]);
  return { ...merchant.contact, ...Object.fromEntries(changed) };
}

/** Nothing typed: none. What is no number of days is sent as one that the API refuses. */
function daysOf(typed: string): number | null {
  const digits = normaliseDigits(typed);
  if (digits === "") return null;
  return /^\d+$/.test(digits) ? Number(digits) : 0;
}

/** An address of which nothing is typed is taken away; one with holes is sent, and the API says where they are. */
function addresses(typed: Typed): MerchantChanges {
  const { street = "", district = "", city = "", ...numbers } = under(typed, "nationalAddress");
  const { buildingNumber = "", additionalNumber = "", postalCode = "" } = numbers;
  const own = { street, buildingNumber, district, postalCode, city };
  const { street: road = "", district: area = "", city: town = "" } = under(typed, "nationalAddressEn");
  const english = { street: road, district: area, city: town };
  return {
    nationalAddress:
      isEmpty(own) && additionalNumber === "" ? null : { ...own, additionalNumber: orNull(additionalNumber) },
    nationalAddressEn: isEmpty(english) ? null : english,
  };
}

export const sections: readonly ShopSection[] = [
  {
    name: "names",
    fields: [
      { path: "shopName", isRequired: true, hasHint: true, maxLength: 200 },
      { path: "legalName", hasHint: true, maxLength: 200 },
      { path: "legalNameEn", isLtr: true, maxLength: 200 },
    ],
    toChanges: ({ shopName, legalName, legalNameEn }) => ({
      shopName: shopName ?? "",
      legalName: orNull(legalName),
      legalNameEn: orNull(legalNameEn),
    }),
  },
  {
    name: "tax",
    fields: [
      { path: "identification.scheme", kind: "scheme", maxLength: 3 },
      { path: "identification.value", isLtr: true, maxLength: 60 },
      { path: "vatNumber", kind: "digits", hasHint: true, maxLength: 40 },
    ],
    toChanges: (typed) => {
      const value = typed["identification.value"];
      const scheme = typed["identification.scheme"] as SellerScheme;
      return { identification: value ? { scheme, value } : null, vatNumber: orNull(typed["vatNumber"]) };
    },
  },
  {
    name: "address",
    fields: [
      { path: "nationalAddress.buildingNumber", kind: "digits", maxLength: 20 },
      { path: "nationalAddress.street", maxLength: 200 },
      { path: "nationalAddress.district", maxLength: 100 },
      { path: "nationalAddress.city", maxLength: 100 },
      { path: "nationalAddress.postalCode", kind: "digits", maxLength: 20 },
      { path: "nationalAddress.additionalNumber", kind: "digits", maxLength: 20 },
    ],
    english: [
      { path: "nationalAddressEn.street", isLtr: true, maxLength: 200 },
      { path: "nationalAddressEn.district", isLtr: true, maxLength: 100 },
      { path: "nationalAddressEn.city", isLtr: true, maxLength: 100 },
    ],
    toChanges: addresses,
  },
  {
    name: "contact",
    fields: [
      { path: "email", kind: "email", isRequired: true, hasHint: true, maxLength: 254 },
      { path: "phone", kind: "tel", isRequired: true, maxLength: 40 },
      { path: "contact.email", kind: "email", hasHint: true, maxLength: 254 },
      { path: "contact.phone", kind: "tel", maxLength: 40 },
      { path: "contact.whatsapp", kind: "tel", hasHint: true, maxLength: 40 },
    ],
    toChanges: (typed, merchant) => ({
      email: typed["email"] ?? "",
      phone: typed["phone"] ?? "",
      contact: contactWith(typed, merchant),
    }),
  },
  {
    name: "returns",
    fields: [
      { path: "contact.returnsText", hasHint: true, maxLength: 5_000, lines: 6, wordsIn: "ar" },
      { path: "contact.returnsTextEn", maxLength: 5_000, lines: 6, wordsIn: "en" },
      { path: "contact.returnsUrl", kind: "url", hasHint: true, maxLength: 500 },
      { path: "returnRequestDays", kind: "digits", hasHint: true, maxLength: 2 },
    ],
    toChanges: (typed, merchant) => ({
      contact: contactWith(typed, merchant),
      returnRequestDays: daysOf(typed["returnRequestDays"] ?? ""),
    }),
  },
];

/** What is stored at a path; empty for nothing. */
export function storedAt(merchant: OwnMerchant, path: string): string {
  let found: unknown = merchant;
  for (const part of path.split(".")) found = (found as Record<string, unknown> | null)?.[part];
  return typeof found === "string" || typeof found === "number" ? String(found) : "";
}
