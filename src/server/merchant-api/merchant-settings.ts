/** What may be changed of a merchant after it was made, by its own calls and by the operator's commands. */
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { MerchantChanges, MerchantModel } from "#contract/merchant.ts";
import { readFrameOrigin } from "#core/address/frame-parents.ts";
import { readRedirectHost } from "#core/address/return-url.ts";
import { findDialCode } from "#core/phone/dial-codes.ts";
import { percentText } from "#core/pricing/pricing.ts";
import { Problem } from "#core/problem.ts";
import { cleanLines, normaliseDigits } from "#core/text.ts";
import { isEmail, isVatNumber } from "#core/validators.ts";
import { stampingStates } from "#core/zatca/unit-state.ts";
import type { Schema } from "#db/schema.ts";
import { missingOfRow, sellerPartyOf } from "../parties/seller-party.ts";
import { FieldReader } from "./field-reader.ts";
import { readSellerParty, type SellerColumns } from "./seller-input.ts";

type Db = Kysely<Schema> | Transaction<Schema>;
type Contact = NonNullable<MerchantChanges["contact"]>;
type ContactRow = Omit<Selectable<Schema["merchant_contacts"]>, "merchant_id" | "has_returns_text">;

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

/**
 * Changes a merchant.
 * @throws Problem `validation_failed` with every wrong field; then nothing was changed
 */
export async function changeMerchant(
  trx: Transaction<Schema>,
  merchantId: number,
  changes: MerchantChanges,
): Promise<void> {
  const reader = new FieldReader("SAR");
  const columns = readMerchantColumns(reader, changes);
  const contact = changes.contact && readContact(reader, changes.contact);
  if (columns.vat_number === null) await refuseWhileInvoicesWait(trx, reader, merchantId);
  if (columns.vat_number !== undefined)
    await refuseWhileUnitStamps(trx, reader, { merchantId, vatNumber: columns.vat_number });
  reader.refuseWrong();
  if (Object.keys(columns).length > 0)
    await trx.updateTable("merchants").set(columns).where("id", "=", merchantId).execute();
  if (contact)
    await trx
      .insertInto("merchant_contacts")
      .values({ merchant_id: merchantId, ...contact })
      .onConflict((conflict) => conflict.column("merchant_id").doUpdateSet(contact))
      .execute();
}

/** Holds the merchant's row, so that what is read of it now is what is changed. */
export async function lockMerchant(trx: Transaction<Schema>, merchantId: number): Promise<void> {
  await sql`select from merchants where id = ${merchantId} for no key update`.execute(trx);
}

/** What was sold with VAT gets its tax invoice by the number that it was sold under (docs/decisions/0047). */
async function refuseWhileInvoicesWait(
  trx: Transaction<Schema>,
  reader: FieldReader,
  merchantId: number,
): Promise<void> {
  const waiting = await trx
    .selectFrom("waiting_tax_invoices")
    .select("order_id")
    .where("merchant_id", "=", merchantId)
    .executeTakeFirst();
  if (waiting)
    reader.wrong(
      "vatNumber",
      "tax_invoices_waiting",
      "tax invoices of paid orders wait for missingFacts: give them, and take the number away when waitingTaxInvoices is 0",
    );
}

/** A stamping unit's certificate is of one number: what it stamps for another is rejected (docs/decisions/0082). */
async function refuseWhileUnitStamps(
  trx: Transaction<Schema>,
  reader: FieldReader,
  { merchantId, vatNumber }: { readonly merchantId: number; readonly vatNumber: string | null },
): Promise<void> {
  const unit = await trx
    .selectFrom("egs_units as u")
    .innerJoin("merchants as m", "m.id", "u.merchant_id")
    .select("u.id")
    .where("u.merchant_id", "=", merchantId)
    .where("u.state", "in", stampingStates)
    .where("m.vat_number", "is distinct from", vatNumber)
    .executeTakeFirst();
  if (unit)
    reader.wrong(
      "vatNumber",
      "unit_stamps",
      "a unit stamps tax invoices for the number that is there: the operator holds it (zatca-hold), and makes one for the other number then (zatca-onboard)",
    );
}

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

function readContact(reader: FieldReader, contact: Contact): ContactRow {
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
    reader.refuseCardNumber(path, text);
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

/** @throws Problem `not_found` */
export async function loadMerchant(db: Db, merchantId: number): Promise<MerchantModel> {
  const row = await db
    .selectFrom("merchants as m")
    .leftJoin("merchant_contacts as c", "c.merchant_id", "m.id")
    .selectAll("m")
    .select(["c.city", "c.address1", "c.email as contact_email", "c.phone as contact_phone"])
    .select(["c.commercial_registration", "c.whatsapp", "c.returns_url"])
    .select(["c.returns_text", "c.returns_text_en"])
    .select((eb) =>
      eb
        .selectFrom("waiting_tax_invoices as w")
        .select(eb.fn.countAll<number>().as("count"))
        .whereRef("w.merchant_id", "=", "m.id")
        .as("waiting"),
    )
    .where("m.id", "=", merchantId)
    .executeTakeFirst();
  if (!row) throw new Problem("not_found");
  return {
    username: row.username,
    shopName: row.shop_name,
    ...sellerPartyOf(row),
    missingFacts: missingOfRow(row),
    waitingTaxInvoices: row.waiting ?? 0,
    email: row.email,
    phone: row.phone,
    vatNumber: row.vat_number,
    commissionRate: percentText(row.commission_rate_bps),
    allowedCountries: row.allowed_countries,
    redirectHosts: row.redirect_hosts,
    frameOrigins: row.frame_origins,
    buyerDataMonths: row.buyer_data_months,
    paylinkAmounts: row.paylink_amounts,
    returnRequestDays: row.return_request_days,
    contact: {
      city: row.city,
      address1: row.address1,
      email: row.contact_email,
      phone: row.contact_phone,
      commercialRegistration: row.commercial_registration,
      whatsapp: row.whatsapp,
      returnsUrl: row.returns_url,
      returnsText: row.returns_text,
      returnsTextEn: row.returns_text_en,
    },
    isActive: row.deactivated_at === null,
  };
}
