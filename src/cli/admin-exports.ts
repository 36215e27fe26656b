/** The operator's command that writes a merchant's export to a file, the same as the merchant API gives. */
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { finished } from "node:stream/promises";
import { type ExportName, type ExportQuery, exportCalls, exportNames } from "#contract/exports.ts";
import { separatorOf } from "#core/csv-text.ts";
import type { World } from "#core/world.ts";
import { periodOf } from "#server/exports/export-table.ts";
import { exportTables } from "#server/exports/export-tables.ts";
import { writeExport } from "#server/exports/write-export.ts";
import { systemClock } from "#server/ports.ts";
import {
  type AdminCommand,
  type AdminParts,
  type Given,
  merchantIdOf,
  runAdminAct,
  textOption,
  UsageError,
} from "./admin-command.ts";

export const exportCommands: Readonly<Record<string, AdminCommand>> = {
  export: {
    words: "<username> <list> <from> <to> <file>",
    summary: "write a merchant's payments, invoices or others of a period into a new file for spreadsheets",
    details: `Lists: ${exportNames.join(", ")}. Days in Riyadh, both included. The file is CSV, or XLSX where its name ends so.

Options:
  --language en|ar   of headings and words; ar unless given
Example: export nakheel payments 2026-01-01 2026-03-31 /backup/nakheel-q1.xlsx`,
    options: { language: { type: "string" } },
    run: exportList,
  },
};

async function exportList(parts: AdminParts, given: Given): Promise<string> {
  const [username = "", list = "", from = "", to = "", file = ""] = given.words;
  const name = exportNames.find((each) => each === list);
  if (!name) throw new UsageError(`There is no list "${list}". The lists: ${exportNames.join(", ")}.`);
  const merchantId = await merchantIdOf(parts, username);
  const world = await worldOf(parts, merchantId);
  const format = file.endsWith(".xlsx") ? "xlsx" : "csv";
  const language = textOption(given, "language") ?? "ar";
  const read = exportCalls[`GET /api/v1/exports/${name}`].query.safeParse({ from, to, format, language });
  if (!read.success) throw new UsageError(read.error.issues.map(({ message }) => message).join("; "));
  if (to < from) throw new UsageError("The first day comes after the last one.");
  await runAdminAct(parts, { name: "export", subject: `${username} ${name}` }, async () => {});
  const rows = await write(parts, {
    name,
    merchantId,
    world,
    query: read.data as never,
    file: resolve(file),
  });
  return `${rows} rows of ${username} are in ${resolve(file)}.`;
}

async function worldOf({ db }: AdminParts, merchantId: number): Promise<World> {
  const { world } = await db.kysely
    .selectFrom("merchants")
    .select("world")
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  return world;
}

/** @returns how many rows */
async function write<Name extends ExportName>(
  { db, progress }: AdminParts,
  of: {
    readonly name: Name;
    readonly merchantId: number;
    readonly world: World;
    readonly query: ExportQuery<Name> & ExportQuery<"fees">;
    readonly file: string;
  },
): Promise<number> {
  const { name, merchantId, world, query, file } = of;
  const { language = "ar", format = "csv" } = query;
  const scope = { db: db.kysely, merchantId, period: periodOf(query, systemClock.now()), query };
  const form = { format, language, separator: separatorOf(language) };
  const table = exportTables[name];
  const total = await table.count(scope);
  let rows = 0;
  const onRows = (read: number): void => {
    rows += read;
    progress(`${name}: ${rows} of ${total} rows`);
  };
  const out = createWriteStream(file, { flags: "wx" });
  await once(out, "open").catch(() => {
    throw new UsageError(`${file} cannot be made: is it there already?`);
  });
  try {
    for await (const bytes of writeExport(table, { name, world, scope, form, onRows }))
      if (!out.write(bytes)) await once(out, "drain");
    out.end();
    await finished(out);
  } catch (error) {
    // A part of a list looks like the whole of it.
    out.destroy();
    await rm(file, { force: true });
    throw error;
  }
  progress("");
  return rows;
}
