/** An export as bytes, page by page as they are read: memory does not grow with the number of rows. */
import type { ExportName, exportTypes } from "#contract/exports.ts";
import { byteOrderMark, type Separator } from "#core/csv-text.ts";
import type { Language } from "#core/language.ts";
import type { World } from "#core/world.ts";
import { type ZipEntry, zip } from "../storage/zip.ts";
import { csvRow } from "./csv.ts";
import type { Cell, ExportTable, Scope } from "./export-table.ts";
import { exportTexts } from "./export-texts.ts";
import { mostRowsOfSheet, sheetEnd, sheetRow, sheetStart, workbookParts } from "./sheet-xml.ts";

export type ExportForm = {
  readonly format: keyof typeof exportTypes;
  readonly language: Language;
  /** Of CSV. */
  readonly separator: Separator;
  /** Rows of a sheet of XLSX at most, its head among them; Excel's own number unless a test says less. */
  readonly rowsPerSheet?: number;
};

type Page = readonly (readonly Cell[])[];

/**
 * Writes one export.
 * @param name of the sheets of an XLSX file
 * @param world of the merchant; a test world's rows say so in a last column that other exports do not have
 * @param onRows called with the number of rows of each page that was read
 * @throws what a page throws: what came by then is cut off, a ZIP archive without its directory
 */
export function writeExport<Query>(
  table: ExportTable<Query>,
  {
    name,
    world,
    scope,
    form,
    onRows,
  }: {
    readonly name: ExportName;
    readonly world: World;
    readonly scope: Scope<Query>;
    readonly form: ExportForm;
    readonly onRows: (rows: number) => void;
  },
): AsyncGenerator<Buffer> {
  const texts = exportTexts(form.language);
  const isTest = world === "test";
  const columns = isTest ? ([...table.columns, "world"] as const) : table.columns;
  const headings = columns.map((column) => texts.columns[column]);
  const read = table.pages(scope, form.language);
  const pages = counted(isTest ? marked(read, texts.words.testWorld) : read, onRows);
  return form.format === "csv"
    ? writeCsv(headings, pages, form.separator)
    : zip(workbook({ headings, name: texts.sheets[name] }, pages, form));
}

async function* marked(pages: AsyncIterable<Page>, word: string): AsyncGenerator<Page> {
  const mark = { kind: "text", text: word } as const;
  for await (const page of pages) yield page.map((row) => [...row, mark]);
}

async function* counted(pages: AsyncIterable<Page>, onRows: (rows: number) => void): AsyncGenerator<Page> {
  for await (const page of pages) {
    onRows(page.length);
    yield page;
  }
}

async function* writeCsv(
  headings: readonly string[],
  pages: AsyncIterable<Page>,
  separator: Separator,
): AsyncGenerator<Buffer> {
  const head = headings.map((text) => ({ kind: "text", text }) as const);
  yield Buffer.from(byteOrderMark + csvRow(head, separator));
  for await (const page of pages) yield Buffer.from(page.map((row) => csvRow(row, separator)).join(""));
}

/** As many sheets as the rows need; each begins with the headings. */
async function* workbook(
  of: { readonly headings: readonly string[]; readonly name: string },
  pages: AsyncGenerator<Page>,
  { language, rowsPerSheet = mostRowsOfSheet }: ExportForm,
): AsyncGenerator<ZipEntry> {
  const start = sheetStart(of.headings, language === "ar" ? "rtl" : "ltr");
  const names: string[] = [];
  let waiting: Page = [];
  let hasMore = true;
  const look = async (): Promise<boolean> => {
    while (hasMore && waiting.length === 0) {
      const next = await pages.next();
      hasMore = !next.done;
      waiting = next.done ? [] : next.value;
    }
    return hasMore;
  };
  const sheet = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from(start);
    for (let room = rowsPerSheet - 1; room > 0 && (await look()); ) {
      const rows = waiting.slice(0, room);
      yield Buffer.from(rows.map(sheetRow).join(""));
      room -= rows.length;
      waiting = waiting.slice(rows.length);
    }
    yield Buffer.from(sheetEnd);
  };
  try {
    do {
      names.push(names.length === 0 ? of.name : `${of.name} ${names.length + 1}`);
      yield { path: `xl/worksheets/sheet${names.length}.xml`, data: sheet() };
    } while (await look());
    for (const [path, text] of Object.entries(workbookParts(names)))
      yield { path, data: [Buffer.from(text)] };
  } finally {
    await pages.return(undefined);
  }
}
