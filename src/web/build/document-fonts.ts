/**
 * The fonts of documents: the few files that are used of packages that carry every weight, so that an installation has
 * four megabytes of them and none of the packages.
 */
import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Plugin } from "vite";

const packageFile = createRequire(import.meta.url).resolve;

/**
 * Puts them below `dist`: with each build, and before pages are developed, which may be without one.
 * @param folder below `dist`
 * @param files each in its package, and its name in the folder
 */
export function documentFonts(
  folder: string,
  files: readonly { readonly source: string; readonly name: string }[],
): Plugin {
  return {
    name: "wasl:document-fonts",
    configResolved({ root }) {
      const target = join(root, "dist", folder);
      mkdirSync(target, { recursive: true });
      for (const { source, name } of files) copyFileSync(packageFile(source), join(target, name));
    },
  };
}
