/**
 * Leaves dynamic imports of the built scripts as they are written. Vite puts a function around each, which fetches its
 * style sheets and what it imports ahead. Our styles are in the document, which also names the scripts of the page's
 * start: the functions would cost every page with islands close to a kilobyte and do nothing.
 */
import type { Plugin } from "vite";

/** The part of Vite's build that writes those functions. It has no setting that leaves them out. */
const preloading = "native:import-analysis-build";

/** Removes that part. Belongs to `modulePreload: false`. */
export function plainImports(): Plugin {
  return {
    name: "wasl:plain-imports",
    apply: "build",
    configResolved: ({ plugins }) => {
      const all = plugins as Plugin[];
      const index = all.findIndex(({ name }) => name === preloading);
      if (index < 0)
        throw new Error(`Vite has no plugin ${preloading} any more: see what puts functions around imports`);
      all.splice(index, 1);
    },
  };
}
