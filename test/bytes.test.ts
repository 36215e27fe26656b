/**
 * What pages weigh, measured on the build as it is sent. Exact figures: they do not depend on the machine. The budgets
 * are those of the issue on speed and size; `npm run bench bytes` shows every page.
 */
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { invoice, invoiceTotal, measurePages, type PageBytes } from "#bench/lib/page-bytes.ts";

/** 14 KiB: what a server sends in its first flight, ten segments, with the headers of the answer (decision 0287). */
const documentBudget = 14_336;
/** Decision 0061. */
const paymentBudget = 92_000;
const plainScriptBudget = 5_000;
/** Scripts and styles that the payment page, which comes after it, does not load as well (decision 0287). */
const productOwnBudget = 12_300;
/** With room for one more method in the files that it shares with the payment page, and for one more island (decision 0287). */
const productBudget = 93_300;

/** A hash and its file's name are 50 bytes of the document, which no compression takes. */
const smallestFile = 200;
const clientDir = join(import.meta.dirname, "../dist/client");

let pages: readonly PageBytes[];
let payment: readonly PageBytes[];
before(async () => {
  pages = await measurePages();
  payment = pages.filter(({ route, isPaid }) => route === "/pay/info/:orderNumber" && !isPaid);
});

const brief = ({ route, language, isPaid }: PageBytes): string =>
  `${route} ${language} ${isPaid ? "paid" : "open"}`;

/** For a maintainer who adds a method or an island while a page is full. */
const tooMany = (page: PageBytes, bytes: number, budget: number): string =>
  `${brief(page)}: ${bytes} bytes of ${budget}. An island that is added anywhere costs each page with an island 110 bytes of scripts, a method more; ` +
  "what may be raised for each, and what a page has to give up, says docs/decisions/0287";

test("the payment page's card field can be used after 14 KiB", () => {
  assert.equal(payment.length, 2);
  for (const page of payment) {
    assert.ok(/<input[^>]*autocomplete="cc-number"/i.test(page.html), "the field is in the document");
    assert.ok(page.document <= documentBudget, tooMany(page, page.document, documentBudget));
  }
});

test("the payment page loads at most 92 KB of scripts and styles", () => {
  for (const page of payment) {
    const total = page.scripts + page.styles;
    assert.ok(total <= paymentBudget, tooMany(page, total, paymentBudget));
  }
});

test("the product page loads little that the payment page after it does not need as well", () => {
  const products = pages.filter(({ route }) => route === "/pay/product/:linkIdentity");
  assert.equal(products.length, 2);
  for (const page of products) {
    assert.ok(page.html.includes('data-island="product"'), "the product is for sale");
    const shared = payment[0]?.files ?? {};
    const ownFiles = Object.entries(page.files).filter(([file]) => shared[file] === undefined);
    const own = ownFiles.reduce((bytes, [, size]) => bytes + size, page.styles);
    assert.ok(own <= productOwnBudget, tooMany(page, own, productOwnBudget));
    const total = page.scripts + page.styles;
    assert.ok(total <= productBudget, tooMany(page, total, productBudget));
    assert.ok(page.document <= documentBudget, tooMany(page, page.document, documentBudget));
  }
});

test("no file of the payment page is so small that its hash in the document weighs half as much", () => {
  for (const page of payment) {
    const files = [...page.html.matchAll(/"\/(assets\/[^"]+\.js)":"sha/g)].map(([, file = ""]) => file);
    assert.ok(files.length > 8, `${files.length} files`);
    const small = files.filter((file) => statSync(join(clientDir, file)).size < smallestFile);
    assert.deepEqual(small, [], brief(page));
  }
});

test("no page loads what panels share before one of them is opened", () => {
  const early = pages.flatMap((page) =>
    Object.keys(page.files)
      .filter((file) => /\/methods-[^/]+\.js$/.test(file))
      .map((file) => `${brief(page)}: ${file} (sharedByPanels of vite.config.ts)`),
  );
  assert.deepEqual(early, []);
});

test("pages that only show something load at most 5 KB of scripts", () => {
  const shown = pages.filter(({ route }) =>
    /^\/pay\/(order|print|displayPayment|process3DSecure|error)\b/.test(route),
  );
  assert.ok(shown.length >= 14, `${shown.length} pages`);
  for (const page of shown) {
    assert.equal(page.hasIsland, false, brief(page));
    assert.ok(page.scripts <= plainScriptBudget, `${brief(page)}: ${page.scripts} bytes`);
  }
});

test("no page waits for a style sheet, a font or a script before it can be read", () => {
  const wrong = pages.filter(
    ({ html }) =>
      /<link[^>]*rel="(?:stylesheet|preload)"/.test(html) ||
      /@import|@font-face[^}]*url\(/.test(html) ||
      /<script(?![^>]*(?:type="|\bdefer|\basync))[^>]*\bsrc=/.test(html),
  );
  assert.deepEqual(wrong.map(brief), []);
});

test("an invoice is complete without scripts: merchant, lines, total and status", () => {
  const invoices = pages.filter(({ route }) => /^\/pay\/(order|print)\//.test(route));
  for (const page of invoices) {
    const visible = page.html.replace(/<(script|style).*?<\/\1>/gs, "");
    for (const text of ["متجر النخيل", ...invoice.lines.map(({ title }) => title), invoiceTotal])
      assert.ok(visible.includes(text), `${brief(page)} does not say ${text}`);
    // Spec 2.1: the status block is hidden while the invoice can still be paid.
    if (page.isPaid)
      assert.ok(
        (page.language === "ar" ? /مدفوعة/ : /Paid/i).test(visible),
        `${brief(page)} does not say it is paid`,
      );
  }
});

test("an Arabic payment page costs at most a tenth more than an English one", () => {
  const [arabic = 0, english = 0] = (["ar", "en"] as const).map(
    (language) => payment.find((page) => page.language === language)?.document,
  );
  assert.ok(arabic <= english * 1.1, `${arabic} and ${english} bytes`);
});
