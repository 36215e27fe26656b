/**
 * Stamped documents on their way to the tax authority, as rows: the next one of a unit is claimed before it is sent,
 * and the result is stored by the process that claimed it last.
 */
import { sql, type Transaction } from "kysely";
import type { Minor } from "#core/money.ts";
import type { TaxDocumentKind } from "#core/tax/tax-invoice.ts";
import {
  type SubmissionOutcome,
  type SubmissionState,
  type SubmissionWay,
  sendingStates,
} from "#core/zatca/unit-state.ts";
import type { Schema } from "#db/schema.ts";
import type { AuthorityMessage } from "#gateways/fatoora/wire.ts";
import type { ZatcaEnvironment } from "./csr.ts";
import { openSubmission } from "./tax-unit-queue.ts";
import type { UnitId } from "./unit-store.ts";

type Trx = Transaction<Schema>;

/** A document that is ours to send until our lease ends. */
export type ClaimedDocument = UnitId & {
  readonly documentId: number;
  readonly orderId: number;
  readonly lease: string;
  /** Of this try, from 1. */
  readonly sequence: number;
  readonly way: SubmissionWay;
  readonly issuedAt: Date;
  readonly kind: TaxDocumentKind;
  readonly number: string;
  readonly currency: string;
  readonly total: Minor;
  readonly vat: Minor;
  /** The same bytes every time. */
  readonly sent: { readonly uuid: string; readonly hash: string; readonly xml: string };
  readonly unit: {
    readonly environment: ZatcaEnvironment;
    readonly serial: string;
    readonly sealedCredentials: Buffer;
  };
};

/**
 * Claims the first document of a unit's chain that is not over, and writes down that it is being sent. What another
 * process has in flight is claimed again: its lease, which is the job's, has run out.
 * @param lease the job's
 * @returns null when the unit sends nothing now, or has nothing to send
 */
export async function claimNext(
  trx: Trx,
  { merchantId, unitId }: UnitId,
  { lease, now }: { readonly lease: string; readonly now: Date },
): Promise<ClaimedDocument | null> {
  const row = await trx
    .selectFrom("tax_submissions as s")
    .innerJoin("egs_units as u", (join) =>
      join.onRef("u.merchant_id", "=", "s.merchant_id").onRef("u.id", "=", "s.unit_id"),
    )
    .innerJoin("tax_envelopes as e", (join) =>
      join.onRef("e.merchant_id", "=", "s.merchant_id").onRef("e.document_id", "=", "s.document_id"),
    )
    .innerJoin("tax_documents as d", (join) =>
      join.onRef("d.merchant_id", "=", "s.merchant_id").onRef("d.id", "=", "s.document_id"),
    )
    .select(["s.document_id", "s.way", "s.state", "e.uuid", "e.hash", "e.xml"])
    .select(["u.environment", "u.serial", "u.sealed_credentials"])
    .select(["d.order_id", "d.kind", "d.number", "d.issued_at", "d.currency", "d.total", "d.vat"])
    .where("s.merchant_id", "=", merchantId)
    .where("s.unit_id", "=", unitId)
    .where("u.state", "in", sendingStates)
    .where(openSubmission)
    .orderBy("s.icv")
    .limit(1)
    .forUpdate("s")
    .executeTakeFirst();
  if (!row) return null;
  if (row.sealed_credentials === null) throw new Error(`unit ${unitId} has no credentials to send with`);
  const id = { merchantId, documentId: row.document_id };
  if (row.state === "in_flight") await setSubmission(trx, id, { state: "unknown", lease: null });
  await setSubmission(trx, id, { state: "in_flight", lease });
  return {
    ...id,
    unitId,
    orderId: row.order_id,
    lease,
    sequence: await beginTry(trx, { ...id, way: row.way, now }),
    way: row.way,
    issuedAt: row.issued_at,
    kind: row.kind,
    number: row.number,
    currency: row.currency,
    total: row.total,
    vat: row.vat,
    sent: { uuid: row.uuid, hash: row.hash, xml: row.xml },
    unit: {
      environment: row.environment,
      serial: row.serial,
      sealedCredentials: row.sealed_credentials,
    },
  };
}

type SubmissionId = { readonly merchantId: number; readonly documentId: number };

async function setSubmission(
  trx: Trx,
  { merchantId, documentId }: SubmissionId,
  change: {
    readonly state: SubmissionState;
    readonly lease: string | null;
    readonly way?: SubmissionWay;
    readonly deadline_at?: Date;
  },
): Promise<void> {
  await trx
    .updateTable("tax_submissions")
    .set(change)
    .where("merchant_id", "=", merchantId)
    .where("document_id", "=", documentId)
    .execute();
}

async function beginTry(
  trx: Trx,
  { merchantId, documentId, way, now }: SubmissionId & { readonly way: SubmissionWay; readonly now: Date },
): Promise<number> {
  const { sequence } = await trx
    .insertInto("tax_submission_tries")
    .columns(["merchant_id", "document_id", "sequence", "way", "sent_at"])
    .expression((eb) =>
      eb
        .selectFrom("tax_submission_tries")
        .where("merchant_id", "=", merchantId)
        .where("document_id", "=", documentId)
        .select([
          sql<number>`${merchantId}::bigint`.as("merchant_id"),
          sql<number>`${documentId}::bigint`.as("document_id"),
          sql<number>`coalesce(max(sequence), 0) + 1`.as("sequence"),
          sql<SubmissionWay>`${way}::text`.as("way"),
          sql<Date>`${now}::timestamptz`.as("sent_at"),
        ]),
    )
    .returning("sequence")
    .executeTakeFirstOrThrow();
  return sequence;
}

/** What one try came to, as it is written down. */
export type TryResult = {
  readonly outcome: SubmissionOutcome;
  /** Of HTTP; null without an answer. */
  readonly status: number | null;
  readonly detail: string | null;
  readonly errors: readonly AuthorityMessage[];
  readonly warnings: readonly AuthorityMessage[];
};

/** Longest text that is kept of one finding. */
const findingLength = 1_000;
/** Findings that are kept of one answer. */
const mostFindings = 50;

/** Writes down what a try came to; that is a fact, in whichever process the document is now. */
export async function endTry(
  trx: Trx,
  { merchantId, documentId, sequence }: ClaimedDocument,
  { detail, errors, warnings, ...result }: TryResult,
  now: Date,
): Promise<void> {
  await trx
    .updateTable("tax_submission_tries")
    .set({
      ...result,
      answered_at: now,
      detail: detail?.slice(0, 500) ?? null,
      errors: JSON.stringify(keptOf(errors)),
      warnings: JSON.stringify(keptOf(warnings)),
    })
    .where("merchant_id", "=", merchantId)
    .where("document_id", "=", documentId)
    .where("sequence", "=", sequence)
    .execute();
}

/** Findings as they are kept and reported: the authority's texts have no bound of their own. */
export function keptOf(findings: readonly AuthorityMessage[]): AuthorityMessage[] {
  return findings.slice(0, mostFindings).map(({ code, text }) => ({
    code: code.slice(0, 100),
    text: text.slice(0, findingLength),
  }));
}

/** Where a document goes after its try. */
export type NextState =
  | { readonly state: "due" | "unknown" | "rejected" }
  | { readonly state: "due"; readonly way: "report"; readonly deadlineAt: Date }
  | { readonly state: "accepted"; readonly cleared: ClearedFile | null };

/** The authority's file of a standard document, with its QR code. */
export type ClearedFile = { readonly xml: string; readonly qr: string };

/**
 * Moves a claimed document on.
 * @returns false when the lease was lost: another process has it, and the same answer coming
 */
export async function endClaim(
  trx: Trx,
  claimed: ClaimedDocument,
  next: NextState,
  now: Date,
): Promise<boolean> {
  const { merchantId, documentId, lease } = claimed;
  const held = await trx
    .selectFrom("tax_submissions")
    .select("lease")
    .where("merchant_id", "=", merchantId)
    .where("document_id", "=", documentId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (held.lease !== lease) return false;
  if (next.state === "accepted" && next.cleared)
    await trx
      .insertInto("tax_clearances")
      .values({ merchant_id: merchantId, document_id: documentId, cleared_at: now, ...next.cleared })
      .execute();
  await setSubmission(trx, claimed, {
    state: next.state,
    lease: null,
    ...("way" in next && { way: next.way, deadline_at: next.deadlineAt }),
  });
  return true;
}

/** How many documents of a unit were rejected in a row, up to the last one that has ended. */
export async function rejectionsInARow(
  trx: Trx,
  { merchantId, unitId }: UnitId,
  most: number,
): Promise<number> {
  const last = await trx
    .selectFrom("tax_submissions")
    .select("state")
    .where("merchant_id", "=", merchantId)
    .where("unit_id", "=", unitId)
    .where("state", "in", ["accepted", "rejected"])
    .orderBy("icv", "desc")
    .limit(most)
    .execute();
  const other = last.findIndex(({ state }) => state !== "rejected");
  return other === -1 ? last.length : other;
}
