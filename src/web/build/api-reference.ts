/**
 * The script of the API reference (docs/decisions/0098): the one that Scalar's plugin serves, taken from it while the
 * pages are built, so that an installation carries one compressed file and none of its packages.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import fastify from "fastify";
import type { Plugin } from "vite";

/** Where the build puts it, below `dist`. */
export const referenceFile = "docs/reference.js.br";

/** Writes `dist/docs/reference.js.br`. */
export function apiReference(): Plugin {
  return {
    name: "wasl:api-reference",
    apply: "build",
    async writeBundle(options) {
      if (this.environment.name !== "client" || !options.dir) return;
      const { default: scalar } = await import("@scalar/fastify-api-reference");
      const app = fastify();
      await app.register(scalar, { routePrefix: "/docs", configuration: { content: "{}" } });
      const script = await app.inject("/docs/js/scalar.js");
      if (script.statusCode !== 200) throw new Error(`the API reference has no script: ${script.statusCode}`);
      const path = join(dirname(options.dir), referenceFile);
      await mkdir(dirname(path), { recursive: true });
      // Higher levels take ten times as long and save a twentieth.
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
      await writeFile(path, await promisify(brotliCompress)(script.rawPayload, { params }));
    },
  };
}
