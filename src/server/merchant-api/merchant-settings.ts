/** What may be changed of a merchant after it was made, by its own calls and by the operator's commands. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { MerchantChanges, MerchantModel } from "#contract/merchant.ts";
import { percentText } from "#core/pricing/pricing.ts";
import { Problem } from "#core/problem.ts";
import { stampingStates } from "#core/zatca/unit-state.ts";
import type { Schema } from "#db/schema.ts";
import { missingOfRow, sellerPartyOf } from "../parties/seller-party.ts";
import { FieldReader } from "./field-reader.ts";
import { readContact, readMerchantColumns } from "./merchant-input.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

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
