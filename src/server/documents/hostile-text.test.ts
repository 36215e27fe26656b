import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import fc from "fast-check";
import { sampleFacts } from "#test/document-fixtures.ts";
import {
  assertContains,
  createDrawer,
  inspect,
  invoiceOf,
  printed,
  receiptOf,
  unbroken,
} from "#test/drawn-documents.ts";
import { rasterise } from "#test/pdf.ts";

const { pool, draw, warnings } = createDrawer();
after(() => pool.close());

describe("whatever people write", () => {
  test("markup, code and paths are printed as they are", async () => {
    const hostile = [
      '#panic("x")',
      "*bold* _it_ $x^2$ @ref <label>",
      '#read("/etc/passwd")',
      '#import "parts.typ": *',
      "</w:t><script>alert(1)</script>",
      '"}, {"template": "agreement"',
    ];
    const lines = hostile.map((title) => ({
      title,
      description: title,
      qty: 1,
      unitPrice: 100,
      vatBps: 1_500,
    }));
    const facts = sampleFacts({ lines, note: "= Heading\n#pagebreak()\n// comment" });
    const { text, pages } = await inspect(
      await draw(invoiceOf(facts), { language: "en" }),
      "hostile-markup-en",
    );
    assertContains(unbroken(text), [...hostile, "= Heading", "#pagebreak()", "// comment"].map(unbroken));
    assert.equal(pages.length, 1);
  });

  test("a long word that may break reads as it was written, and so does all that is set in its letters", async () => {
    const seller = { ...sampleFacts().seller, name: "claw-claw.example/javascript:window.location=1 شركة" };
    const facts = sampleFacts({}, { seller });
    for (const source of [invoiceOf(facts), receiptOf(facts)]) {
      const { pages } = await inspect(await draw(source), "long-word-ar");
      assertContains(unbroken(pages[0]?.found ?? ""), [
        unbroken("claw-claw.example/javascript:window.location=1"),
      ]);
    }
  });

  test("marks that turn text round are taken out, so an amount or a name reads as it is", async () => {
    const lines = [
      { title: "\u202egpj.exe\u202c \u2067hidden\u2069", qty: 1, unitPrice: 100, vatBps: 1_500 },
    ];
    const { text } = await inspect(await draw(invoiceOf(sampleFacts({ lines }))), "hostile-direction-ar");
    assertContains(text, ["gpj.exe hidden"]);
  });

  test("emoji, mixed scripts, vowel marks and letters that no font has do not stop the document", async () => {
    const titles = [
      "😀🎉 منتج 👩‍👩‍👧‍👦 🇸🇦 ❤️",
      "مُحَمَّدٌ - Ünïcödé Ωμέγα Привет नमस्ते",
      "漢字 שלום สวัสดี \ue000\u20c1",
      "ＡＢＣ ①",
      "x\u06d6 ก\u0301",
      "﷽ ﷺ ﻻ ٣٫١٤",
    ];
    const lines = titles.map((title) => ({ title, qty: 1, unitPrice: 100, vatBps: 1_500 }));
    // Names are set in semibold: every font must have that weight, or a font of the system would be taken.
    const buyer = { name: titles.join(" "), maskedMobile: null, vatNumber: null, address: null };
    const { text } = await inspect(await draw(invoiceOf(sampleFacts({ lines }, { buyer }))), "scripts-ar");
    assertContains(text, ["😀", "Ünïcödé", "ABC 1", "\ufffd"]);
  });

  test("names of 500 letters, with and without a place to break, stay in their column on both papers", async () => {
    const lines = [
      { title: "اسم منتج طويل جدًا ".repeat(30).slice(0, 500), qty: 1, unitPrice: 10_000, vatBps: 1_500 },
      { title: "W".repeat(500), qty: 1, unitPrice: 10_000, vatBps: 1_500 },
      { title: "ضضض".repeat(166), qty: 100_000, unitPrice: 999_999, vatBps: 1_500 },
    ];
    const buyer = { name: "ب".repeat(300), maskedMobile: null, vatNumber: null, address: "A".repeat(300) };
    const facts = sampleFacts({ lines, discount: { type: "PERCENTAGE", bps: 1_000 } }, { buyer });
    for (const [paper, name] of [
      ["a4", "long-names-ar"],
      ["80mm", "long-names-80mm"],
    ] as const) {
      const pdf = await draw(invoiceOf(facts), { paper });
      const { text } = await inspect(pdf, name);
      assertContains(text, ["1,034,999,172.00"]);
      assert.equal(await inkInMargin(pdf), 0);
    }
  });

  test("two hundred lines fill pages with repeated headings, and totals that are not torn", async () => {
    const lines = Array.from({ length: 200 }, (_, index) => ({
      title: `منتج ${index + 1}`,
      qty: 1 + (index % 4),
      unitPrice: 1_999 + index * 137,
      vatBps: 1_500,
    }));
    const facts = sampleFacts({ lines });
    const { text, pages } = await inspect(await draw(invoiceOf(facts)), "two-hundred-lines-ar");
    assert.ok(pages.length > 3);
    for (const page of pages.slice(0, -1)) assertContains(page.text, ["Unit price", `of ${pages.length}`]);
    assertContains(pages.at(-1)?.text ?? "", [
      printed(facts.total),
      "Total excluding VAT",
      "Tax invoice QR code",
    ]);
    assertContains(
      text,
      facts.lines.map((line) => printed(line.total)),
    );
    const roll = await inspect(await draw(receiptOf(facts), { paper: "80mm" }), "two-hundred-lines-80mm");
    for (const page of roll.pages) assert.ok(page.heightMm < 5_000);
  });
});

test("whatever is written, in whatever heaps of letters, emoji and marks, the document is made", async () => {
  const heap = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        "\u200d",
        "\u200c",
        "\ufe0f",
        "\u0301",
        "\u0651",
        "\u06d6",
        "\u2df8",
        "\u0337",
        "\u{1f3fd}",
        "\u20e3",
      ),
      fc.constantFrom("😀", "🥐", "🏳", "🇸", "ا", "لا", "ɮ", "क", "Ж", "漢", "﷽", "#", "$", "\\", '"'),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
    minLength: 1,
    maxLength: 120,
  });
  await fc.assert(
    fc.asyncProperty(heap, heap, heap, async (title, name, note) => {
      const lines = [{ title, description: note, qty: 1, unitPrice: 100, vatBps: 1_500 }];
      const buyer = { name, maskedMobile: null, vatNumber: null, address: title };
      const seller = { ...sampleFacts().seller, name: title, address: name };
      const facts = sampleFacts({ lines, note }, { buyer, seller, externalOrderNumber: note });
      assert.ok((await draw(invoiceOf(facts))).length > 0);
      assert.ok((await draw(receiptOf(facts), { paper: "80mm", language: "en" })).length > 0);
    }),
    { numRuns: 60 },
  );
});

test("no document above made Typst warn", () => {
  assert.deepEqual(warnings, []);
});

/** Dark pixels in the outermost 3 mm at the sides, below the coloured bar at the top of the first page. */
async function inkInMargin(pdf: Buffer): Promise<number> {
  const { width, height, data } = await rasterise(pdf, { page: 1, dpi: 72 });
  const margin = Math.floor((3 / 25.4) * 72);
  const bar = Math.ceil((4 / 25.4) * 72);
  let ink = 0;
  for (let y = bar; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (x >= margin && x < width - margin) continue;
      if ((data[(y * width + x) * 4] ?? 255) < 200) ink += 1;
    }
  }
  return ink;
}
