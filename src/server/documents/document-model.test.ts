import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { minor, timesRatio, zero } from "#core/money.ts";
import { vatExemptions } from "#core/tax/tax-invoice.ts";
import { contrastOf } from "#core/theme/colour.ts";
import { type OrderLineInput, sampleFacts } from "#test/document-fixtures.ts";
import linesAr from "../texts/lines.ar.json" with { type: "json" };
import linesEn from "../texts/lines.en.json" with { type: "json" };
import { type DocumentSource, maskMobile } from "./document-facts.ts";
import { toPrintModel } from "./document-model.ts";
import type { InvoicePrintModel } from "./print-model.ts";
import ar from "./texts.ar.json" with { type: "json" };
import en from "./texts.en.json" with { type: "json" };

const look = {
  language: "ar",
  paper: "a4",
  colour: "#3087de",
  hasLogo: false,
  world: "live",
  currencyStyle: "sign",
} as const;
const qr = { kind: "address", text: "https://pay.example.sa" } as const;

function receipt(facts = sampleFacts(), refunded = 0): InvoicePrintModel {
  const source: DocumentSource = {
    kind: "receipt",
    standing: refunded === facts.total ? "refunded" : "paid",
    facts,
    refunded: minor(refunded),
    invoiceNumber: null,
    qr,
  };
  return toPrintModel(source, look);
}

/** A printed amount as halalas. */
const halalas = (text: string): number => Math.round(Number(text.replaceAll(",", "")) * 100);

/** The row of the totals with this English label. */
function rowOf(model: InvoicePrintModel, label: string): InvoicePrintModel["totals"][number] {
  const row = model.totals.find((candidate) => candidate.label[1].startsWith(label));
  assert.ok(row, `no row ${label}`);
  return row;
}

function total(model: InvoicePrintModel, label: string): number {
  return halalas(rowOf(model, label).value);
}

describe("the figures of a document", () => {
  const line = fc.record<OrderLineInput>({
    title: fc.constant("x"),
    qty: fc.integer({ min: 1, max: 50 }),
    // After the largest discount there is a halala left: an order of nothing is not issued.
    unitPrice: fc.integer({ min: 10, max: 900_000 }),
    vatBps: fc.constantFrom(0, 500, 1_500),
  });
  const order = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    pricesIncludeVat: fc.boolean(),
    bps: fc.integer({ min: 0, max: 9_000 }),
  });

  test("are the order's, and add up along every row and every column", () => {
    fc.assert(
      fc.property(order, ({ lines, pricesIncludeVat, bps }) => {
        const facts = sampleFacts({ lines, pricesIncludeVat, discount: { type: "PERCENTAGE", bps } });
        const model = receipt(facts);
        assert.equal(total(model, "Total including VAT"), facts.total);
        assert.equal(total(model, "Total excluding VAT") + total(model, "Total VAT"), facts.total);
        if (facts.discount > 0) {
          const [subTotal, discount] = [total(model, "Sub-total"), total(model, "Discount")];
          assert.equal(subTotal + discount, total(model, "Total excluding VAT"));
          const percent = /([\d.]+)%/.exec(rowOf(model, "Discount").label.join(" "))?.[1];
          const bpsShown = Math.round(Number(percent ?? 0) * 100);
          if (percent !== undefined)
            assert.equal(timesRatio(minor(subTotal), bpsShown, 10_000), -discount, "the percentage computes");
        }
        const columns = model.columns.map(({ label }) => label[1]);
        const sumOf = (name: string): number =>
          model.lines.reduce((sum, { cells }) => sum + halalas(cells[columns.indexOf(name)] ?? ""), 0);
        const isTaxed = lines.every(({ vatBps }) => vatBps !== 0);
        const net = isTaxed ? "Taxable amount" : "Amount before VAT";
        assert.equal(sumOf(net), total(model, "Total excluding VAT"));
        assert.equal(sumOf("VAT"), total(model, "Total VAT"));
        assert.equal(sumOf("Total incl. VAT"), facts.total);
        const groups = model.vatSummary?.rows ?? [];
        if (groups.length > 0)
          assert.equal(
            groups.reduce((sum, { cells }) => sum + halalas(cells[2] ?? ""), 0),
            facts.vat,
          );
      }),
    );
  });

  test("of a refund are taken off the total", () => {
    const facts = sampleFacts();
    const model = receipt(facts, 10_000);
    assert.equal(total(model, "Refunded"), -10_000);
    assert.equal(total(model, "Net paid"), facts.total - 10_000);
    assert.equal(model.stamp?.[1], "Partly refunded");
    assert.equal(receipt(facts, facts.total).stamp?.[1], "Refunded");
    assert.equal(receipt(facts).stamp?.[1], "Paid");
  });
});

test("without a VAT number there is no VAT column, row, rate or remark", () => {
  const seller = { ...sampleFacts().seller, vatNumber: null };
  const model = receipt(sampleFacts({}, { seller }));
  assert.deepEqual(
    model.columns.map(({ label }) => label[1]),
    ["Qty", "Unit price", "Amount"],
  );
  assert.equal(model.vatSummary, null);
  const { qr: _code, ...words } = model;
  assert.doesNotMatch(JSON.stringify(words), /VAT|[Tt]ax|ضريب/);
});

test("a zero rate is always explained, by its category and, where there is one, by its reason", () => {
  const lines = Object.keys(vatExemptions).map((exemption) => ({
    title: "x",
    qty: 1,
    unitPrice: 100,
    vatBps: 0,
    exemption,
  })) as OrderLineInput[];
  const rows = receipt(sampleFacts({ lines })).vatSummary?.rows ?? [];
  assert.deepEqual(
    rows.map(({ code }) => code?.text),
    Object.keys(vatExemptions),
  );
  for (const { names } of rows) {
    assert.deepEqual(
      names.map(({ dir }) => dir),
      ["rtl", "ltr"],
    );
    for (const { text } of names) assert.match(text, /: ./);
  }
});

test("the VAT summary stands where the totals do not say it all: several rates, or one of zero", () => {
  const rowsOf = (...rates: readonly (number | null)[]): number | undefined => {
    const lines = rates.map((vatBps) => ({ title: "x", qty: 1, unitPrice: 100, vatBps }));
    return receipt(sampleFacts({ lines })).vatSummary?.rows.length;
  };
  assert.equal(rowsOf(1_500, 1_500), undefined);
  assert.equal(rowsOf(1_500, 500), 2);
  assert.equal(rowsOf(0), 1);
  assert.equal(rowsOf(null, 1_500), 2);
});

test("the payment is named in both languages, by the card's brand if it is known", () => {
  const paidBy = (payment: { method: string; brand: string | null; lastFour: string | null } | null) =>
    receipt(sampleFacts({}, { payment }))
      .facts.find(({ label }) => label[1] === "Paid by")
      ?.values.map(({ text }) => text);
  assert.deepEqual(paidBy({ method: "card", brand: "MADA", lastFour: "1234" }), ["مدى", "mada", "•••• 1234"]);
  assert.deepEqual(paidBy({ method: "card", brand: "UNKNOWN", lastFour: null }), [
    "بطاقة بنكية",
    "Bank card",
  ]);
  assert.deepEqual(paidBy({ method: "applepay", brand: null, lastFour: null }), ["Apple Pay"]);
  assert.deepEqual(paidBy({ method: "googlepay", brand: "visa", lastFour: "1019" }), [
    "Google Pay",
    "فيزا",
    "Visa",
    "•••• 1019",
  ]);
  assert.equal(paidBy({ method: "constructor", brand: null, lastFour: null }), undefined);
  assert.equal(paidBy(null), undefined);
});

test("text on the merchant's colour, and the colour as text, can be read whatever it is", () => {
  for (const colour of ["#ffffff", "#000000", "#ffd54a", "#3087de", "#777777", "#00ff00"]) {
    const { accent } = toPrintModel(
      { kind: "receipt", standing: "paid", facts: sampleFacts(), refunded: zero, invoiceNumber: null, qr },
      { ...look, colour },
    );
    assert.ok(contrastOf({ colour: accent.on, background: accent.fill }) >= 4.5, colour);
    assert.ok(contrastOf({ colour: accent.ink, background: "#ffffff" }) >= 4.5, colour);
  }
});

test("a mobile number shows its last three digits and no others", () => {
  assert.equal(maskMobile("+966501234678"), "••• ••• 678");
  for (const nothing of [null, "", "12", "fastpay"]) assert.equal(maskMobile(nothing), null);
});

test("both languages have the same words to say, and none is empty", () => {
  const keysOf = (value: object, path = ""): string[] =>
    Object.entries(value).flatMap(([key, item]: [string, unknown]) =>
      item !== null && typeof item === "object"
        ? keysOf(item, `${path}${key}.`)
        : [`${path}${key}${item === "" ? " is empty" : ""}`],
    );
  assert.deepEqual(keysOf(ar), keysOf(en));
  assert.deepEqual(keysOf(linesAr), keysOf(linesEn));
  for (const texts of [linesAr, linesEn])
    assert.deepEqual(Object.keys(texts.exemptions), Object.keys(vatExemptions));
});

test("where a shop wants Hijri days, each paper has them beside its own, whole, and none else", () => {
  const facts = sampleFacts();
  const issuedAt = Date.UTC(2026, 10, 26, 21, 30);
  const quote = { kind: "quote", facts, number: "Q-1", issuedAt, until: "2026-12-16", qr } as const;
  const content = { version: 2, facts, riyals: null, original: null } as const;
  const note = {
    kind: "credit_note",
    form: "simplified",
    reason: null,
    standing: null,
    content,
    qr,
  } as const;
  const paid = {
    kind: "receipt",
    standing: "paid",
    facts: { ...facts, paidAt: issuedAt },
    refunded: zero,
    invoiceNumber: null,
    qr,
  } as const;
  const daysOf = (source: DocumentSource, language: "ar" | "en", hijriDates = true): string[] =>
    toPrintModel(source, { ...look, language, hijriDates }).facts.flatMap(({ values }) =>
      values.flatMap(({ text }) => (/AH$|هـ$/.test(text) ? [text] : [])),
    );
  // After midnight in Riyadh.
  const [arabic, english] = ["17 جمادى الآخرة 1448 هـ", "17 Jumada II 1448 AH"].map((day) =>
    day.replaceAll(" ", "\u00a0"),
  );
  const issued = { ...note, number: "CN-1", issuedAt };
  for (const source of [issued, paid]) {
    assert.deepEqual(daysOf(source, "ar"), [arabic]);
    assert.deepEqual(daysOf(source, "en"), [english]);
    assert.deepEqual(daysOf(source, "en", false), []);
  }
  assert.deepEqual(daysOf(quote, "en"), [english, "7\u00a0Rajab\u00a01448\u00a0AH"]);
});
