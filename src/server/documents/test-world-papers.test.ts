/** A paper of a test world says on every sheet that no real money was paid; real papers know nothing of it. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sampleFacts } from "#test/document-fixtures.ts";
import { createDrawer, inspect, invoiceOf, jobOf, receiptOf } from "#test/drawn-documents.ts";
import { readPages } from "#test/pdf.ts";

const { pool, draw, warnings } = createDrawer();
after(() => pool.close());

const english = "Test mode: no real money is paid.";
/** As viewers read it: they put lam-alef and vowel signs where they like. */
const arabic = ["وضع", "مال", "حقيقي"];

test("a receipt, a tax invoice and a note of a test world say so in both languages, on a sheet and on the roll", async () => {
  const papers = {
    receipt: receiptOf(sampleFacts()),
    invoice: invoiceOf(sampleFacts()),
    note: invoiceOf(sampleFacts(), { kind: "credit_note", number: "CN-000001" }),
  };
  for (const [name, source] of Object.entries(papers))
    for (const look of [
      { language: "ar", paper: "a4" },
      { language: "en", paper: "80mm" },
    ] as const) {
      const pdf = await draw(source, { ...look, world: "test" });
      const { text } = await inspect(pdf, `test-world-${name}-${look.paper}-${look.language}`);
      assert.ok(
        [english, ...arabic].every((part) => text.includes(part)),
        `${name}: ${text}`,
      );
      assert.ok(!("mark" in jobOf(source, look).model), "a real one has no such line in its model");
    }
  assert.deepEqual(warnings, []);
});

test("every sheet of a long paper of a test world says so", async () => {
  const line = { title: "قهوة عربية", qty: 1, unitPrice: 1_000, vatBps: 1_500 };
  const source = invoiceOf(sampleFacts({ lines: Array.from({ length: 40 }, () => line) }));
  const pages = await readPages(await draw(source, { language: "ar", world: "test" }));
  assert.equal(pages.length, 2);
  for (const { text } of pages) assert.ok(text.includes(english), text);
});
