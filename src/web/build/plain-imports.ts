/**
 * Leaves dynamic imports of the built scripts to the browser. Vite puts a function around each, which fetches its style
 * sheets and what it imports ahead. Our styles are in the document, which also names the scripts of the page's start:
 * the function would cost every page with islands half a kilobyte and do nothing.
 */
import type { Plugin } from "vite";

/** Takes the place of the function. Belongs to `modulePreload: false`: no lists of files are built for it then. */
export function plainImports(): Plugin {
  return {
    name: "wasl:plain-imports",
    apply: "build",
    enforce: "pre",
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => "export const __vitePreload = (load) => load();",
    },
  };
}
