/**
 * A worker thread that turns print models into PDF files with Typst. One job at a time: compiling blocks the thread.
 *
 * Data reaches the templates as JSON text that they parse, never as source: whatever a merchant or a buyer writes is
 * printed as it is. The templates can read nothing outside their folder.
 */
import { join } from "node:path";
import { parentPort } from "node:worker_threads";
import { NodeCompiler, type NodeTypstDocument } from "@myriaddreamin/typst-ts-node-compiler";
import { fontPaths, readCoverage } from "./fonts.ts";
import type { PdfAnswer, PdfJob } from "./pdf-pool.ts";
import { drawable } from "./printable.ts";

const folder = join(import.meta.dirname, "templates");
const logoPath = join(folder, "logo");

/** Typst remembers layouts; after so many jobs it forgets those that the last few did not use. */
const jobsPerEviction = 10;
const keptGenerations = 3;

const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths: fontPaths() }] });
const covers = readCoverage();
let jobs = 0;

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

function compile(job: PdfJob): { bytes: Uint8Array<ArrayBuffer>; warnings: string[] } {
  if (job.logo) compiler.mapShadow(logoPath, Buffer.from(job.logo));
  const result = compiler.compile({
    mainFilePath: join(folder, "document.typ"),
    inputs: { data: JSON.stringify(drawable(job.model, covers)) },
  });
  const document = result.result;
  if (!document) {
    const error = result.takeError();
    throw new Error(`Typst: ${JSON.stringify(error ? compiler.fetchDiagnostics(error) : "no document")}`);
  }
  const warned = result.takeWarnings();
  const warnings = warned ? compiler.fetchDiagnostics(warned).map((warning) => JSON.stringify(warning)) : [];
  const pdf = exportPdf(document, job.createdAtSeconds, warnings);
  // A copy of its own memory, which can be handed over; the native buffer belongs to this thread.
  return { bytes: new Uint8Array(pdf), warnings };
}

/**
 * PDF/A-3a refuses a document with one missing glyph, and a letter of one script under a mark of another can be one
 * although fonts have each of the two. Such a document is better as a plain PDF than not at all.
 */
function exportPdf(document: NodeTypstDocument, creationTimestamp: number, warnings: string[]): Buffer {
  try {
    return compiler.pdf(document, { pdfStandard: "a-3a", creationTimestamp });
  } catch (error) {
    warnings.push(`not PDF/A: ${error instanceof Error ? error.message : String(error)}`);
    return compiler.pdf(document, { pdfStandard: "1.7", creationTimestamp });
  }
}

parentPort?.on("message", (job: PdfJob) => {
  const reply = answer(job);
  parentPort?.postMessage(reply, reply.kind === "done" ? [reply.bytes.buffer] : []);
  jobs += 1;
  if (jobs % jobsPerEviction === 0) compiler.evictCache(keptGenerations);
});
