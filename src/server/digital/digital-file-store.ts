/** Files that digital products deliver: kept as they came, named by their content, known by a record per merchant. */
import type { Kysely, Transaction } from "kysely";
import type { DigitalFile } from "#contract/digital-goods.ts";
import type { ProblemField } from "#core/problem.ts";
import { cleanText } from "#core/text.ts";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import { contentHash, storageKey } from "../storage/storage.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

/** Largest file, bytes: it passes through memory once on its way in and out. */
export const maxDigitalFileBytes = 25 * 1024 * 1024;

/** An id has this many random bytes: it cannot be guessed. */
const idBytes = 16;

const columns = ["id", "file_name", "content_type", "byte_length"] as const;

/**
 * Takes an uploaded file. The same bytes of the same name and type are the file that they were before.
 * @param upload `fileName` as it was sent; what could be a path or hide its ending is taken out
 * @returns the file, and whether it is new
 */
export async function storeDigitalFile(
  { db, storage, ids }: Pick<Services, "db" | "storage" | "ids">,
  upload: {
    readonly merchantId: number;
    readonly bytes: Uint8Array;
    readonly fileName: string;
    readonly contentType: string;
  },
): Promise<DigitalFile & { readonly isNew: boolean }> {
  const sha256 = contentHash(upload.bytes);
  // A client that opens the store's own address gets bytes to save, whatever the file says that it is.
  await storage.put(digitalFileKey(sha256), upload.bytes, "application/octet-stream");
  const record = {
    merchant_id: upload.merchantId,
    sha256,
    file_name: cleanFileName(upload.fileName),
    content_type: upload.contentType,
  };
  const made = await db.kysely
    .insertInto("digital_files")
    .values({ ...record, id: ids.token(idBytes), byte_length: upload.bytes.length })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
  const row =
    made ??
    (await db.kysely
      .selectFrom("digital_files")
      .select(columns)
      .where("merchant_id", "=", record.merchant_id)
      .where("sha256", "=", sha256)
      .where("file_name", "=", record.file_name)
      .where("content_type", "=", record.content_type)
      .executeTakeFirstOrThrow());
  return {
    id: row.id,
    fileName: row.file_name,
    contentType: row.content_type,
    byteLength: row.byte_length,
    isNew: made !== undefined,
  };
}

/** Where a file is kept. */
export function digitalFileKey(sha256: string): string {
  return storageKey("digital", sha256);
}

/** Those of the ids that are files of the merchant's own, in one statement. */
export async function ownDigitalFiles(
  db: Db,
  merchantId: number,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("digital_files")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The refusal of a field that names a file which is not the merchant's own. */
export function unknownDigitalFile(path: string): ProblemField {
  return { path, code: "unknown_file", message: "not a file that you have uploaded" };
}

/** A name under which any system can save, and whose ending is what it seems: no paths, no marks of direction. */
function cleanFileName(name: string): string {
  const clean = cleanText(name, 150)
    .replace(/[\\/:*?"<>|]/g, "_")
    .replace(/^\.+/, "")
    .trim();
  return clean === "" ? "file" : clean;
}
