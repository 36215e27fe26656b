/** What a request may set of a merchant, read into columns; what is wrong is remembered by the reader. */
import type { Selectable } from "kysely";
import type { MerchantChanges } from "#contract/merchant.ts";
import { readFrameOrigin } from "#core/address/frame-parents.ts";
import { readRedirectHost } from "#core/address/return-url.ts";
import { findDialCode } from "#core/phone/dial-codes.ts";
import { cleanLines, normaliseDigits } from "#core/text.ts";
import { isEmail, isVatNumber } from "#core/validators.ts";
import type { Schema } from "#db/schema.ts";
import type { FieldReader } from "./field-reader.ts";
import { readSellerParty, type SellerColumns } from "./seller-input.ts";

/** Columns of `merchants` that changes set; what they leave out is left out. */
type Columns = Partial<
  Pick<
    Selectable<Schema["merchants"]>,
    | "shop_name"
    | "email"
    | "phone"
    | "vat_number"
    | "allowed_countries"
    | "redirect_hosts"
    | "frame_origins"
    | "buyer_data_months"
    | "paylink_amounts"
    | "return_request_days"
  >
> &
  SellerColumns;

/** Reads the columns; what is wrong is remembered by the reader. */
export function readMerchantColumns(reader: FieldReader, changes: MerchantChanges): Columns {
  const { shopName, email, phone, vatNumber, allowedCountries, redirectHosts, frameOrigins } = changes;
  const { buyerDataMonths, paylinkAmounts, returnRequestDays } = changes;
  return {
    ...(shopName !== undefined && {
      shop_name: readPrinted(reader, { path: "shopName", text: shopName, longest: 200 }),
    }),
    ...readSellerParty(reader, changes),
    ...(email !== undefined && { email: readEmail(reader, "email", email) }),
    ...(phone !== undefined && { phone: readPhone(reader, "phone", phone) }),
    ...(vatNumber !== undefined && {
      vat_number: vatNumber === null ? null : readVatNumber(reader, vatNumber),
    }),
    ...(allowedCountries !== undefined && {
      allowed_countries:
        allowedCountries === null
          ? null
          : readEach(reader, "allowedCountries", allowedCountries, countryRule),
    }),
    ...(redirectHosts !== undefined && {
      redirect_hosts: readEach(reader, "redirectHosts", redirectHosts, hostRule),
    }),
    ...(frameOrigins !== undefined && {
      frame_origins: readEach(reader, "frameOrigins", frameOrigins, originRule),
    }),
    ...(buyerDataMonths !== undefined && { buyer_data_months: buyerDataMonths }),
    ...(paylinkAmounts !== undefined && { paylink_amounts: paylinkAmounts }),
    ...(returnRequestDays !== undefined && { return_request_days: returnRequestDays }),
  };
}

type Rule = {
  readonly read: (text: string) => string | null;
  readonly code: string;
  readonly message: string;
};

const hostRule: Rule = {
  read: readRedirectHost,
  code: "invalid_host",
  message: "must be a host such as shop.example.sa, without a path, a port or a wildcard",
};
const originRule: Rule = {
  read: readFrameOrigin,
  code: "invalid_origin",
  message: "must be an origin such as https://shop.example.sa",
};
const countryRule: Rule = {
  read: (text) => findDialCode(text.trim())?.[0] ?? null,
  code: "unknown_country",
  message: "must be a country of ISO 3166 such as SA",
};

function readEach(reader: FieldReader, path: string, texts: readonly string[], rule: Rule): string[] {
  const read = texts.map((text, index) => {
    const value = rule.read(text);
    if (value === null) reader.wrong(`${path}.${index}`, rule.code, rule.message);
    return value ?? "";
  });
  return [...new Set(read)];
}

/** A text of the seller that papers state. */
function readPrinted(
  reader: FieldReader,
  { path, text, longest }: { readonly path: string; readonly text: string; readonly longest: number },
): string {
  const read = reader.text(path, text, longest);
  reader.refuseUnprintable(path, read);
  return read;
}

function readEmail(reader: FieldReader, path: string, text: string): string {
  const email = reader.text(path, text, 254);
  if (email !== "" && !isEmail(email)) reader.wrong(path, "invalid_email", "must be an e-mail address");
  return email;
}

function readPhone(reader: FieldReader, path: string, text: string): string {
  const phone = normaliseDigits(reader.text(path, text, 40));
  if (phone !== "" && !/^\+?\d[\d ()-]{4,30}$/.test(phone))
    reader.wrong(path, "invalid_phone", "must be a phone number such as +966112345678");
  return phone;
}

function readVatNumber(reader: FieldReader, text: string): string {
  const digits = normaliseDigits(text.trim());
  if (!isVatNumber(digits))
    reader.wrong("vatNumber", "invalid_vat_number", "must be 15 digits that begin and end with 3");
  return digits;
}

type Contact = NonNullable<MerchantChanges["contact"]>;
type ContactRow = Omit<Selectable<Schema["merchant_contacts"]>, "merchant_id" | "has_returns_text">;

/** Reads a contact, which replaces the one before: what it leaves out is taken away. */
export function readContact(reader: FieldReader, contact: Contact): ContactRow {
  const { city, address1, email, phone, commercialRegistration, whatsapp, returnsUrl } = contact;
  const digits = commercialRegistration && normaliseDigits(commercialRegistration.trim());
  if (digits && !/^\d{10}$/.test(digits))
    reader.wrong("contact.commercialRegistration", "invalid_number", "must be 10 digits");
  return {
    city: city == null ? null : readPrinted(reader, { path: "contact.city", text: city, longest: 100 }),
    address1:
      address1 == null
        ? null
        : readPrinted(reader, { path: "contact.address1", text: address1, longest: 300 }),
    email: email ? readEmail(reader, "contact.email", email) : null,
    phone: phone ? readPhone(reader, "contact.phone", phone) : null,
    commercial_registration: digits || null,
    whatsapp: whatsapp ? readWhatsapp(reader, whatsapp) : null,
    returns_url: returnsUrl ? readReturnsUrl(reader, returnsUrl) : null,
    ...readReturnsText(reader, contact),
  };
}

/** Kept as it was written, with its lines; longer ones are refused, not cut: it is what a buyer may rely on. */
function readReturnsText(
  reader: FieldReader,
  { returnsText, returnsTextEn }: Contact,
): Pick<ContactRow, "returns_text" | "returns_text_en"> {
  const read = (path: string, given: string | null | undefined): string | null => {
    const text = cleanLines(given ?? "", longestReturnsText + 1);
    if (text.length > longestReturnsText) reader.wrong(path, "too_long", "must have at most 5,000 letters");
    return text || null;
  };
  const arabic = read("contact.returnsText", returnsText);
  const english = read("contact.returnsTextEn", returnsTextEn);
  if (english !== null && arabic === null)
    reader.wrong("contact.returnsText", "required", "is needed beside the English text");
  return { returns_text: arabic, returns_text_en: english };
}

const longestReturnsText = 5_000;

function readWhatsapp(reader: FieldReader, text: string): string {
  const number = normaliseDigits(text).replace(/[\s()-]/g, "");
  if (!/^\+[1-9]\d{7,14}$/.test(number))
    reader.wrong("contact.whatsapp", "invalid_phone", "must be a number such as +966551234567");
  return number;
}

/** Only what a browser may open beside a payment: an address of the web, without a user's name in it. */
function readReturnsUrl(reader: FieldReader, text: string): string {
  const url = URL.parse(text.trim());
  const isGood = url?.protocol === "https:" && url.username === "" && url.href.length <= 500;
  if (!isGood)
    reader.wrong("contact.returnsUrl", "invalid_url", "must be an address that begins with https://");
  return url?.href ?? "";
}
