/**
 * Tax documents that calls have caused, from the invoice to the last note: the simulated authority has judged hash, stamp, QR code
 * and place in the chain of each, and where WASL_ZATCA_RULES says so the authority's own rule files and schema judge them as well.
 * WASL_ZATCA_DOCUMENTS says how many there are at least; a few in every run.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestApp } from "#test/app-harness.ts";
import { judgeIn, rulesFolder, traitsOf } from "#test/authority-rules.ts";
import { issueByCalls } from "#test/issued-by-calls.ts";
import { onboardAtSimulator } from "#test/simulated-authority.ts";

const documents = Number(process.env["WASL_ZATCA_DOCUMENTS"] ?? 10);
const firstSeed = Number(process.env["WASL_ZATCA_SEED"] ?? 1);
const ordersAtATime = 4;

test("documents of invoices that were issued, paid, refunded, corrected and charged more by calls pass the authority's checks", async (context) => {
  await using app = await startTestApp({ env: { WASL_RATE_LIMITS: "false" } });
  const unit = await onboardAtSimulator(app);
  const judge = rulesFolder === undefined ? () => [] : judgeIn(rulesFolder);
  const kinds = new Map<string, number>();
  const traits = new Map<string, number>();
  const refused = new Map<string, number>();
  let judged = 0;
  for (let seed = firstSeed; judged < documents; seed += 1) {
    for (const [code, count] of await issueByCalls(app, { orders: ordersAtATime, seed }))
      refused.set(code, (refused.get(code) ?? 0) + count);
    const rows = await app.db.kysely
      .selectFrom("tax_envelopes as e")
      .innerJoin("tax_documents as d", "d.id", "e.document_id")
      .innerJoin("tax_submissions as s", "s.document_id", "e.document_id")
      .innerJoin("orders as o", "o.id", "d.order_id")
      .select([
        "e.xml",
        "e.icv",
        "d.kind",
        "d.form",
        "d.currency",
        "d.replaces_id",
        "d.debit_note_id",
        "d.number",
        "o.prices_include_vat",
      ])
      .select((eb) => [
        "s.state",
        eb
          .exists(
            eb.selectFrom("tax_documents as later").select("id").whereRef("later.replaces_id", "=", "d.id"),
          )
          .as("is_replaced"),
      ])
      .where("e.unit_id", "=", unit.unitId)
      .where("e.icv", ">", judged)
      .orderBy("e.icv")
      .execute();
    for (const { xml, icv, state, number, is_replaced, ...row } of rows) {
      assert.equal(icv, judged + 1, "no gap");
      assert.equal(state, is_replaced ? "rejected" : "accepted", number);
      assert.deepEqual(judge(xml), [], xml);
      const facts = [
        row.kind,
        row.form,
        row.currency,
        row.replaces_id && "corrected",
        row.debit_note_id && "of a debit note",
      ];
      const name = facts.filter(Boolean).join(" ");
      kinds.set(name, (kinds.get(name) ?? 0) + 1);
      const seen = [...traitsOf(xml), row.prices_include_vat ? "VAT included" : "VAT added"];
      for (const trait of seen) traits.set(trait, (traits.get(trait) ?? 0) + 1);
      judged = icv;
    }
    if (documents > 100) console.log(new Date().toISOString(), judged);
  }
  for (const counts of [kinds, traits, refused])
    context.diagnostic(JSON.stringify(Object.fromEntries([...counts].toSorted())));
});
