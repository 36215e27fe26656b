/** A picture of one merchant for another: the files are named by their bytes, so that nothing is stored again. */
import { sql, type Transaction } from "kysely";
import type { Ids } from "#core/ports.ts";
import type { Schema } from "#db/schema.ts";
import { imageIdBytes } from "./image-store.ts";

/**
 * Gives a merchant the picture of another.
 * @returns the id of its own picture; the same one when it had these bytes before
 */
export async function copyImage(
  trx: Transaction<Schema>,
  ids: Pick<Ids, "token">,
  { imageId, from, to }: { readonly imageId: string; readonly from: number; readonly to: number },
): Promise<string> {
  const { upload_sha256: upload } = await trx
    .selectFrom("images")
    .select("upload_sha256")
    .where("merchant_id", "=", from)
    .where("id", "=", imageId)
    .executeTakeFirstOrThrow();
  const id = ids.token(imageIdBytes);
  const made = await trx
    .insertInto("images")
    .values({ id, merchant_id: to, upload_sha256: upload })
    .onConflict((conflict) => conflict.columns(["merchant_id", "upload_sha256"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) {
    const known = trx.selectFrom("images").select("id").where("merchant_id", "=", to);
    return (await known.where("upload_sha256", "=", upload).executeTakeFirstOrThrow()).id;
  }
  await sql`
    insert into image_files (merchant_id, image_id, variant, sha256, content_type, width, height, byte_length)
    select ${to}, ${id}, variant, sha256, content_type, width, height, byte_length from image_files
    where merchant_id = ${from} and image_id = ${imageId}`.execute(trx);
  return id;
}
