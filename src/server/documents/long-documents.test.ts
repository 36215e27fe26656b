/** Papers with many lines, long names and addresses: what stands on which sheet, and what a viewer finds. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { type OrderLineInput, sampleFacts } from "#test/document-fixtures.ts";
import { assertContains, createDrawer, inspect, invoiceOf, jobOf } from "#test/drawn-documents.ts";
import { rasterise, readPages } from "#test/pdf.ts";

const { pool, draw, warnings } = createDrawer();
after(() => pool.close());

const longTitle = "اسم منتج طويل جدًا ".repeat(30).slice(0, 500);

/** As the search of PDF.js compares: a ligature is its letters. */
function asSearched(text: string): string {
  return text.normalize("NFKC");
}

function lines(count: number, change: Partial<OrderLineInput> = {}): OrderLineInput[] {
  return Array.from({ length: count }, (_, index) => ({
    title: `بند ${index + 1}`,
    qty: 1 + (index % 4),
    unitPrice: 1_999 + index,
    vatBps: 1_500,
    ...change,
  }));
}

describe("a tax invoice of many lines", () => {
  test("has its totals on a sheet with its last lines, whatever their number", async () => {
    for (const count of [1, 14, 15, 16, 17, 18, 19, 20, 30, 100]) {
      const pages = await readPages(await draw(invoiceOf(sampleFacts({ lines: lines(count) }))));
      const last = pages.find(({ text }) => text.includes("Total including VAT"));
      assert.ok(last, `${count} lines`);
      const kept = Array.from({ length: Math.min(count, 3) }, (_, back) => `بند ${count - back}`);
      for (const name of kept) {
        const [word = "", number = ""] = name.split(" ");
        assert.match(last.text, new RegExp(`${number} ${word}|${word} ${number}`), `${count}: ${name}`);
      }
    }
  });

  test("has its totals on white, whatever the colour of its last line", async () => {
    for (const count of [1, 2]) {
      const sheet = await rasterise(await draw(invoiceOf(sampleFacts({ lines: lines(count) }))), {
        page: 1,
        dpi: 40,
      });
      // Between the QR code and the totals nothing is printed.
      const x = Math.round(sheet.width * 0.65);
      const shades = new Set<number>();
      for (let y = Math.round(sheet.height * 0.55); y < sheet.height * 0.7; y += 1)
        shades.add(sheet.data[(y * sheet.width + x) * 4] ?? 0);
      assert.deepEqual([...shades], [255], `${count} lines`);
    }
  });

  test("names its number and its seller at the head of every further sheet", async () => {
    const pages = await readPages(await draw(invoiceOf(sampleFacts({ lines: lines(60) }))));
    assert.ok(pages.length >= 3);
    for (const { text } of pages.slice(1)) {
      const head = asSearched(text.slice(0, 160));
      assertContains(head, ["INV-000042", "مؤسسة الأفق للتجارة", "فاتورة ضريبية مبسطة"]);
    }
  });

  test("of 1,000 lines fits the time of a paper, on A4 and on the roll", async () => {
    const source = invoiceOf(sampleFacts({ lines: lines(1_000, { unit: "KGM", qty: 0.125 }) }));
    const sheets = await readPages(await draw(source));
    const roll = await readPages(await draw(source, { paper: "80mm" }));
    assert.ok(sheets.length >= 25 && sheets.length <= 45, `${sheets.length} sheets`);
    assert.ok(roll.length >= 5 && roll.length <= 8, `${roll.length} rolls`);
    // Acrobat shows nothing of a page beyond 5,080 mm.
    assert.ok(roll.every(({ heightMm }) => heightMm < 5_000));
    for (const pages of [sheets, roll]) assertContains(pages.at(-1)?.text ?? "", ["Total including VAT"]);
  });
});

test("a name of 500 letters takes some lines across the sheet, and its figures stand under it", async () => {
  const plain = await readPages(await draw(invoiceOf(sampleFacts({ lines: lines(8) }))));
  const changed = lines(8).map((line, index) => (index === 3 ? { ...line, title: longTitle } : line));
  const { pages } = await inspect(await draw(invoiceOf(sampleFacts({ lines: changed }))), "long-name");
  assert.equal(pages.length, plain.length);
});

test("units of measure stand under the quantities as soon as one line is not sold in pieces", async () => {
  const [date, piece] = lines(2);
  assert.ok(date && piece);
  const weighed = { ...date, qty: 0.5, unit: "KGM" } as const;
  for (const paper of ["a4", "80mm"] as const) {
    const source = invoiceOf(sampleFacts({ lines: [weighed, piece] }));
    const { text } = await inspect(await draw(source, { paper }), `units-${paper}`);
    assertContains(text, ["0.5", "كجم", "قطعة"]);
    const pieces = await inspect(await draw(invoiceOf(sampleFacts({ lines: [piece] })), { paper }), "pieces");
    assert.doesNotMatch(pieces.text, /قطعة/);
  }
});

test("5 % is called what it is, and not the standard rate", async () => {
  const mixed = [...lines(1), ...lines(1, { vatBps: 500 })];
  const { text } = await inspect(await draw(invoiceOf(sampleFacts({ lines: mixed }))), "five-percent");
  assertContains(text, ["Subject to VAT", "Taxed at 5%"]);
});

test("a postal code stays with its city on a line, and a dash with what follows it", () => {
  const address = "7525 طريق الملك فهد، حي العليا - الرياض 12252";
  const seller = { ...sampleFacts().seller, address };
  const { model } = jobOf(invoiceOf(sampleFacts({}, { seller })));
  const texts = JSON.stringify("seller" in model && model.seller);
  assert.match(texts, /7525 طريق الملك فهد، حي العليا -\u00a0الرياض\u00a012252، الرياض، المملكة/);
});

test("nothing of it makes Typst or the pool complain", () => {
  assert.deepEqual(warnings, []);
});
