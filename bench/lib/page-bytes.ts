/**
 * What a browser downloads for each page of the build, in bytes as they travel: the document compressed as the server
 * compresses it, scripts as the build has compressed them beforehand. Exact, the same on every machine.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { encodeResult } from "#core/payment-result.ts";
import { createApp } from "#server/app.ts";
import { builtPages } from "#server/pages/page-source.ts";
import { issueInvoice, payByCard, startTestApp } from "#test/app-harness.ts";
import { makeCoupon, makeLink } from "#test/product-links.ts";

const distDir = join(import.meta.dirname, "../../dist");

export type PageBytes = {
  /** Address in the form of the router. */
  readonly route: string;
  /** Whether the invoice of the address is paid. */
  readonly isPaid: boolean;
  readonly language: "ar" | "en";
  readonly status: number;
  /** Whether React runs in it. */
  readonly hasIsland: boolean;
  /** The document, with its style sheets inside. */
  readonly document: number;
  /** Its style sheets, compressed on their own. */
  readonly styles: number;
  /** Scripts that it loads without being touched, with what they import, and those inside it. */
  readonly scripts: number;
  /** The files among them, in bytes by name. */
  readonly files: Readonly<Record<string, number>>;
  /** Scripts that parts of it fetch when the buyer opens them. */
  readonly laterScripts: number;
  /** The document as text. */
  readonly html: string;
};

/**
 * Renders every address of the build in both languages, for an open and a paid invoice of three lines and a product
 * link with a coupon.
 */
export async function measurePages(): Promise<PageBytes[]> {
  await using test = await startTestApp();
  const { routes } = await (await builtPages(distDir)).loadBundle();
  const app = await createApp(test.services, { distDir });
  try {
    const open = await issueInvoice(test, invoice);
    const paid = await issueInvoice(test, invoice);
    await payByCard(test, paid);
    const { linkIdentity } = await makeLink(test, { product: { stockQty: 5 } });
    await makeCoupon(test, { code: "NAKHEEL10" });
    const pages: PageBytes[] = [];
    for (const { path: route } of routes) {
      for (const orderNumber of route.includes(":orderNumber") ? [open, paid] : [paid]) {
        const isPaid = orderNumber === paid;
        for (const language of ["ar", "en"] as const) {
          const url = sampleAddress(route, { orderNumber, linkIdentity, language });
          pages.push({ route, isPaid, language, ...(await measurePage(app, url)) });
        }
      }
    }
    return pages;
  } finally {
    await app.close();
  }
}

const line = { quantity: 2, unitPrice: "85.00", vatRate: "15" };

/** The invoice of every address: 3 × 2 × 85.00 and 15 % VAT. */
export const invoice = {
  lines: [
    { title: "تمر سكري مفتّل", description: "صندوق هدية، 1 كجم", ...line },
    { title: "قهوة سعودية", description: "محمّصة، 500 جم", ...line },
    { title: "فنجان", ...line },
  ],
  note: "شكراً لتسوقكم معنا",
} as const;
export const invoiceTotal = "586.50";

/** An address of a route; the result page gets a result, as after a payment. */
function sampleAddress(
  route: string,
  sample: { readonly orderNumber: string; readonly linkIdentity: string; readonly language: string },
): string {
  const { orderNumber, linkIdentity, language } = sample;
  const values: Readonly<Record<string, string>> = { orderNumber, linkIdentity, reason: "expired-qr" };
  const path = route.replace(/:(\w+)/g, (_all, name: string) => values[name] ?? "0000000000000000");
  const query = new URLSearchParams({ lang: language });
  if (/displayPayment|process3DSecure/.test(path))
    query.set("msg", encodeResult({ orderNumber, statusCode: 200, orderAmount: Number(invoiceTotal) }));
  return `${path}?${query}`;
}

const tries = 10;

async function measurePage(
  app: FastifyInstance,
  url: string,
): Promise<Omit<PageBytes, "route" | "isPaid" | "language">> {
  for (let left = tries; left > 0; left -= 1) {
    const compressed = await app.inject({ url, headers: { "accept-encoding": "br" } });
    // Without a length it came in pieces, behind a loading screen: the machine was slow just then.
    if (compressed.headers["content-length"] === undefined) continue;
    const { body: html } = await app.inject(url);
    const sources = [...scriptsOf(html), ...(withWallets.test(html) ? [fileOf(walletButtons)] : [])];
    const files = Object.fromEntries(closureOf(sources, "imports").map((file) => [file, sizeOf(file)]));
    return {
      status: compressed.statusCode,
      hasIsland: html.includes("data-island="),
      document: compressed.rawPayload.length,
      styles: compressedLength(elements(html, /<style[^>]*>([\s\S]*?)<\/style>/g)),
      scripts: sum(Object.values(files)) + compressedLength(inlineScripts(html)),
      files,
      laterScripts: sum(
        closureOf(sources, "imports", "dynamicImports")
          .filter((file) => files[file] === undefined)
          .map(sizeOf),
      ),
      html,
    };
  }
  throw new Error(`${url} never came in one piece`);
}

function elements(html: string, pattern: RegExp): string {
  return Array.from(html.matchAll(pattern), ([, content = ""]) => content).join("\n");
}

/** Scripts without a type of data. */
function inlineScripts(html: string): string {
  return elements(
    html,
    /<script(?![^>]*(?:\bsrc=|application\/json|speculationrules|importmap))[^>]*>([\s\S]*?)<\/script>/g,
  );
}

/** Files of the build that the document names, without the leading slash. */
function scriptsOf(html: string): string[] {
  const pattern = /<(?:script[^>]*\bsrc|link[^>]*rel="modulepreload"[^>]*\bhref)="\/([^"]+)"/g;
  return Array.from(html.matchAll(pattern), ([, file = ""]) => file);
}

/** Fetched by a living payment form itself: the buttons of device wallets stand in it from the start. */
const walletButtons = "src/methods/wallet-buttons.ts";
const withWallets = /data-island="(?:payment|simple|frame)"/;

type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
};

function readChunks(): Readonly<Record<string, Chunk>> {
  const names = ["manifest.json", "manifest-script.json"];
  return Object.assign(
    {},
    ...names.map((name) => JSON.parse(readFileSync(join(distDir, "client", name), "utf8"))),
  );
}

function fileOf(module: string): string {
  const chunk = readChunks()[module];
  if (!chunk) throw new Error(`the build has no file of ${module}`);
  return chunk.file;
}

/** These files with all that they import, each once. */
function closureOf(files: readonly string[], ...kinds: readonly ("imports" | "dynamicImports")[]): string[] {
  const chunks = readChunks();
  const reached = new Set<string>();
  const visit = (chunk: Chunk | undefined): void => {
    if (!chunk || reached.has(chunk.file)) return;
    reached.add(chunk.file);
    for (const kind of kinds) for (const name of chunk[kind] ?? []) visit(chunks[name]);
  };
  for (const file of files) visit(Object.values(chunks).find((chunk) => chunk.file === file));
  for (const file of files) reached.add(file);
  return [...reached];
}

/** Bytes of a file as it is sent: its compressed copy, if the build made one. */
function sizeOf(file: string): number {
  const path = join(distDir, "client", file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

function compressedLength(text: string): number {
  return text === "" ? 0 : brotliCompressSync(text).length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
