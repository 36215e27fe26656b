/** Names the look of documents: it changes with every template, font and version of Typst. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fontFamilies } from "./font-files.ts";

let known: string | undefined;

/** Hash of everything but the data that decides the bytes of a PDF file: some megabytes, read once by a process. */
export function readTemplateVersion(): string {
  known ??= hashOfFiles();
  return known;
}

function hashOfFiles(): string {
  const folder = join(import.meta.dirname, "templates");
  const templates = readdirSync(folder)
    .filter((name) => name.endsWith(".typ"))
    .sort()
    .map((name) => join(folder, name));
  const compiler = createRequire(import.meta.url).resolve(
    "@myriaddreamin/typst-ts-node-compiler/package.json",
  );
  const changesTexts = [
    "printable.ts",
    "reading-order.ts",
    "glyph-letters.ts",
    "text-blocks.ts",
    "pdf-file.ts",
  ].map((name) => join(import.meta.dirname, name));
  const hash = createHash("sha256");
  for (const path of [...templates, ...changesTexts, ...fontFamilies().flat(), compiler])
    hash.update(readFileSync(path));
  return hash.digest("hex");
}
