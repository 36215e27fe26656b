import assert from "node:assert/strict";
import { test } from "node:test";
import { wholeQuantity } from "#core/pricing/quantity.ts";
import { sampleFacts } from "#test/document-fixtures.ts";
import { readContent } from "./content-versions.ts";
import { contentVersion } from "./document-facts.ts";

/** What was kept before quantities had decimals. */
function firstContent() {
  const { suppliedOn: _day, ...facts } = sampleFacts({
    lines: [
      { title: "قهوة", qty: 3, unitPrice: 4_500, vatBps: 1_500 },
      { title: "دواء", qty: 1, unitPrice: 1_000, vatBps: 0, exemption: "VATEX-SA-35" },
    ],
  });
  const lines = facts.lines.map(({ unit: _u, unitPrice: _p, category: _c, reason: _r, ...line }) => ({
    ...line,
    qty: line.qty / 1_000,
  }));
  return {
    facts: { ...facts, lines },
    riyals: null,
    original: null,
    credited: [{ taxable: 1, vat: 0, quantity: 2 }],
  };
}

test("a document of before is read with the figures that it was issued with", () => {
  const read = readContent(JSON.parse(JSON.stringify(firstContent())));
  assert.equal(read.version, contentVersion);
  assert.deepEqual(
    read.facts.lines.map(({ qty, unit, unitPrice, category, reason }) => [
      qty,
      unit,
      unitPrice,
      category,
      reason?.en,
    ]),
    [
      [3_000, null, null, "S", undefined],
      [1_000, null, null, "Z", "Medicines and medical equipment"],
    ],
  );
  assert.equal(read.facts.suppliedOn, "2026-11-20");
  assert.deepEqual(read.credited, [{ taxable: 1, vat: 0, quantity: wholeQuantity(2) }]);
  assert.equal(read.facts.total, firstContent().facts.total);
});

test("a document of today is read as it was written", () => {
  const content = { version: contentVersion, facts: sampleFacts(), riyals: null, original: null };
  const stored = JSON.parse(JSON.stringify(content));
  assert.deepEqual(readContent(stored), stored);
});
