/** The operator's command that takes a merchant's tax documents out of the installation, to be kept by law. */
import { resolve } from "node:path";
import { createDocuments } from "#server/documents/document-service.ts";
import { createPdfPool } from "#server/documents/pdf-pool.ts";
import { createLog } from "#server/log/log.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import { writeTaxArchive } from "#server/zatca/archive/archive-folder.ts";
import { archivePeriod } from "#server/zatca/archive/archive-period.ts";
import { ArchiveRefusal } from "#server/zatca/archive/tax-archive.ts";
import {
  type AdminCommand,
  type AdminParts,
  type Given,
  merchantIdOf,
  runAdminAct,
  UsageError,
} from "./admin-command.ts";

export const taxArchiveCommands: Readonly<Record<string, AdminCommand>> = {
  "tax-archive": {
    words: "<username> <from> <to> <folder>",
    summary:
      "write a merchant's tax invoices and notes of a period into a new folder: XML, PDF, proof of the chain",
    details: `Days in Riyadh, both included. Every stamped file is verified before it is written: hash, stamp, place in the chain.
chain.json lists them with the SHA-256 of each file, and comes last: without it the folder is not whole.
Example: tax-archive nakheel 2026-01-01 2026-03-31 /backup/nakheel-2026-q1`,
    run: archive,
  },
};

async function archive(parts: AdminParts, { words }: Given): Promise<string> {
  const [username = "", from = "", to = "", folder = ""] = words;
  const merchantId = await merchantIdOf(parts, username);
  const period = archivePeriod({ from, to });
  if (period === null)
    throw new UsageError(
      `"${from}" to "${to}" is no period: write two days as 2026-03-31, the first one first.`,
    );
  const log = createLog(() => {});
  const pdf = createPdfPool({ size: 1, log });
  const storage = openStorage(parts.config.storage);
  const { db, progress } = parts;
  try {
    const documents = createDocuments({ db, storage, pdf, log, webUrl: parts.config.webUrl });
    const request = { merchantId, ...period, folder: resolve(folder) };
    await runAdminAct(parts, { name: "tax-archive", subject: username }, async () => {});
    const made = await writeTaxArchive({ db: db.kysely, documents, progress }, request);
    const counts = `${made.documents} documents of ${username}, ${made.stamped} of them stamped, are in ${request.folder}.`;
    return made.hasPapers ? counts : `${counts} There are no PDFs: this machine has no engine for them.`;
  } catch (error) {
    if (error instanceof ArchiveRefusal) throw new UsageError(error.message);
    throw error;
  } finally {
    progress("");
    await Promise.all([pdf.close(), storage.close()]);
  }
}
