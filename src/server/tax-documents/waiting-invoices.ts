/**
 * Tax invoices of orders that were paid while their seller could not be named (decision 0047), or while the unit that stamps
 * was held (0110). A payment is never refused for it, and a document that lacks what the law wants would lack it permanently:
 * the invoice waits, and is issued once it can be, with the credit notes of what was refunded meanwhile.
 */
import { type Kysely, sql, type Transaction } from "kysely";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { issueOwedNotes } from "../documents/owed-notes.ts";
import { lockOrder } from "../orders/order-moves.ts";
import { missingOfRow, sellerColumns } from "../parties/seller-party.ts";
import { workThroughBatches } from "../queue/work-through.ts";
import type { Services } from "../services.ts";
import { issueTaxInvoice } from "./numbering.ts";

/**
 * Issues ten tax invoices of each merchant that waited, or all where there are fewer, in the order of their payments. What fails
 * holds up no other. Several processes may do this at once.
 * @returns how many were issued
 */
export async function issueWaitingInvoices(services: Services): Promise<number> {
  const db = services.db.kysely;
  let issued = 0;
  for (const merchantId of await sellersWhoCanIssue(db))
    issued += await workThroughBatches(
      services,
      (tried, limit) => oldestWaiting(db, merchantId, { tried, limit }),
      (orderId) => runInTransaction(db, (trx) => issueWaiting(services, trx, orderId)),
      (orderId) => ({ work: "issueWaitingInvoices", orderId }),
    );
  return issued;
}

/** Merchants with waiting invoices who can be named, and whose unit is not held. */
async function sellersWhoCanIssue(db: Kysely<Schema>): Promise<number[]> {
  const sellers = await db
    .selectFrom("merchants as m")
    .select(["m.id", "m.vat_number"])
    .select(sellerColumns.map((name) => `m.${name}` as const))
    .where("m.id", "in", (eb) => eb.selectFrom("waiting_tax_invoices").select("merchant_id"))
    .where("m.vat_number", "is not", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("egs_units as u")
            .select("u.id")
            .whereRef("u.merchant_id", "=", "m.id")
            .where("u.state", "=", "held"),
        ),
      ),
    )
    .execute();
  return sellers.filter((seller) => missingOfRow(seller).length === 0).map(({ id }) => id);
}

async function oldestWaiting(
  db: Kysely<Schema>,
  merchantId: number,
  { tried, limit }: { readonly tried: readonly number[]; readonly limit: number },
): Promise<readonly number[]> {
  const waiting = await db
    .selectFrom("waiting_tax_invoices")
    .select("order_id")
    .where("merchant_id", "=", merchantId)
    .where(sql<boolean>`order_id <> all(${tried})`)
    .orderBy("since")
    .orderBy("order_id")
    .limit(limit)
    .execute();
  return waiting.map(({ order_id }) => order_id);
}

/** What settling and refunding would have done then; whether an invoice was issued. */
async function issueWaiting(services: Services, trx: Transaction<Schema>, orderId: number): Promise<boolean> {
  const { merchant_id: merchantId } = await lockOrder(trx, orderId);
  const { clock, sealing } = services;
  const invoice = await issueTaxInvoice(trx, { orderId, at: new Date(clock.now()), sealing });
  // The seller has changed, or the unit was held, since the order was found: the invoice continues waiting.
  if (invoice === null) return false;
  const gone = await trx
    .deleteFrom("waiting_tax_invoices")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) return false;
  await issueOwedNotes(services, trx, { merchantId, orderId });
  return true;
}
