/** Rows of invoices that are being written. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { InvoiceDraft } from "#contract/invoice-drafts.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { type NamedClient, namedClient } from "./draft-input.ts";
import { defaultCurrency } from "./invoice-input.ts";
import { wrongFields } from "./validation.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

export type DraftById = { readonly merchantId: number; readonly id: string };

/**
 * Reads a draft.
 * @param lock until the end of the transaction, so that it is changed or issued once
 * @throws Problem `not_found`, the same for unknown, removed, issued and another merchant's
 */
export async function loadDraft(
  db: Db,
  { merchantId, id }: DraftById,
  lock?: "locked",
): Promise<InvoiceDraft> {
  const row = await db
    .selectFrom("invoice_drafts")
    .select(["id", "body", "created_at", "updated_at"])
    .where("merchant_id", "=", merchantId)
    .where("id", "=", id)
    .$if(lock === "locked", (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new Problem("not_found");
  return { id: row.id, invoice: row.body, ...timesOf(row) };
}

/**
 * Keeps what a draft's page shows; null: what the draft says. It names no other client than the draft, by whose mobile and address an
 * erasure finds both.
 * @throws Problem `not_found`, and `validation_failed` for another client
 */
export async function keepShown(
  db: Db,
  by: DraftById,
  shown: Readonly<Record<string, unknown>> | null,
): Promise<void> {
  const named = namedClient(shown ?? {});
  const { merchantId, id } = by;
  const isSame = (column: keyof NamedClient) =>
    sql<boolean>`(${sql.ref(column)} is null or ${named[column]}::text is null or ${sql.ref(column)} = ${named[column]})`;
  const { numUpdatedRows } = await db
    .updateTable("invoice_drafts")
    .set({
      shown: shown === null ? null : JSON.stringify(shown),
      client_mobile: sql`coalesce(client_mobile, ${named.client_mobile})`,
      client_email: sql`coalesce(client_email, ${named.client_email})`,
    })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", id)
    .where(isSame("client_mobile"))
    .where(isSame("client_email"))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await loadDraft(db, by);
  throw wrongFields([
    { path: "invoice.client", code: "not_of_draft", message: "another client than the draft's" },
  ]);
}

/**
 * What the page of a draft shows.
 * @throws Problem `not_found`
 */
export async function loadShown(db: Db, { merchantId, id }: DraftById): Promise<Record<string, unknown>> {
  const row = await db
    .selectFrom("invoice_drafts")
    .select(["body", "shown"])
    .where("merchant_id", "=", merchantId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new Problem("not_found");
  return row.shown ?? row.body;
}

/** Removes a draft. */
export async function removeDraft(trx: Transaction<Schema>, { merchantId, id }: DraftById): Promise<void> {
  await trx.deleteFrom("invoice_drafts").where("merchant_id", "=", merchantId).where("id", "=", id).execute();
}

/** The currency that a draft names; that of one without any is the usual one, as of one that is not there. */
export async function currencyOf(db: Kysely<Schema>, { merchantId, id }: DraftById): Promise<string> {
  const { rows } = await sql<{ currency: string | null }>`
    select body ->> 'currency' as currency from invoice_drafts where merchant_id = ${merchantId} and id = ${id}`.execute(
    db,
  );
  const named = rows[0]?.currency ?? "";
  return /^[A-Z]{3}$/.test(named) ? named : defaultCurrency;
}

export type DraftTimes = { readonly created_at: Date; readonly updated_at: Date };

/** When it was kept first and last. */
export function timesOf({
  created_at,
  updated_at,
}: DraftTimes): Pick<InvoiceDraft, "createdAt" | "updatedAt"> {
  return { createdAt: created_at.toISOString(), updatedAt: updated_at.toISOString() };
}
