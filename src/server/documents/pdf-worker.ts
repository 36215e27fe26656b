/**
 * A worker process that turns print models into PDF files with Typst. One job at a time: compiling blocks it. It is
 * started by pdf-pool.ts and ends with its parent.
 *
 * Data reaches the templates as JSON text that they parse, never as source: whatever a merchant or a buyer writes is
 * printed as it is. The templates can read nothing outside their folder.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import type { NodeCompiler as Compiler } from "@myriaddreamin/typst-ts-node-compiler";
import { fontFamilies } from "./font-files.ts";
import { readCoverage } from "./fonts.ts";
import { pdfEngine } from "./pdf-engine.ts";
import type { PdfAnswer, PdfJob } from "./pdf-pool.ts";
import { drawable } from "./printable.ts";
import { inReadingOrder } from "./reading-order.ts";

const folder = join(import.meta.dirname, "templates");
const logoPath = join(folder, "logo");
const attachmentPath = join(folder, "attachment");

/** Typst remembers layouts. What none of so many jobs has used it forgets: looking things up costs time as well. */
const keptGenerations = 2;

const compiler = loadCompiler();
const fonts = readCoverage();

/** Null where the engine cannot be loaded, such as on a platform that it was not made for. */
function loadCompiler(): Compiler | null {
  try {
    const { NodeCompiler } = createRequire(import.meta.url)(process.argv[2] ?? pdfEngine);
    return NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths: fontFamilies().flat() }] });
  } catch {
    return null;
  }
}

function answer(job: PdfJob): PdfAnswer {
  if (compiler === null) return { kind: "no_engine" };
  try {
    const { bytes, warnings } = compile(compiler, job);
    return { kind: "done", bytes, warnings };
  } catch (error) {
    return { kind: "failed", why: error instanceof Error ? error.message : String(error) };
  } finally {
    // The next document may be another merchant's.
    if (job.logo) compiler.unmapShadow(logoPath);
    if (job.attachment) compiler.unmapShadow(attachmentPath);
  }
}

function compile(compiler: Compiler, job: PdfJob): { bytes: Uint8Array; warnings: string[] } {
  if (job.logo) compiler.mapShadow(logoPath, Buffer.from(job.logo));
  if (job.attachment) compiler.mapShadow(attachmentPath, Buffer.from(job.attachment.text, "utf8"));
  const result = compiler.compile({
    mainFilePath: join(folder, "document.typ"),
    inputs: {
      data: JSON.stringify(drawable(job.model, fonts)),
      ...(job.attachment && { attachment: job.attachment.name }),
    },
  });
  const document = result.result;
  if (!document) {
    const error = result.takeError();
    throw new Error(`Typst: ${JSON.stringify(error ? compiler.fetchDiagnostics(error) : "no document")}`);
  }
  const warned = result.takeWarnings();
  return {
    bytes:
      job.model.template === "preview"
        ? Buffer.from(compiler.plainSvg(document))
        : inReadingOrder(
            compiler.pdf(document, { pdfStandard: "a-3a", creationTimestamp: job.createdAtSeconds }),
          ),
    warnings: warned ? compiler.fetchDiagnostics(warned).map((warning) => JSON.stringify(warning)) : [],
  };
}

process.on("message", (job: PdfJob) => {
  process.send?.(answer(job));
  compiler?.evictCache(keptGenerations);
});
process.on("disconnect", () => process.exit());
// Ctrl-C in a terminal reaches every process of the group; the parent decides when documents are done.
process.on("SIGINT", () => {});
