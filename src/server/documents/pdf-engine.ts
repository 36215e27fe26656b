/**
 * The engine that makes PDF files is native code, a package per platform beside the one that loads it. npm leaves out
 * what a platform lacks without a word, so the start looks for it: without it, papers are pages to print.
 */
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname } from "node:path";
import type { Log } from "#core/ports.ts";
import { PdfEngineMissing } from "../http/file-reply.ts";

/** The package that loads the engine. */
export const pdfEngine = "@myriaddreamin/typst-ts-node-compiler";

/**
 * Whether the engine is installed for this platform. That it loads is known only when it was loaded.
 * @param engine the loading package, or a path to a copy of it
 */
export function hasPdfEngine(engine: string): boolean {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(engine));
    const ofPlatform = `${basename(folder)}-${process.platform}-${process.arch}`;
    return readdirSync(dirname(folder)).some((name) => name.startsWith(ofPlatform));
  } catch {
    return false;
  }
}

/**
 * Remembers whether the engine is missing, and says so once: at the start as far as it can be seen, else with the first
 * paper. `missing` gives the error for calls that need one.
 */
export function watchPdfEngine(engine: string, log: Log) {
  const known = { isMissing: false, missing };
  function missing(): PdfEngineMissing {
    if (!known.isMissing) {
      known.isMissing = true;
      log.warn("no PDF engine", {
        consequence:
          "Receipts, simplified tax invoices and terms are shown as pages to print instead of PDF files; standard tax invoices and notes have no paper.",
        cure: `Run Wasl where the engine has a program (docs/operations.md): there is none for ${process.platform} ${process.arch} here. If there should be one, run "npm ci" again.`,
      });
    }
    return new PdfEngineMissing("no PDF engine");
  }
  if (!hasPdfEngine(engine)) missing();
  return known;
}
