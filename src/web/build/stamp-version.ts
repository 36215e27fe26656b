/** Writes into the server's half of the build which version it is of; a start compares it (cli/built-pages.ts). */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

export function stampVersion(): Plugin {
  return {
    name: "wasl:stamp-version",
    apply: "build",
    generateBundle() {
      if (this.environment.config.consumer !== "server") return;
      const { version } = JSON.parse(readFileSync(resolve("package.json"), "utf8"));
      this.emitFile({ type: "asset", fileName: "version.json", source: `${JSON.stringify({ version })}\n` });
    },
  };
}
