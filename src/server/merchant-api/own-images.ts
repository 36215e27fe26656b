/** Only own pictures may be shown: an id of another merchant's picture is as unknown as one that does not exist. */
import type { Kysely } from "kysely";
import type { ProblemField } from "#core/problem.ts";
import type { DocumentsDatabase } from "#db/documents-schema.ts";
import type { OrderLine } from "../orders/order-lines.ts";
import { wrongFields } from "./validation.ts";

/** The refusal of a field that names a picture which is not the merchant's own. */
export function unknownImage(path: string): ProblemField {
  return { path, code: "unknown_image", message: "not an image that you have uploaded" };
}

/**
 * Checks the pictures of an invoice's lines, in one statement.
 * @throws Problem `validation_failed` that names every line whose picture is not the merchant's own
 */
export async function requireOwnImages(
  db: Kysely<DocumentsDatabase>,
  merchantId: number,
  lines: readonly Pick<OrderLine, "sold_image_id">[],
): Promise<void> {
  const wanted = [...new Set(lines.flatMap((line) => line.sold_image_id ?? []))];
  if (wanted.length === 0) return;
  const rows = await db
    .selectFrom("images")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("id", "in", wanted)
    .execute();
  const own = new Set(rows.map(({ id }) => id));
  const wrong = lines.flatMap(({ sold_image_id: imageId }, index) =>
    imageId !== null && !own.has(imageId) ? unknownImage(`lines.${index}.imageId`) : [],
  );
  if (wrong.length > 0) throw wrongFields(wrong);
}
