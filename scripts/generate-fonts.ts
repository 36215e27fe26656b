/** Cuts the fonts of pages and papers again: `npm run fonts`, after a change of a package or of what is kept of it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildFonts } from "../src/web/build/fonts.ts";

for (const [path, font] of await buildFonts()) writeFileSync(join(import.meta.dirname, "../src", path), font);
