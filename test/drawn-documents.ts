/** Documents drawn for tests: one worker, sample sources, and a look at what came out. */
import assert from "node:assert/strict";
import sharp from "sharp";
import type { Language } from "#core/language.ts";
import { minor } from "#core/money.ts";
import type { Log } from "#core/ports.ts";
import { encodeTaxQr } from "#core/tax/tax-qr.ts";
import type { World } from "#core/world.ts";
import { contentVersion, type DocumentFacts, type DocumentSource } from "#server/documents/document-facts.ts";
import { toPrintModel } from "#server/documents/document-model.ts";
import { createPdfPool, type PdfJob, type PdfPool } from "#server/documents/pdf-pool.ts";
import type { Paper } from "#server/documents/print-model.ts";
import { sellerVatNumber } from "./document-fixtures.ts";
import { keepPicture, type PdfPage, rasterise, readPages } from "./pdf.ts";

export const issuedAt = Date.UTC(2026, 10, 20, 11, 5, 9);

export const taxQr = encodeTaxQr({
  sellerName: "مؤسسة الأفق للتجارة",
  vatNumber: sellerVatNumber,
  issuedAt: "2026-11-20T14:05:09",
  total: "580.18",
  vatTotal: "75.68",
});

const qr = { kind: "tax", text: taxQr } as const;

/** What a receipt's code leads to. */
export const orderAddress = "https://pay.example.sa/pay/order/7K3M9QXV2B4N8RTZ";

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="110"><rect width="110" height="110" rx="20" fill="#0f766e"/>' +
  '<circle cx="55" cy="55" r="30" fill="none" stroke="#fff" stroke-width="10"/>' +
  '<path d="M140 30h150v14H140zm0 26h110v10H140zm0 20h70v10h-70z" fill="#0f766e"/></svg>';

/** A merchant's logo, as the store gives it. */
export const logo = await sharp(Buffer.from(drawing)).png().toBuffer();

type TaxSource = Extract<DocumentSource, { readonly form: unknown }>;

/** A simplified tax invoice of these facts, or what `changes` make of it. */
export function invoiceOf(facts: DocumentFacts, changes: Partial<TaxSource> = {}): DocumentSource {
  const content = { version: contentVersion, facts, riyals: null, original: null } as const;
  const number = "INV-000042";
  const plain = { kind: "tax_invoice", form: "simplified", reason: null, standing: null } as const;
  return { ...plain, number, issuedAt, content, qr, ...changes };
}

/** The receipt of these facts. */
export function receiptOf(facts: DocumentFacts, refunded = 0): Extract<DocumentSource, { kind: "receipt" }> {
  const address = { kind: "address", text: orderAddress } as const;
  const standing = refunded === facts.total ? "refunded" : "paid";
  return {
    kind: "receipt",
    standing,
    facts,
    refunded: minor(refunded),
    invoiceNumber: "INV-000042",
    qr: address,
  };
}

export type Look = {
  readonly language?: Language;
  readonly paper?: Paper;
  readonly colour?: string;
  readonly currencyStyle?: "sign" | "letters";
  readonly world?: World;
};

/** The job that draws a source. */
export function jobOf(source: DocumentSource, look: Look = {}): PdfJob {
  const { language = "ar", paper = "a4", colour = "#0f766e", currencyStyle = "sign", world = "live" } = look;
  const model = toPrintModel(source, { language, paper, colour, currencyStyle, world, hasLogo: true });
  return { model, logo, createdAtSeconds: issuedAt / 1_000 };
}

export type Drawer = {
  readonly pool: PdfPool;
  readonly draw: (source: DocumentSource, look?: Look) => Promise<Buffer>;
  /** What Typst and the pool had to say. */
  readonly warnings: string[];
};

/** Starts one worker; close its pool at the end. */
export function createDrawer(): Drawer {
  const warnings: string[] = [];
  const note = (event: string, fields?: Readonly<Record<string, unknown>>): void => {
    warnings.push(`${event} ${JSON.stringify(fields)}`);
  };
  const log: Log = { info: () => {}, warn: note, error: note };
  const pool = createPdfPool({ size: 1, log });
  return { pool, warnings, draw: (source, look) => pool.render(jobOf(source, look)) };
}

/** Text of all pages; a picture of the first is kept under the name. */
export async function inspect(pdf: Buffer, name: string): Promise<{ text: string; pages: PdfPage[] }> {
  await keepPicture(await rasterise(pdf, { page: 1, dpi: 100 }), name);
  const pages = await readPages(pdf);
  return { text: pages.map((page) => page.text).join("\n"), pages };
}

/** Asserts that a text has every part. */
export function assertContains(text: string, parts: readonly string[]): void {
  for (const part of parts) assert.ok(text.includes(part), `"${part}" is missing`);
}

/** Long words are broken over lines, and a reader puts a space there. */
export function unbroken(part: string): string {
  return part.replaceAll(" ", "");
}

/** Minor units as documents print them: "1,234.50". */
export function printed(amount: number): string {
  return (amount / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ",");
}
