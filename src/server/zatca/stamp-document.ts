/**
 * Stamps a tax document of a merchant in phase 2, inside the transaction that issues it: the unit is locked from here
 * to the end, so that its chain has neither gaps nor forks, and what is rolled back leaves none. No network: a job sends
 * what was stamped.
 */
import { randomUUID } from "node:crypto";
import { type QueryCreator, sql } from "kysely";
import { riyadhTimestamp } from "#core/tax/tax-qr.ts";
import * as timing from "#core/timing.ts";
import type { Schema } from "#db/schema.ts";
import type { Sealing } from "../secrets/sealing.ts";
import { eInvoiceOf, type IssuedDocument } from "./e-invoice-of.ts";
import { type Envelope, stampEInvoice } from "./envelope.ts";
import { taxUnitJob } from "./tax-unit-queue.ts";
import { openUnit, type StampingUnit, type UnitId } from "./unit-store.ts";

export type StampedDocument = Envelope & {
  readonly unit: UnitId;
  readonly uuid: string;
  readonly counter: number;
  readonly previousHash: string;
};

/** Takes the next place in a locked unit's chain and stamps a document for it. It must be written before the commit. */
export function stampDocument(
  sealing: Sealing,
  {
    merchantId,
    unit,
    document,
  }: { readonly merchantId: number; readonly unit: StampingUnit; readonly document: IssuedDocument },
): StampedDocument {
  const { stamp, counter, previousHash } = openUnit(sealing, unit);
  const place = { uuid: randomUUID(), counter, previousHash };
  const invoice = eInvoiceOf(document, place);
  const envelope = stampEInvoice(invoice, stamp, riyadhTimestamp(document.issuedAt.getTime()));
  return { ...envelope, ...place, unit: { merchantId, unitId: unit.id } };
}

/** A statement that writes a tax document, named `issued`. */
type WithIssued = QueryCreator<Schema & { issued: { id: number; merchant_id: number; order_id: number } }>;

/**
 * Has the statement that writes a document write its envelope beside it, with what is to be sent, and by whom; the database
 * moves the chain on. One statement: this is within the transaction that takes money.
 */
export function withEnvelope(
  statement: WithIssued,
  {
    form,
    issuedAt,
    stamped,
  }: {
    readonly form: IssuedDocument["form"];
    readonly issuedAt: Date;
    readonly stamped: StampedDocument;
  },
) {
  const isReported = form === "simplified";
  const deadlineAt = isReported ? new Date(issuedAt.getTime() + timing.taxReportWithinMs) : null;
  return (
    statement
      .with("envelope", (db) =>
        db
          .insertInto("tax_envelopes")
          .columns([
            ...(["merchant_id", "document_id", "unit_id", "uuid"] as const),
            ...(["icv", "previous_hash", "hash", "xml"] as const),
          ])
          .expression((eb) =>
            eb
              .selectFrom("issued")
              .select(["merchant_id", "id"])
              .select([
                sql<number>`${stamped.unit.unitId}::bigint`.as("unit_id"),
                sql<string>`${stamped.uuid}::uuid`.as("uuid"),
                sql<number>`${stamped.counter}::bigint`.as("icv"),
                sql<string>`${stamped.previousHash}::text`.as("previous_hash"),
                sql<string>`${stamped.hash}::text`.as("hash"),
                sql<string>`${stamped.xml}::text`.as("xml"),
              ]),
          )
          .returning(["merchant_id", "document_id"]),
      )
      // From the envelope, so that it is there when this row asks for its place in the chain.
      .with("submission", (db) =>
        db
          .insertInto("tax_submissions")
          .columns(["merchant_id", "document_id", "way", "deadline_at"])
          .expression((eb) =>
            eb
              .selectFrom("envelope")
              .select(["merchant_id", "document_id"])
              .select([
                sql<"report" | "clear">`${isReported ? "report" : "clear"}::text`.as("way"),
                sql<Date | null>`${deadlineAt}::timestamptz`.as("deadline_at"),
              ]),
          ),
      )
      .with("sender", (db) =>
        db
          .insertInto("jobs")
          .values(taxUnitJob(stamped.unit, issuedAt))
          .onConflict((conflict) => conflict.doNothing()),
      )
  );
}
