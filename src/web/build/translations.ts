/** Build steps for the texts: ICU messages compiled beforehand, and the merged files of decision K16. */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import compile from "icu-minify/compile";
import type { Plugin } from "vite";

/** Text files: the areas of the pages, those of each payment method, and the console. */
const textFile = /\/src\/(?:(?:web|console)\/i18n\/[\w-]+|methods\/[\w-]+\/strings)\.(?:ar|en)\.json$/;

/** Compiles the ICU messages of text files wherever the build imports one. Node itself reads them uncompiled. */
export function compileMessages(): Plugin {
  return {
    name: "wasl:compile-messages",
    enforce: "pre",
    transform: {
      filter: { id: textFile },
      handler: (code) => ({ code: JSON.stringify(compileTree(JSON.parse(code))), map: null }),
    },
  };
}

/** Writes `i18n/ar.json` and `i18n/en.json`, all namespaces merged and compiled; in development serves them. */
export function mergedTranslations(): Plugin {
  return {
    name: "wasl:merged-translations",
    async generateBundle() {
      if (this.environment.name !== "client") return;
      for (const [language, messages] of Object.entries(await compiledCatalogue())) {
        this.emitFile({ type: "asset", fileName: `i18n/${language}.json`, source: JSON.stringify(messages) });
      }
    },
    configureServer(server) {
      server.middlewares.use("/i18n", (request, response, next) => {
        const language = /^\/(ar|en)\.json/.exec(request.url ?? "")?.[1];
        if (!language) return next();
        // Through Vite, which knows the files as they are now and has compiled them.
        server.ssrLoadModule("/src/web/i18n/catalogue.ts").then(({ catalogue }) => {
          response.setHeader("content-type", "application/json");
          response.end(JSON.stringify(catalogue[language]));
        }, next);
      });
    },
  };
}

/** The catalogue as Node reads it, compiled. Loaded by its address, since the build's own bundle has no JSON files. */
async function compiledCatalogue(): Promise<Record<string, unknown>> {
  const address = pathToFileURL(resolve("src/web/i18n/catalogue.ts")).href;
  const { catalogue }: typeof import("../i18n/catalogue.ts") = await import(address);
  return Object.fromEntries(
    Object.entries(catalogue).map(([language, messages]) => [language, compileTree(messages)]),
  );
}

function compileTree(value: unknown): unknown {
  if (typeof value === "string") return compile(value);
  if (typeof value !== "object" || value === null)
    throw new TypeError("a text file holds texts and groups of texts");
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, compileTree(inner)]));
}
