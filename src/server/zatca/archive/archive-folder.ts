/** Writes an archive of tax documents into a folder. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeNewFolder } from "../../storage/new-folder.ts";
import type { Period } from "./archive-rows.ts";
import { type ArchiveParts, ArchiveRefusal, type TaxArchive, taxArchiveFiles } from "./tax-archive.ts";

/**
 * Writes the archive of a period into a new or empty folder, for its owner's eyes alone.
 * @param progress is given each file's name
 * @throws ArchiveRefusal
 */
export async function writeTaxArchive(
  { progress, ...parts }: ArchiveParts & { readonly progress: (text: string) => void },
  { folder, ...period }: Period & { readonly folder: string },
): Promise<TaxArchive> {
  const fault = await makeNewFolder(folder);
  if (fault !== null) throw new ArchiveRefusal(fault);
  const files = taxArchiveFiles(parts, period);
  for (;;) {
    const next = await files.next();
    if (next.done) return next.value;
    const { name, bytes } = next.value;
    await writeFile(join(folder, name), bytes, { mode: 0o600, flag: "wx", flush: true });
    progress(name);
  }
}
