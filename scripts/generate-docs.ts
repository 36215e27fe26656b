/**
 * Writes the generated documents: docs/openapi.json and openapi-pages.json and the types of the client (src/sdk/api.d.mts)
 * from the contract, docs/order-states.md from the tables of states. With `--check` it writes nothing and fails, naming the files, when the committed ones differ.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { openApiText, pagesOpenApiText } from "#server/merchant-api/openapi-route.ts";
import { clientTypes } from "./client-types.ts";
import { orderStatesDocument } from "./order-states.ts";

const root = join(import.meta.dirname, "..");

const documents: Readonly<Record<string, () => string>> = {
  "docs/openapi.json": openApiText,
  "docs/openapi-pages.json": pagesOpenApiText,
  "docs/order-states.md": orderStatesDocument,
  "src/sdk/api.d.mts": () => clientTypes(openApiText()),
};

const { values: options } = parseArgs({ options: { check: { type: "boolean", default: false } } });

const stale = Object.entries(documents).filter(([name, make]) => read(join(root, name)) !== make());
if (options.check) {
  for (const [name] of stale) console.error(`${name} is out of date: run npm run docs.`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const [name, make] of stale) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, make());
    console.log(`${name} written`);
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
