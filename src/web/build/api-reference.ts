/**
 * The script of the API reference (docs/decisions/0098): the one that Scalar's plugin serves, taken from it while the
 * pages are built, so that an installation carries one compressed file and none of its packages.
 */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import fastify from "fastify";
import type { Plugin } from "vite";

/** Where it is put, below `dist`. */
export const referenceFile = "docs/reference.js.br";

/** Higher levels take ten times as long and save a twentieth. */
const levelOfBuild = 9;
/** A person waits for the start. */
const levelOfDevelopment = 4;

/** Writes `dist/docs/reference.js.br`: with each build, and where pages are developed without one, when it is missing. */
export function apiReference(): Plugin {
  return {
    name: "wasl:api-reference",
    async writeBundle(options) {
      if (this.environment.name !== "client" || !options.dir) return;
      await writeScript(join(dirname(options.dir), referenceFile), levelOfBuild);
    },
    async configureServer({ config }) {
      const path = join(config.root, "dist", referenceFile);
      if (!existsSync(path)) await writeScript(path, levelOfDevelopment);
    },
  };
}

async function writeScript(path: string, level: number): Promise<void> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const app = fastify();
  await app.register(scalar, { routePrefix: "/docs", configuration: { content: "{}" } });
  const script = await app.inject("/docs/js/scalar.js");
  if (script.statusCode !== 200) throw new Error(`the API reference has no script: ${script.statusCode}`);
  await mkdir(dirname(path), { recursive: true });
  const params = { [constants.BROTLI_PARAM_QUALITY]: level };
  await writeFile(path, await promisify(brotliCompress)(script.rawPayload, { params }));
}
