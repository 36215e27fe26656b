/**
 * Development only: what a page shows outside of its islands is drawn by the server, and the browser does not have its
 * modules. A change of one of them (a page, a style sheet, a text) loads the open pages again; a change of an island's
 * module does not, since hydrate.ts puts the new one in its place.
 */
import type { Plugin } from "vite";

export function hotPages(): Plugin {
  return {
    name: "wasl:hot-pages",
    apply: "serve",
    hotUpdate({ file, modules, server }) {
      if (this.environment.name !== "ssr" || modules.length === 0) return;
      const { client } = server.environments;
      const isInBrowser = (client.moduleGraph.getModulesByFile(file)?.size ?? 0) > 0;
      if (!isInBrowser) client.hot.send({ type: "full-reload" });
    },
  };
}
