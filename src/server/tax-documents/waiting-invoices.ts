/**
 * Tax invoices of orders that were paid while their seller could not be named (decision 0047), or while the unit that stamps
 * was held (0110). A payment is never refused for it, and a document that lacks what the law wants would lack it permanently:
 * the invoice waits, and is issued once it can be, with the credit notes of what was refunded meanwhile.
 */
import type { Kysely, Transaction } from "kysely";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { issueOwedNotes } from "../documents/owed-notes.ts";
import { lockOrder } from "../orders/order-moves.ts";
import { missingOfRow, sellerColumns } from "../parties/seller-party.ts";
import type { Services } from "../services.ts";
import { issueTaxInvoice } from "./numbering.ts";

const batchSize = 10;

/**
 * Issues up to ten tax invoices of each merchant that waited, in the order of their payments. What fails holds up no
 * other merchant's. Several processes may do this at once.
 * @returns how many were issued
 */
export async function issueWaitingInvoices(services: Services): Promise<number> {
  const db = services.db.kysely;
  let issued = 0;
  for (const orderId of await findIssuable(db)) {
    try {
      issued += await runInTransaction(db, (trx) => issueWaiting(services, trx, orderId));
    } catch (error) {
      services.log.error("tax invoice failed", { orderId, error });
    }
  }
  return issued;
}

async function findIssuable(db: Kysely<Schema>): Promise<number[]> {
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
  const ready = sellers.filter((seller) => missingOfRow(seller).length === 0);
  return (await Promise.all(ready.map(({ id }) => oldestWaiting(db, id)))).flat();
}

async function oldestWaiting(db: Kysely<Schema>, merchantId: number): Promise<number[]> {
  const waiting = await db
    .selectFrom("waiting_tax_invoices")
    .select("order_id")
    .where("merchant_id", "=", merchantId)
    .orderBy("since")
    .orderBy("order_id")
    .limit(batchSize)
    .execute();
  return waiting.map(({ order_id }) => order_id);
}

/** What settling and refunding would have done then. */
async function issueWaiting(services: Services, trx: Transaction<Schema>, orderId: number): Promise<number> {
  const { merchant_id: merchantId } = await lockOrder(trx, orderId);
  const { clock, sealing } = services;
  const invoice = await issueTaxInvoice(trx, { orderId, at: new Date(clock.now()), sealing });
  // The seller has changed, or the unit was held, since the order was found: the invoice continues waiting.
  if (invoice === null) return 0;
  const gone = await trx
    .deleteFrom("waiting_tax_invoices")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) return 0;
  await issueOwedNotes(services, trx, { merchantId, orderId });
  return 1;
}
