/**
 * The engine that makes PDF files is native code, a package per platform beside the one that loads it. npm leaves out
 * what a platform lacks without a word, so the start looks for it: without it, papers are pages to print.
 */
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname } from "node:path";

/** The package that loads the engine. */
export const pdfEngine = "@myriaddreamin/typst-ts-node-compiler";

/** No PDF can be made here, ever: not a fault of the document. */
export class PdfEngineMissing extends Error {
  override readonly name = "PdfEngineMissing";
}

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
