import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import sharp from "sharp";
import type { Language } from "#core/language.ts";
import { minor } from "#core/money.ts";
import type { Log } from "#core/ports.ts";
import { encodeTaxQr } from "#core/tax-qr.ts";
import { everydayLines, type OrderInput, sampleFacts, sellerVatNumber } from "#test/document-fixtures.ts";
import { keepPicture, rasterise, readPages, readQr } from "#test/pdf.ts";
import { toAgreementModel } from "./agreement-file.ts";
import type { DocumentFacts, DocumentSource } from "./document-facts.ts";
import { toPrintModel } from "./document-model.ts";
import { createPdfPool } from "./pdf-pool.ts";
import type { Paper } from "./print-model.ts";

const warnings: unknown[] = [];
const log: Log = {
  info: () => {},
  warn: (event, fields) => warnings.push({ event, ...fields }),
  error: (event, fields) => warnings.push({ event, ...fields }),
};
const pool = createPdfPool({ size: 1, log });
after(() => pool.close());

const issuedAt = Date.UTC(2026, 10, 20, 11, 5, 9);
const taxQr = encodeTaxQr({
  sellerName: "مؤسسة الأفق للتجارة",
  vatNumber: sellerVatNumber,
  issuedAt: "2026-11-20T14:05:09",
  total: "580.18",
  vatTotal: "75.68",
});
const qr = { kind: "tax", text: taxQr } as const;

const logo = await sharp({ create: { width: 260, height: 100, channels: 4, background: "#0f766e" } })
  .png()
  .toBuffer();

function invoiceOf(facts: DocumentFacts, changes: Partial<DocumentSource> = {}): DocumentSource {
  const content = { facts, riyals: null, original: null };
  const base = {
    kind: "tax_invoice",
    form: "simplified",
    number: "INV-000042",
    issuedAt,
    reason: null,
    content,
    qr,
  };
  return { ...base, ...changes } as DocumentSource;
}

function receiptOf(facts: DocumentFacts, refunded = 0): DocumentSource {
  return { kind: "receipt", facts, refunded: minor(refunded), qr };
}

type Look = { readonly language?: Language; readonly paper?: Paper; readonly colour?: string };

async function render(
  source: DocumentSource,
  { language = "ar", paper = "a4", colour = "#0f766e" }: Look = {},
): Promise<Buffer> {
  const model = toPrintModel(source, { language, paper, colour, hasLogo: true });
  return await pool.render({ model, logo, createdAtSeconds: issuedAt / 1_000 });
}

/** Text of all pages; a picture of the first is kept. */
async function look(
  pdf: Buffer,
  name: string,
): Promise<{ text: string; pages: Awaited<ReturnType<typeof readPages>> }> {
  await keepPicture(await rasterise(pdf, { page: 1, dpi: 100 }), name);
  const pages = await readPages(pdf);
  return { text: pages.map((page) => page.text).join("\n"), pages };
}

function assertContains(text: string, parts: readonly string[]): void {
  for (const part of parts) assert.ok(text.includes(part), `"${part}" is missing`);
}

/** Long words are broken over lines, and a reader puts a space there. */
function unbroken(part: string): string {
  return part.replaceAll(" ", "");
}

const percentOff: OrderInput = { discount: { type: "PERCENTAGE", bps: 1_000 } };

describe("a tax invoice", () => {
  test("prints number, dates, VAT number, every line's figures and the totals, in both languages first", async () => {
    const facts = sampleFacts(percentOff);
    for (const language of ["ar", "en"] as const) {
      const { text } = await look(
        await render(invoiceOf(facts), { language }),
        `invoice-discount-${language}`,
      );
      assertContains(text, [
        "INV-000042",
        "2026-11-20 14:05:09",
        sellerVatNumber,
        "1010123456",
        "7K3M9QXV2B4N8RTZ",
      ]);
      assertContains(text, ["Simplified tax invoice", "Tax invoice QR code", "mada", "1234", "WEB-10482"]);
      assertContains(text, ["504.50", "-50.45", "454.05", "68.11", "522.16", "(10%)", "(15%)"]);
      for (const line of facts.lines) {
        const figures = [line.taxable, line.vat, line.total].map((amount) => (amount / 100).toFixed(2));
        assertContains(text, figures);
      }
      assertContains(text, ["Ceramic Coffee Mug, 350 ml", "Premium Plan (3 users)", "15%"]);
    }
  });

  test("a standard one names the buyer with VAT number and address", async () => {
    const buyer = {
      name: "Gulf Trading Company",
      maskedMobile: null,
      vatNumber: "300000000000003",
      address: "Olaya Street, Riyadh 12211",
    };
    const source = invoiceOf(sampleFacts({}, { buyer }), { form: "standard" });
    const { text } = await look(await render(source), "invoice-standard-ar");
    assertContains(text, [
      "Tax invoice",
      "Gulf Trading Company",
      "300000000000003",
      "Olaya Street, Riyadh 12211",
    ]);
    assert.ok(!text.includes("Simplified"));
  });

  test("mixed rates are summed by rate, and every rate of zero is explained", async () => {
    const lines = [
      { title: "قهوة", qty: 2, unitPrice: 4_500, vatBps: 1_500 },
      { title: "دواء", qty: 4, unitPrice: 1_250, vatBps: 0, exemption: "VATEX-SA-35" },
      { title: "خدمة مالية", qty: 1, unitPrice: 10_000, vatBps: 0, exemption: "VATEX-SA-29" },
      { title: "قسيمة", qty: 1, unitPrice: 20_000, vatBps: null },
    ] as const;
    const source = invoiceOf(sampleFacts({ lines }));
    const { text } = await look(await render(source), "invoice-mixed-vat-ar");
    assertContains(text, [
      "VATEX-SA-35",
      "Medicines and medical equipment",
      "VATEX-SA-29",
      "Financial services",
    ]);
    assertContains(text, ["Outside the scope of VAT", "0% Z", "0% E", "0% O", "13.50", "453.50"]);
    const english = await look(
      await render(source, { language: "en", colour: "#ffd54a" }),
      "invoice-mixed-vat-en",
    );
    assertContains(english.text, ["VAT summary", "Standard rate", "VATEX-SA-35"]);
  });

  test("one in dollars states VAT and total in riyals and the rate", async () => {
    const facts = sampleFacts({ currency: "USD", foreign: { currency: "SAR", total: 217_568 } });
    const riyals = { taxable: minor(189_188), vat: minor(28_380), total: minor(217_568) };
    const source = invoiceOf(facts, {
      content: { facts, riyals, original: null },
    } as Partial<DocumentSource>);
    const { text } = await look(await render(source, { language: "en" }), "invoice-dollars-en");
    assertContains(text, [
      "USD 580.18",
      "283.80 SAR",
      "2,175.68 SAR",
      "1 USD = 3.75 SAR",
      "All amounts in USD",
    ]);
  });

  test("a credit note names the invoice that it corrects and why", async () => {
    const facts = sampleFacts({ lines: everydayLines.slice(1, 2) });
    const content = { facts, riyals: null, original: { number: "INV-000042", issuedAt } };
    const note = { kind: "credit_note", number: "CN-000003", reason: "Returned goods", content } as const;
    const { text } = await look(
      await render(invoiceOf(facts, note as Partial<DocumentSource>)),
      "credit-note-ar",
    );
    assertContains(text, [
      "CN-000003",
      "INV-000042",
      "Returned goods",
      "Credit note",
      "Total credited",
      "132.83",
    ]);
  });
});

describe("a receipt", () => {
  test("on A4 and on the roll says what was paid, how, and what was given back", async () => {
    for (const language of ["ar", "en"] as const) {
      for (const paper of ["a4", "80mm"] as const) {
        const pdf = await render(receiptOf(sampleFacts(percentOff), 10_000), { language, paper });
        const { text, pages } = await look(pdf, `receipt-${paper}-${language}`);
        assertContains(text, [
          "Payment receipt",
          "Partly refunded",
          "522.16",
          "-100.00",
          "422.16",
          "not a tax invoice",
        ]);
        assert.equal(Math.round(pages[0]?.widthMm ?? 0), paper === "a4" ? 210 : 80);
        assert.equal(pages.length, 1);
      }
    }
  });

  test("of a merchant without a VAT number says nothing of VAT and of tax", async () => {
    const seller = { ...sampleFacts().seller, vatNumber: null, commercialRegistration: null };
    const address = { kind: "address", text: "https://pay.example.sa/pay/order/7K3M9QXV2B4N8RTZ" } as const;
    const facts = sampleFacts({}, { seller });
    for (const paper of ["a4", "80mm"] as const) {
      const pdf = await render({ ...receiptOf(facts), qr: address }, { paper });
      const { text } = await look(pdf, `receipt-without-vat-${paper}-ar`);
      assert.doesNotMatch(text, /VAT|[Tt]ax|ضريب/);
      assertContains(text, ["504.50", "Scan to open the invoice"]);
      assert.equal(readQr(await rasterise(pdf, { page: 1, dpi: 200 })), address.text);
    }
  });

  test("the arithmetic of every line on the roll comes out", async () => {
    const model = toPrintModel(receiptOf(sampleFacts(percentOff)), {
      language: "ar",
      paper: "80mm",
      colour: "#000000",
      hasLogo: false,
    });
    for (const line of model.lines) {
      const [, qty, price, discount, vat] =
        /^(\S+) × (\S+) - (\S+) \+ (\S+) \(15%\)$/.exec(line.calculation) ?? [];
      const total = Number(qty) * Number(price) - Number(discount) + Number(vat);
      assert.equal(total.toFixed(2), line.amount);
    }
  });
});

describe("every document", () => {
  test("carries a QR code that reads back to the very text, from a page printed at 150 dots per inch", async () => {
    const cases: [DocumentSource, Look][] = [
      [invoiceOf(sampleFacts()), {}],
      [invoiceOf(sampleFacts()), { language: "en" }],
      [receiptOf(sampleFacts()), { paper: "80mm" }],
    ];
    for (const [source, options] of cases) {
      const printed = await rasterise(await render(source, options), { page: 1, dpi: 150 });
      assert.equal(readQr(printed), taxQr);
      // A photograph of the paper: askew, a little out of focus, grey.
      const { data, info } = await sharp(printed.data, {
        raw: { width: printed.width, height: printed.height, channels: 4 },
      })
        .removeAlpha()
        .rotate(3, { background: "white" })
        .blur(0.6)
        .linear(0.75, 30)
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const photograph = { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
      assert.equal(readQr(photograph), taxQr);
    }
  });

  test("is the same to the byte when it is made again, by another worker", async () => {
    const others = createPdfPool({ size: 2, log });
    try {
      const cases: [DocumentSource, Look][] = [
        [invoiceOf(sampleFacts()), {}],
        [receiptOf(sampleFacts()), { paper: "80mm", language: "en" }],
      ];
      for (const [source, options] of cases) {
        const { language = "ar", paper = "a4" } = options;
        const model = toPrintModel(source, { language, paper, colour: "#0f766e", hasLogo: true });
        const job = { model, logo, createdAtSeconds: issuedAt / 1_000 };
        const [first, second, third] = await Promise.all([
          pool.render(job),
          others.render(job),
          others.render(job),
        ]);
        assert.ok(first?.equals(second ?? Buffer.alloc(0)));
        assert.ok(first?.equals(third ?? Buffer.alloc(0)));
      }
    } finally {
      await others.close();
    }
  });

  test("claims PDF/A-3 and its language, and embeds its fonts", async () => {
    const pdf = (await render(invoiceOf(sampleFacts()))).toString("latin1");
    assert.match(pdf, /<pdfaid:part>3<\/pdfaid:part>/);
    assert.match(pdf, /<pdfaid:conformance>A<\/pdfaid:conformance>/);
    assert.match(pdf, /\/Lang ?\(ar-SA\)/);
    assert.match(pdf, /\/GTS_PDFA1/);
    assert.doesNotMatch(pdf, /\/JavaScript|\/Launch|\/OpenAction|\/URI/);
  });
});

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
    const { text, pages } = await look(
      await render(invoiceOf(facts), { language: "en" }),
      "hostile-markup-en",
    );
    assertContains(unbroken(text), [...hostile, "= Heading", "#pagebreak()", "// comment"].map(unbroken));
    assert.equal(pages.length, 1);
  });

  test("marks that turn text round are taken out, so an amount or a name reads as it is", async () => {
    const lines = [
      { title: "\u202egpj.exe\u202c \u2067hidden\u2069", qty: 1, unitPrice: 100, vatBps: 1_500 },
    ];
    const { text } = await look(await render(invoiceOf(sampleFacts({ lines }))), "hostile-direction-ar");
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
    const { text } = await look(await render(invoiceOf(sampleFacts({ lines }))), "scripts-ar");
    assertContains(text, ["😀", "Ünïcödé", "ABC 1", "\ufffd"]);
  });

  test("names of 500 letters, with and without a place to break, stay in their column on both papers", async () => {
    const lines = [
      { title: "اسم منتج طويل جدًا ".repeat(30).slice(0, 500), qty: 1, unitPrice: 10_000, vatBps: 1_500 },
      { title: "W".repeat(500), qty: 1, unitPrice: 10_000, vatBps: 1_500 },
      { title: "ضضض".repeat(166), qty: 100_000, unitPrice: 999_999, vatBps: 1_500 },
    ];
    const buyer = { name: "ب".repeat(300), maskedMobile: null, vatNumber: null, address: "A".repeat(300) };
    const facts = sampleFacts({ lines, ...percentOff }, { buyer });
    for (const [paper, name] of [
      ["a4", "long-names-ar"],
      ["80mm", "long-names-80mm"],
    ] as const) {
      const pdf = await render(invoiceOf(facts), { paper });
      const { text } = await look(pdf, name);
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
    const { text, pages } = await look(await render(invoiceOf(facts)), "two-hundred-lines-ar");
    assert.ok(pages.length > 3);
    for (const page of pages.slice(0, -1)) assertContains(page.text, ["Unit price", `of ${pages.length}`]);
    const total = (facts.total / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ",");
    assertContains(pages.at(-1)?.text ?? "", [total, "Total excluding VAT", "Tax invoice QR code"]);
    assertContains(
      text,
      facts.lines.map((line) => (line.total / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ",")),
    );
    const roll = await look(await render(receiptOf(facts), { paper: "80mm" }), "two-hundred-lines-80mm");
    for (const page of roll.pages) assert.ok(page.heightMm < 5_000);
  });
});

test("the agreement file holds the text, its version and fingerprint, and when it was accepted", async () => {
  const sha256 = "0123456789abcdef".repeat(4);
  const agreement = {
    orderNumber: "7K3M9QXV2B4N8RTZ",
    sellerName: "مؤسسة الأفق",
    theme: {},
    title: "شروط البيع والاسترجاع",
    body:
      "1. يحق للمشتري الإرجاع خلال 7 أيام.\nGoods must be unused.\n\n" +
      "بند آخر طويل من الشروط. ".repeat(300),
    version: 3,
    sha256,
    createdAt: new Date(issuedAt),
    accepted: { at: new Date(issuedAt), sha256 },
  };
  const pdf = await pool.render({
    model: toAgreementModel(agreement, "ar"),
    logo: null,
    createdAtSeconds: 0,
  });
  const { text, pages } = await look(pdf, "agreement-ar");
  assertContains(unbroken(text), [sha256]);
  assertContains(text, ["2026-11-20 14:05:09", "Goods must be unused.", "Version 3", "7K3M9QXV2B4N8RTZ"]);
  assert.ok(pages.length > 1);
  const open = await pool.render({
    model: toAgreementModel({ ...agreement, accepted: null }, "en"),
    logo: null,
    createdAtSeconds: 0,
  });
  assertContains((await look(open, "agreement-open-en")).text, ["Not accepted yet"]);
});

test("no document above made Typst warn", () => {
  const unexpected = warnings.filter((warning) => !JSON.stringify(warning).includes("not PDF/A"));
  assert.deepEqual(unexpected, []);
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
