/** What a product or an invoice line delivers, as requests state it. */
import type { Kysely } from "kysely";
import type { z } from "zod";
import type { digitalContent, newDigitalContent } from "#contract/digital-goods.ts";
import { cleanLines } from "#core/text.ts";
import type { Schema } from "#db/schema.ts";
import { ownDigitalFiles, unknownDigitalFile } from "../digital/digital-file-store.ts";
import type { OrderLine } from "../orders/order-lines.ts";
import type { FieldReader } from "./field-reader.ts";
import { wrongFields } from "./validation.ts";

/** Longest text, characters. */
const maxTextLength = 5000;

/**
 * Reads the field `digitalContent`.
 * @param path of the field
 * @param isDigital what delivers something must be digital, so that its buyer confirms an address
 */
export function readDigitalContent(
  reader: FieldReader,
  content: z.output<typeof newDigitalContent>,
  { path, isDigital }: { readonly path: string; readonly isDigital: boolean },
): Pick<OrderLine, "digital_text" | "digital_file_id"> {
  const digitalText = cleanLines(content.text ?? "", maxTextLength) || null;
  const digitalFileId = content.fileId ?? null;
  if (digitalText === null && digitalFileId === null)
    reader.wrong(path, "required", "needs a text or a file");
  if (!isDigital) reader.wrong(path, "not_allowed", "only with isDigital");
  return { digital_text: digitalText, digital_file_id: digitalFileId };
}

/** What a product or a line delivers, as answers state it; null for nothing. */
export function toDigitalContent(
  row: Pick<OrderLine, "digital_text" | "digital_file_id">,
): z.output<typeof digitalContent> | null {
  const { digital_text: text, digital_file_id: fileId } = row;
  return text === null && fileId === null ? null : { text, fileId };
}

/**
 * Checks the files of an invoice's lines, in one statement.
 * @throws Problem `validation_failed` that names every line whose file is not the merchant's own
 */
export async function requireOwnDigitalFiles(
  db: Kysely<Schema>,
  merchantId: number,
  lines: readonly Pick<OrderLine, "digital_file_id">[],
): Promise<void> {
  const own = await ownDigitalFiles(
    db,
    merchantId,
    lines.flatMap((line) => line.digital_file_id ?? []),
  );
  const wrong = lines.flatMap(({ digital_file_id: fileId }, index) =>
    fileId !== null && !own.has(fileId) ? unknownDigitalFile(`lines.${index}.digitalContent.fileId`) : [],
  );
  if (wrong.length > 0) throw wrongFields(wrong);
}
