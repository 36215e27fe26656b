/** Writes the marks of the payment methods again: `npm run marks`, after a change of a drawing or of a package. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildMarks } from "../src/web/build/marks.ts";

writeFileSync(join(import.meta.dirname, "../src/web/marks/marks.svg"), buildMarks());
