/** What each page makes a browser download. The limits are held by test/bytes.test.ts; here the figures are shown. */
import { measurePages, type PageBytes } from "../lib/page-bytes.ts";
import type { Figures, PartResult } from "../lib/part.ts";

/** Runs the part. */
export async function run(): Promise<PartResult> {
  const pages = await measurePages();
  return {
    figures: toFigures(pages),
    tables: [
      {
        head: [
          "page",
          "",
          "",
          "status",
          "document",
          "its styles",
          "scripts",
          "scripts and styles",
          "later scripts",
        ],
        rows: pages.map((page) => [
          page.route,
          page.isPaid ? "paid" : "open",
          page.language,
          ...[page.status, page.document, page.styles, page.scripts, page.scripts + page.styles].map(String),
          String(page.laterScripts),
        ]),
      },
    ],
    notes: [],
  };
}

/** The largest page of each kind, in bytes. */
export function toFigures(pages: readonly PageBytes[]): Figures {
  const largest = (of: readonly PageBytes[], read: (page: PageBytes) => number): number =>
    Math.max(0, ...of.map(read));
  const payment = pages.filter(({ route, isPaid }) => route === "/pay/info/:orderNumber" && !isPaid);
  const withIslands = new Set(pages.filter(({ hasIsland }) => hasIsland).map(({ route }) => route));
  const plain = pages.filter(({ route }) => !withIslands.has(route));
  const documentOf = (language: PageBytes["language"]): number =>
    largest(
      payment.filter((page) => page.language === language),
      (page) => page.document,
    );
  return {
    "bytes.payment.document": largest(payment, (page) => page.document),
    "bytes.payment.scriptsAndStyles": largest(payment, (page) => page.scripts + page.styles),
    "bytes.payment.laterScripts": largest(payment, (page) => page.laterScripts),
    "bytes.arabic.document": documentOf("ar"),
    "bytes.english.document": documentOf("en"),
    "bytes.plain.scripts": largest(plain, (page) => page.scripts),
  };
}
