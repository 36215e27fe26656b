/** Papers on a machine for which the engine has no program: the real loader, copied away from its program. */
import assert from "node:assert/strict";
import { cpSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { createApp } from "../app.ts";
import { hasPdfEngine, pdfEngine } from "./pdf-engine.ts";
import { createPdfPool } from "./pdf-pool.ts";

const loader = dirname(createRequire(import.meta.url).resolve(pdfEngine));

/** As `npm ci` leaves it on a platform without a program, or with one that this system cannot load. */
function copyOfLoader(directory: string, program: "none" | "unloadable"): string {
  const copy = join(directory, "typst-ts-node-compiler");
  cpSync(loader, copy, { recursive: true });
  if (program === "unloadable") mkdirSync(`${copy}-${process.platform}-${process.arch}-broken`);
  return copy;
}

async function withoutEngine(base: TestApp, engine: string) {
  const warnings: string[] = [];
  const log = {
    ...base.services.log,
    warn: (event: string, fields?: object) => warnings.push(`${event} ${JSON.stringify(fields)}`),
  };
  const pdf = createPdfPool({ size: 1, log, engine });
  const app = await createApp({ ...base.services, pdf }, { distDir: null });
  return {
    app,
    warnings,
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await pdf.close();
    },
  };
}

/** Addresses of the papers of an order, as the merchant's API names them. */
async function papersOf(base: TestApp, orderNumber: string): Promise<string[]> {
  const reply = await base.app.inject({
    url: `/api/v1/invoices/${orderNumber}`,
    headers: { authorization: `Bearer ${base.apiKey}` },
  });
  const { receiptUrl, taxInvoice } = reply.json();
  return [receiptUrl, taxInvoice.url].map((url: string) => new URL(url).pathname);
}

for (const program of ["none", "unloadable"] as const) {
  test(`with ${program === "none" ? "no" : "an unloadable"} program of the engine, papers are pages to print, and one warning says so`, async () => {
    using directory = temporaryDirectory();
    await using base = await startTestApp();
    await using bare = await withoutEngine(base, copyOfLoader(directory.path, program));
    assert.equal(
      bare.warnings.length,
      program === "none" ? 1 : 0,
      "at the start, as far as it can be seen there",
    );
    const orderNumber = await issueInvoice(base);
    const withTerms = await issueInvoice(base, {
      agreement: { title: "الشروط <b>", text: "سطر أول\nsecond <script>line</script>" },
    });
    assert.equal((await payByCard(base, orderNumber)).statusCode, 200);
    const papers = await papersOf(base, orderNumber);
    assert.equal(papers.length, 2);
    for (const path of [...papers, ...papers]) {
      const reply = await bare.app.inject(`${path}?lang=en`);
      assert.equal(reply.statusCode, 303);
      assert.equal(reply.headers.location, `http://localhost:3000/pay/print/${orderNumber}?lang=en`);
      assert.equal(reply.headers["cache-control"], "no-store");
      assert.equal(reply.headers.etag, undefined);
    }
    const terms = await bare.app.inject(`/web/getDesktopOrderFile/${withTerms}`);
    assert.deepEqual([terms.statusCode, terms.headers["content-type"]], [200, "text/html; charset=utf-8"]);
    assert.match(terms.body, /^<!doctype html><html lang="ar" dir="rtl">/);
    assert.match(terms.body, /الشروط &#60;b&#62;/);
    assert.doesNotMatch(terms.body, /<script/);
    assert.equal(bare.warnings.length, 1);
    assert.match(bare.warnings[0] ?? "", /"consequence":"Receipts.*pages to print.*"cure":"Run Wasl where/);
  });
}

test("the engine that the packages bring is found, and a package that is not there is not", () => {
  assert.equal(hasPdfEngine(pdfEngine), true);
  assert.equal(hasPdfEngine("@myriaddreamin/no-such-engine"), false);
});
