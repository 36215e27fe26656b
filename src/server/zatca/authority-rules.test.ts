/**
 * The tax authority's own rule files judge stamped documents, where they are (`test/authority-rules.ts`);
 * WASL_ZATCA_DOCUMENTS says how many documents.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Kysely } from "kysely";
import { riyadhTimestamp } from "#core/tax/tax-qr.ts";
import type { Schema } from "#db/schema.ts";
import { rulesFolder as folder, judgeIn } from "#test/authority-rules.ts";
import { createTestDatabase } from "#test/database.ts";
import { insertMerchant, testSealing } from "#test/document-fixtures.ts";
import { newUnitStamp, startPhase2 } from "#test/e-invoice-authority.ts";
import { anyEInvoice } from "#test/e-invoices.ts";
import { issueRandomDocuments } from "#test/random-tax-documents.ts";
import { stampEInvoice } from "./envelope.ts";

const documents = Number(process.env["WASL_ZATCA_DOCUMENTS"] ?? 1_000);

/** Documents are judged as they come, so that a finding is reported early. */
const ordersAtATime = 10;

/** Of Riyadh, before the clock by which the rules are run. */
const aheadMs = 3 * 60 * 60_000;

test("the authority's rules find no error and no warning on random documents of every kind", {
  skip: folder === undefined && "WASL_ZATCA_RULES is not set",
}, () => {
  const judge = judgeIn(String(folder));
  const unit = newUnitStamp();
  fc.assert(
    fc.property(anyEInvoice, (invoice) => {
      // What is a day old is late (BR-KSA-98); the rules ask the day of this machine, which is behind Riyadh's (BR-KSA-04).
      const issuedAt = riyadhTimestamp(Date.now() - aheadMs);
      const { xml } = stampEInvoice(
        { ...invoice, issuedAt, suppliedOn: issuedAt.slice(0, 10) },
        unit,
        issuedAt,
      );
      assert.deepEqual(judge(xml), []);
    }),
    { numRuns: documents, endOnFailure: true },
  );
});

test("nor on the documents that the program issues from random orders: corrected ones, notes of lines, debit notes taken back", {
  skip: folder === undefined && "WASL_ZATCA_RULES is not set",
}, async (context) => {
  await using database = await createTestDatabase();
  const db = database.kysely;
  const judge = judgeIn(String(folder));
  const unit = await startPhase2(db, testSealing, await insertMerchant(db));
  const kinds = new Map<string, number>();
  let judged = 0;
  for (let seed = Number(process.env["WASL_ZATCA_SEED"] ?? 1); judged < documents; seed += 1) {
    const now = () => Date.now() - aheadMs;
    await issueRandomDocuments({ db, unit, now }, ordersAtATime, seed);
    for (const { xml, kind, form, currency, icv, replaces_id, debit_note_id } of await issuedAfter(
      db,
      judged,
    )) {
      assert.deepEqual(judge(xml), [], xml);
      const facts = [kind, form, currency, replaces_id && "corrected", debit_note_id && "of a debit note"];
      const name = facts.filter(Boolean).join(" ");
      kinds.set(name, (kinds.get(name) ?? 0) + 1);
      judged = icv;
    }
    console.log(new Date().toISOString(), judged);
  }
  context.diagnostic(JSON.stringify(Object.fromEntries([...kinds].toSorted())));
});

/** What the one unit has stamped after a place in its chain. */
async function issuedAfter(db: Kysely<Schema>, icv: number) {
  return await db
    .selectFrom("tax_envelopes as e")
    .innerJoin("tax_documents as d", "d.id", "e.document_id")
    .select(["e.xml", "e.icv", "d.kind", "d.form", "d.currency", "d.replaces_id", "d.debit_note_id"])
    .where("e.icv", ">", icv)
    .orderBy("e.icv")
    .execute();
}
