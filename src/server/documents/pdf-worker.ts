/**
 * A worker process that turns print models into PDF files with Typst. One job at a time: compiling blocks it. It is
 * started by pdf-pool.ts and ends with its parent.
 *
 * Data reaches the templates as JSON text that they parse, never as source: whatever a merchant or a buyer writes is
 * printed as it is. The templates can read nothing outside their folder.
 */
import { join } from "node:path";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import { fontFamilies, readCoverage } from "./fonts.ts";
import type { PdfAnswer, PdfJob } from "./pdf-pool.ts";
import { drawable } from "./printable.ts";

const folder = join(import.meta.dirname, "templates");
const logoPath = join(folder, "logo");

/** Typst remembers layouts. What none of so many jobs has used it forgets: looking things up costs time as well. */
const keptGenerations = 2;

const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths: fontFamilies().flat() }] });
const fonts = readCoverage();

function answer(job: PdfJob): PdfAnswer {
  try {
    const { bytes, warnings } = compile(job);
    return { kind: "done", bytes, warnings };
  } catch (error) {
    return { kind: "failed", why: error instanceof Error ? error.message : String(error) };
  } finally {
    // The next document may be another merchant's.
    if (job.logo) compiler.unmapShadow(logoPath);
  }
}

function compile(job: PdfJob): { bytes: Uint8Array; warnings: string[] } {
  if (job.logo) compiler.mapShadow(logoPath, Buffer.from(job.logo));
  const result = compiler.compile({
    mainFilePath: join(folder, "document.typ"),
    inputs: { data: JSON.stringify(drawable(job.model, fonts)) },
  });
  const document = result.result;
  if (!document) {
    const error = result.takeError();
    throw new Error(`Typst: ${JSON.stringify(error ? compiler.fetchDiagnostics(error) : "no document")}`);
  }
  const warned = result.takeWarnings();
  return {
    bytes: compiler.pdf(document, { pdfStandard: "a-3a", creationTimestamp: job.createdAtSeconds }),
    warnings: warned ? compiler.fetchDiagnostics(warned).map((warning) => JSON.stringify(warning)) : [],
  };
}

process.on("message", (job: PdfJob) => {
  process.send?.(answer(job));
  compiler.evictCache(keptGenerations);
});
process.on("disconnect", () => process.exit());
// Ctrl-C in a terminal reaches every process of the group; the parent decides when documents are done.
process.on("SIGINT", () => {});
