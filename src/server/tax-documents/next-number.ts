/** The next number of a merchant for a tax document, and in phase 2 the unit that stamps it, both locked (docs/decisions/0066). */
import { sql, type Transaction } from "kysely";
import type { TaxDocumentKind } from "#core/tax/tax-invoice.ts";
import { phase2States } from "#core/zatca/unit-state.ts";
import type { DocumentsDatabase } from "#db/documents-schema.ts";
import { literals } from "#db/literals.ts";
import { type StampingUnit, stampingColumns } from "../zatca/unit-store.ts";

type Trx = Transaction<DocumentsDatabase>;

type Place = {
  readonly prefix: string;
  readonly sequence: number;
  readonly issuedAt: Date;
  /** That stamps, locked; null where the merchant has none. */
  readonly unit: StampingUnit | null;
};

/**
 * The next number of a merchant, and the unit that stamps for it, if it has one. Waits for the holders of both; times of
 * issue follow the numbers. By one statement: merchants without a unit pay nothing for those with one.
 * @returns null, and takes no number, while the unit is held
 */
export async function takeNumber(
  trx: Trx,
  merchantId: number,
  { kind, at }: { readonly kind: TaxDocumentKind; readonly at: Date },
): Promise<Place | null> {
  const next = trx
    // The unit first, and locked: whether it is held is known for as long as this transaction lasts.
    .with("unit", (db) =>
      db
        .selectFrom("egs_units")
        .select([...stampingColumns, "state"])
        .where("merchant_id", "=", merchantId)
        .where("state", "in", phase2States)
        .forUpdate(),
    )
    .with("taken", (db) =>
      db
        .updateTable("document_counters")
        .set({
          last_sequence: sql<number>`last_sequence + 1`,
          last_issued_at: sql<Date>`greatest(last_issued_at, ${at}::timestamptz)`,
        })
        .where("merchant_id", "=", merchantId)
        .where("kind", "=", kind)
        .where(sql<boolean>`not exists (select from unit where state = 'held')`)
        .returning(["prefix", "last_sequence", "last_issued_at", inPhase2.as("is_in_phase_2")]),
    )
    .selectFrom("taken as t")
    .leftJoin("unit as u", (join) => join.onTrue())
    .select(["t.prefix", "t.last_sequence", "t.last_issued_at", "t.is_in_phase_2"])
    .select(stampingColumns.map((column) => `u.${column}` as const));
  const first = await next.executeTakeFirst();
  if (!first) await beginSeries(trx, merchantId, kind);
  const taken = first ?? (await next.executeTakeFirst());
  if (!taken) return null;
  const { prefix, last_sequence: sequence, last_issued_at: last, is_in_phase_2, ...columns } = taken;
  const unit = columns.id === null ? null : (columns as StampingUnit);
  if (unit === null && is_in_phase_2)
    throw new Error(`another unit began to stamp for merchant ${merchantId} at this moment`);
  return { prefix, sequence, issuedAt: last ?? at, unit };
}

/** As it was when the statement began. One that waited for a unit that was just replaced has no unit, and must be tried again. */
const inPhase2 = sql<boolean>`exists (select from egs_units u
  where u.merchant_id = document_counters.merchant_id and u.state in (${sql.raw(literals(phase2States))}))`;

/**
 * Gives a merchant the counter of its first documents. Of two payments at once, one waits for the other: the rules of a
 * new series look at what is there, and would refuse the second one.
 */
async function beginSeries(trx: Trx, merchantId: number, kind: TaxDocumentKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`document_counters ${merchantId} ${kind}`}, 0))`.execute(
    trx,
  );
  await trx
    .insertInto("document_counters")
    .values({ merchant_id: merchantId, kind, last_sequence: 0, last_issued_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
