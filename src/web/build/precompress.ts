/** Compresses the built files once, at the highest level, so that the server only picks the right one. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const compressible = /\.(?:js|css|json|svg|txt)$/;

/** Files smaller than this gain nothing, bytes. */
const smallestBytes = 256;

/** Writes a `.br` and a `.gz` beside every text file of the client build. */
export function precompress(): Plugin {
  return {
    name: "wasl:precompress",
    apply: "build",
    async writeBundle(options) {
      if (this.environment.config.consumer !== "client" || !options.dir) return;
      for (const entry of await readdir(options.dir, { recursive: true, withFileTypes: true })) {
        if (entry.isFile() && compressible.test(entry.name))
          await compressFile(join(entry.parentPath, entry.name));
      }
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < smallestBytes) return;
  const parameters = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params: parameters }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
}
