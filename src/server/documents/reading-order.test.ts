/** What the search of a viewer finds in papers: every text with Arabic that is printed, whole and as it is read. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { type OrderInput, sampleFacts } from "#test/document-fixtures.ts";
import { createDrawer, invoiceOf, issuedAt, jobOf, type Look, receiptOf } from "#test/drawn-documents.ts";
import { asFound, readPages, readTags } from "#test/pdf.ts";
import { toAgreementModel } from "./agreement-file.ts";
import { contentVersion, type DocumentSource } from "./document-facts.ts";
import type { PdfJob } from "./pdf-pool.ts";

const { pool, warnings } = createDrawer();
after(() => pool.close());

/** Parts of a model that are not printed as they are: of the file, of several pages, of the code. */
const unprinted = ["fileTitle", "author", "keywords", "logoAlt", "svg", "pageOf"];
const onSheetsOnly = ["columns", "itemLabel", "positionLabel"];
const onRollsOnly = ["calculationLabel", "calculation"];

/** Every text of two or more words, at least one of them Arabic, that a value of any shape prints. */
function phrasesOf(value: unknown, skipped: readonly string[]): string[] {
  if (typeof value === "string")
    return /\p{Script=Arabic}/u.test(value) && / |\u00a0/.test(value) ? [value] : [];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, item]) =>
    skipped.includes(key) ? [] : phrasesOf(item, skipped),
  );
}

/** PDF.js does not know that brackets look the other way from right to left: it may find them turned. */
function withoutBrackets(text: string): string {
  return asFound(text).replace(/[()]/g, "").replace(/ +/g, " ");
}

async function missing(
  job: PdfJob,
): Promise<{ readonly count: number; readonly missing: readonly string[] }> {
  const pages = await readPages(await pool.render(job));
  const text = withoutBrackets(pages.map((page) => page.found).join(" "));
  const skipped = [...unprinted, ...(job.model.template === "roll" ? onSheetsOnly : onRollsOnly)];
  const all = [...new Set(phrasesOf(job.model, skipped))];
  return { count: all.length, missing: all.filter((phrase) => !text.includes(withoutBrackets(phrase))) };
}

const mixed: OrderInput = {
  discount: { type: "PERCENTAGE", bps: 1_000 },
  lines: [
    { title: "قهوة عربية مختصة V60 من المدينة المنورة", qty: 2, unitPrice: 4_500, vatBps: 1_500 },
    { title: "دواء لعلاج السعال الجاف", qty: 4, unitPrice: 1_250, vatBps: 0, exemption: "VATEX-SA-35" },
    { title: "خدمة مالية لا تخضع للضريبة", qty: 1, unitPrice: 10_000, vatBps: 0, exemption: "VATEX-SA-29" },
    { title: "شكرًا جدًا بدلًا من الهدية", qty: 1, unitPrice: 20_000, vatBps: null },
  ],
};
const buyer = {
  name: "شركة الخليج للتجارة والمقاولات المحدودة",
  maskedMobile: "••• ••• 123",
  vatNumber: "300000000000003",
  address: "7525 طريق الملك فهد، حي العليا، الرياض 12211",
};
const facts = sampleFacts(mixed, { buyer, note: "يرجى إحضار الفاتورة عند الاستلام من الفرع" });
const original = { number: "INV-000042", issuedAt };
const content = { version: contentVersion, facts, riyals: null, original, replaces: original } as const;

const papers: Readonly<Record<string, DocumentSource>> = {
  simplified: invoiceOf(facts),
  "standard, not cleared yet": invoiceOf(facts, { form: "standard", standing: "awaiting_clearance" }),
  "in place of a rejected one": invoiceOf(facts, { form: "standard", content }),
  "credit note": invoiceOf(facts, {
    kind: "credit_note",
    number: "CN-000003",
    reason: "إرجاع البضاعة أو تعديل المبلغ",
    content,
  }),
  "debit note": invoiceOf(facts, { kind: "debit_note", number: "DN-000003", form: "standard", content }),
  receipt: receiptOf(facts, 10_000),
};

describe("every text with Arabic of two and more words is found whole, as it is read", () => {
  for (const [name, source] of Object.entries(papers))
    test(name, async () => {
      for (const language of ["ar", "en"] as const)
        for (const paper of ["a4", "80mm"] as const) {
          const look: Look = { language, paper, world: name === "simplified" ? "test" : "live" };
          const result = await missing(jobOf(source, look));
          assert.deepEqual(result.missing, [], `${language} ${paper}`);
          assert.ok(result.count > 20, `${result.count} phrases`);
        }
    });

  test("terms of sale", async () => {
    const agreement = {
      orderNumber: "7K3M9QXV2B4N8RTZ",
      sellerName: "مؤسسة الأفق للتجارة",
      theme: {},
      title: "شروط البيع والاسترجاع",
      body: "1. يحق للمشتري الإرجاع خلال 7 أيام من الاستلام.\nبند آخر من الشروط، وهو طويل. ".repeat(40),
      english: null,
      version: 3,
      sha256: "0123456789abcdef".repeat(4),
      createdAt: new Date(issuedAt),
      accepted: null,
    };
    const job = { model: toAgreementModel(agreement, "ar"), logo: null, createdAtSeconds: 0 };
    assert.deepEqual((await missing(job)).missing, []);
  });
});

test("every piece of the content is in the structure of the file once, and nothing else is", async () => {
  for (const paper of ["a4", "80mm"] as const) {
    const { content, structure } = await readTags(await pool.render(jobOf(invoiceOf(facts), { paper })));
    assert.ok(content.length > 40, `${content.length} pieces`);
    assert.deepEqual(structure.toSorted(), content.toSorted());
  }
});

test("nothing of it makes Typst or the pool complain", () => {
  assert.deepEqual(warnings, []);
});
