/** What an archive is made of, as rows: sections of chains, their files one after another, and what is not stamped. */
import type { Kysely } from "kysely";
import type { SubmissionState } from "#core/zatca/unit-state.ts";
import type { Schema } from "#db/schema.ts";
import type { ZatcaEnvironment } from "../csr.ts";
import type { EnvelopeRow } from "./envelope-fault.ts";

export type Period = { readonly merchantId: number; readonly from: Date; readonly until: Date };

/** The part of a unit's chain that was issued in a period. */
export type ChainSection = {
  readonly merchantId: number;
  readonly unitId: number;
  readonly serial: string;
  readonly environment: ZatcaEnvironment;
  readonly first: number;
  readonly last: number;
};

export type StampedRow = EnvelopeRow & { readonly documentId: number; readonly state: SubmissionState };

/** The sections of a merchant's units, the oldest unit first. */
export async function chainSections(
  db: Kysely<Schema>,
  { merchantId, from, until }: Period,
): Promise<readonly ChainSection[]> {
  const rows = await db
    .selectFrom("tax_envelopes as e")
    .innerJoin("tax_documents as d", (join) =>
      join.onRef("d.merchant_id", "=", "e.merchant_id").onRef("d.id", "=", "e.document_id"),
    )
    .innerJoin("egs_units as u", (join) =>
      join.onRef("u.merchant_id", "=", "e.merchant_id").onRef("u.id", "=", "e.unit_id"),
    )
    .select((eb) => ["u.id", "u.serial", "u.environment", eb.fn.min("e.icv").as("first")])
    .select((eb) => eb.fn.max("e.icv").as("last"))
    .where("e.merchant_id", "=", merchantId)
    .where("d.issued_at", ">=", from)
    .where("d.issued_at", "<", until)
    .groupBy(["u.id", "u.serial", "u.environment"])
    .orderBy("u.id")
    .execute();
  return rows.map(({ id, ...row }) => ({ ...row, merchantId, unitId: id }));
}

const pageLength = 100;

/** The files of a section in the order of their chain, some at a time. */
export async function* stampedRows(
  db: Kysely<Schema>,
  { merchantId, unitId, first, last }: ChainSection,
): AsyncGenerator<StampedRow> {
  for (let from = first; from <= last; from += pageLength) {
    const rows = await db
      .selectFrom("tax_envelopes as e")
      .innerJoin("tax_submissions as s", (join) =>
        join.onRef("s.merchant_id", "=", "e.merchant_id").onRef("s.document_id", "=", "e.document_id"),
      )
      .select(["e.document_id", "e.uuid", "e.icv", "e.previous_hash", "e.hash", "e.xml", "s.state"])
      .where("e.merchant_id", "=", merchantId)
      .where("e.unit_id", "=", unitId)
      .where("e.icv", ">=", from)
      .where("e.icv", "<", Math.min(from + pageLength, last + 1))
      .orderBy("e.icv")
      .execute();
    for (const { document_id, previous_hash, ...row } of rows)
      yield { ...row, documentId: document_id, previousHash: previous_hash };
  }
}

/** Documents of the period that have no e-invoice, in order of issue. */
export async function unstampedIds(
  db: Kysely<Schema>,
  { merchantId, from, until }: Period,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("tax_documents as d")
    .leftJoin("tax_envelopes as e", (join) =>
      join.onRef("e.merchant_id", "=", "d.merchant_id").onRef("e.document_id", "=", "d.id"),
    )
    .select("d.id")
    .where("d.merchant_id", "=", merchantId)
    .where("d.issued_at", ">=", from)
    .where("d.issued_at", "<", until)
    .where("e.document_id", "is", null)
    .orderBy("d.id")
    .execute();
  return rows.map(({ id }) => id);
}
