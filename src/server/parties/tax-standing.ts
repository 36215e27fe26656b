/** What keeps merchants from issuing tax documents, and what waits for it, for the operator (docs/decisions/0047). */
import type { Kysely } from "kysely";
import type { Schema } from "#db/schema.ts";
import { missingOfRow, sellerColumns } from "./seller-party.ts";

/** A merchant who cannot issue now, or whose paid orders lack their tax invoices. */
export type TaxStanding = {
  readonly username: string;
  /** As `PATCH /api/v1/merchant` takes it: facts of the seller, or the VAT number itself. */
  readonly missing: readonly string[];
  /** Tax invoices of paid orders that wait. */
  readonly waiting: number;
};

/** The merchants of whom something is missing or waits, by name; those without a VAT number only if something waits. */
export async function taxStandings(db: Kysely<Schema>): Promise<readonly TaxStanding[]> {
  const rows = await db
    .selectFrom("merchants as m")
    .select(["m.username", "m.vat_number"])
    .select(sellerColumns.map((name) => `m.${name}` as const))
    .select((eb) =>
      eb
        .selectFrom("waiting_tax_invoices as w")
        .select(eb.fn.countAll<number>().as("count"))
        .whereRef("w.merchant_id", "=", "m.id")
        .as("waiting"),
    )
    .orderBy("m.username")
    .execute();
  return rows.flatMap(({ waiting: count, ...row }) => {
    const waiting = count ?? 0;
    const missing = row.vat_number === null && waiting > 0 ? ["vatNumber"] : missingOfRow(row);
    return missing.length + waiting === 0 ? [] : [{ username: row.username, missing, waiting }];
  });
}

/** One merchant in words: `nakheel lacks legalName (2 tax invoices wait)`. */
export function taxStandingText({ username, missing, waiting }: TaxStanding): string {
  const invoices = waiting === 1 ? "1 tax invoice waits" : `${waiting} tax invoices wait`;
  if (missing.length === 0) return `${username}: ${invoices} to be issued`;
  return `${username} lacks ${missing.join(", ")}${waiting === 0 ? "" : ` (${invoices})`}`;
}
