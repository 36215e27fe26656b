/**
 * Stamps a tax document of a merchant in phase 2, inside the transaction that issues it: the unit is locked from here
 * to the end, so that its chain has neither gaps nor forks, and what is rolled back leaves none. No network: a job sends
 * what was stamped.
 */
import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import { riyadhTimestamp } from "#core/tax/tax-qr.ts";
import * as timing from "#core/timing.ts";
import type { Schema } from "#db/schema.ts";
import type { Sealing } from "../secrets/sealing.ts";
import { eInvoiceOf, type IssuedDocument } from "./e-invoice-of.ts";
import { type Envelope, stampEInvoice } from "./envelope.ts";
import { taxUnitJob } from "./tax-unit-queue.ts";
import { lockUnit, type UnitId } from "./unit-store.ts";

export type StampedDocument = Envelope & {
  readonly unit: UnitId;
  readonly uuid: string;
  readonly counter: number;
  readonly previousHash: string;
};

/** Takes the next place in a unit's chain and stamps a document for it. It must be written before the commit. */
export async function stampDocument(
  trx: Transaction<Schema>,
  sealing: Sealing,
  { unit, document }: { readonly unit: UnitId; readonly document: IssuedDocument },
): Promise<StampedDocument> {
  const { stamp, counter, previousHash } = await lockUnit(trx, sealing, unit);
  const place = { uuid: randomUUID(), counter, previousHash };
  const invoice = eInvoiceOf(document, place);
  const envelope = stampEInvoice(invoice, stamp, riyadhTimestamp(document.issuedAt.getTime()));
  return { ...envelope, ...place, unit };
}

/** Writes a stamped document beside its row, with what is to be sent, and by whom; the database moves the chain on. */
export async function writeEnvelope(
  trx: Transaction<Schema>,
  {
    documentId,
    form,
    issuedAt,
    stamped,
  }: {
    readonly documentId: number;
    readonly form: IssuedDocument["form"];
    readonly issuedAt: Date;
    readonly stamped: StampedDocument;
  },
): Promise<void> {
  const isReported = form === "simplified";
  await trx
    .insertInto("tax_envelopes")
    .values({
      merchant_id: stamped.unit.merchantId,
      document_id: documentId,
      unit_id: stamped.unit.unitId,
      uuid: stamped.uuid,
      icv: stamped.counter,
      previous_hash: stamped.previousHash,
      hash: stamped.hash,
      xml: stamped.xml,
    })
    .execute();
  // With who sends it, by one statement: this is within the transaction that takes money.
  await trx
    .with("sender", (db) =>
      db
        .insertInto("jobs")
        .values(taxUnitJob(stamped.unit, issuedAt))
        .onConflict((conflict) => conflict.doNothing()),
    )
    .insertInto("tax_submissions")
    .values({
      merchant_id: stamped.unit.merchantId,
      document_id: documentId,
      way: isReported ? "report" : "clear",
      deadline_at: isReported ? new Date(issuedAt.getTime() + timing.taxReportWithinMs) : null,
    })
    .execute();
}
