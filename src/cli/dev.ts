/**
 * `npm run dev`: what `npm start` starts, with pages from the sources instead of a build. A change of a page, a style
 * sheet, a text or an island is there at once; a change of the server's own code needs a new start.
 */
import { runProgram } from "./start.ts";

export async function run(): Promise<void> {
  await runProgram("development");
}
