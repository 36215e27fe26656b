/**
 * Lays the pictures out for a person: artifacts/pages/README.md shows every page and state with its six pictures in
 * one row, phone first. Playwright calls this when all pictures are taken.
 */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { languages } from "../fixtures.ts";
import { pageStates } from "../page-states.ts";
import { madeStates } from "./made-states.ts";
import { midwayStates } from "./midway-states.ts";
import { fileName, type Picture, pictures, widths } from "./picture-store.ts";

/** How wide a picture of each width is shown, pixels. */
const shownWidths = { 360: 120, 768: 160, 1440: 240 } as const;

export default async function writeContactSheet(): Promise<void> {
  const columns = widths.flatMap((width) => languages.map((language) => ({ width, language })));
  const head = ["Page", ...columns.map(({ width, language }) => `${width} px, ${language}`)];
  const rows = [...pageStates, ...madeStates, ...midwayStates].map(({ name }) => [
    name,
    ...columns.map(({ width, language }) => cell({ name, language, width }, shownWidths[width])),
  ]);
  const table = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  const text = [
    "# Every page, at three widths, in both languages",
    "",
    "Made by `npm run pictures` from the running system; open a picture to see it at full size.",
    "",
    ...table,
    "",
  ].join("\n");
  await writeFile(join(pictures, "README.md"), text);
}

function cell(picture: Picture, width: number): string {
  const file = fileName(picture);
  return existsSync(join(pictures, file)) ? `<a href="${file}"><img src="${file}" width="${width}"></a>` : "";
}
