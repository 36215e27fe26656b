/** Pictures of merchants and their products: uploads in, files of a chosen size out. */
import { type Kysely, sql } from "kysely";
import type { Ids } from "#core/ports.ts";
import type { DocumentsDatabase, ImageVariant } from "#db/documents-schema.ts";
import { runInTransaction } from "#db/open.ts";
import { contentHash, type Storage, storageKey } from "../storage/storage.ts";
import { encodeImage } from "./image-encoding.ts";

type Db = Kysely<DocumentsDatabase>;

/** An id has this many random bytes: it cannot be guessed. */
export const imageIdBytes = 16;

export type ImageServices = {
  readonly db: { readonly kysely: Db };
  readonly storage: Storage;
  readonly ids: Ids;
};

export type StoredImage = {
  /** What `merchants.logo_image_id`, `products.image_id` and `order_lines.sold_image_id` hold. */
  readonly id: string;
  /** Of the largest size, in pixels. */
  readonly width: number;
  readonly height: number;
};

/** A picture that was taken, and whether these bytes were new. */
export type TakenImage = StoredImage & { readonly isNew: boolean };

/** One size of a picture. */
export type ImageFile = {
  readonly imageId: string;
  readonly sha256: string;
  readonly contentType: "image/png" | "image/jpeg";
};

/**
 * Takes an uploaded picture: checks it, encodes its three sizes, keeps the files and then the record of them.
 * The same bytes of the same merchant are the picture that they were before. The caller puts the id where it belongs.
 * @throws Problem as `encodeImage` does
 */
export async function storeImage(
  services: ImageServices,
  upload: { readonly merchantId: number; readonly bytes: Uint8Array },
): Promise<TakenImage> {
  const { merchantId } = upload;
  const uploadSha256 = contentHash(upload.bytes);
  const known = await findUpload(services.db.kysely, merchantId, uploadSha256);
  if (known) return { ...known, isNew: false };
  const encoded = await encodeImage(upload.bytes);
  const files = encoded.map((file) => ({ ...file, sha256: contentHash(file.bytes) }));
  await Promise.all(
    files.map((file) => services.storage.put(imageKey(file.sha256), file.bytes, file.contentType)),
  );
  const id = services.ids.token(imageIdBytes);
  const isNew = await runInTransaction(services.db.kysely, async (trx) => {
    const made = await trx
      .insertInto("images")
      .values({ id, merchant_id: merchantId, upload_sha256: uploadSha256 })
      .onConflict((conflict) => conflict.columns(["merchant_id", "upload_sha256"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!made) return false;
    const rows = files.map((file) => ({
      merchant_id: merchantId,
      image_id: id,
      variant: file.variant,
      sha256: file.sha256,
      content_type: file.contentType,
      width: file.width,
      height: file.height,
      byte_length: file.bytes.length,
    }));
    await trx.insertInto("image_files").values(rows).execute();
    return true;
  });
  // Another call may have stored the same bytes in the meantime; then theirs is the picture.
  const image = await findUpload(services.db.kysely, merchantId, uploadSha256);
  if (!image) throw new Error("an uploaded picture has no record");
  return { ...image, isNew };
}

/** The picture that a merchant's upload became, or null for bytes that were never sent. */
async function findUpload(db: Db, merchantId: number, sha256: string): Promise<StoredImage | null> {
  const row = await db
    .selectFrom("images as i")
    .innerJoin("image_files as f", (join) =>
      join
        .onRef("f.merchant_id", "=", "i.merchant_id")
        .onRef("f.image_id", "=", "i.id")
        .on("f.variant", "=", "full"),
    )
    .select(["i.id", "f.width", "f.height"])
    .where("i.merchant_id", "=", merchantId)
    .where("i.upload_sha256", "=", sha256)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a picture belongs to a merchant: others' pictures may not be put on one's own products. */
export async function isImageOf(db: Db, merchantId: number, imageId: string): Promise<boolean> {
  const row = await db
    .selectFrom("images")
    .select("id")
    .where("id", "=", imageId)
    .where("merchant_id", "=", merchantId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whose picture is wanted. */
export type ImageOwner =
  | { readonly imageId: string }
  | { readonly merchantId: number }
  | { readonly orderNumber: string }
  | {
      readonly productId: number;
      /** The picture's own id, where the address has it. */
      readonly imageId: string | undefined;
    };

/** The file of a picture in one size, or null when there is no such picture. One statement. */
export async function findImageFile(
  db: Db,
  owner: ImageOwner,
  variant: ImageVariant,
): Promise<ImageFile | null> {
  const row = await db
    // A picture's id may be presented alone: its row leads to the merchant.
    .selectFrom("images as i")
    .innerJoin("image_files as f", (join) =>
      join.onRef("f.merchant_id", "=", "i.merchant_id").onRef("f.image_id", "=", "i.id"),
    )
    .select(["f.image_id", "f.sha256", "f.content_type"])
    .where("f.variant", "=", variant)
    .where("i.id", "=", (where) => {
      if ("productId" in owner) return where.selectFrom(pictureOfProduct(owner).as("p")).select("p.image_id");
      if ("imageId" in owner) return where.val(owner.imageId);
      const logos = where.selectFrom("merchants as m").select("m.logo_image_id");
      return (
        "merchantId" in owner
          ? logos.where("m.id", "=", owner.merchantId)
          : logos
              .innerJoin("orders as o", "o.merchant_id", "m.id")
              .where("o.order_number", "=", owner.orderNumber)
      ).$castTo<string>();
    })
    .executeTakeFirst();
  return row ? { imageId: row.image_id, sha256: row.sha256, contentType: row.content_type } : null;
}

/**
 * By its number alone a product's picture is shown while the product is on sale, so that what is not cannot be enumerated:
 * earlier products were numbered one after the other. Our own addresses carry the picture's id.
 */
function pictureOfProduct(owner: { readonly productId: number; readonly imageId: string | undefined }) {
  return sql<{ image_id: string }>`(
    select image_id from products p
    where p.id = ${owner.productId} and (p.image_id = ${owner.imageId ?? null}
      or not p.is_archived and exists (select from product_links l
        where l.merchant_id = p.merchant_id and l.product_id = p.id and l.is_active and (l.expires_at is null or l.expires_at > now()))))`;
}

/**
 * The bytes of a file.
 * @throws Error when the store has not got it, or does not answer
 */
export async function readImageFile(storage: Storage, sha256: string): Promise<Buffer> {
  const bytes = await storage.get(imageKey(sha256));
  if (!bytes) throw new Error(`the store has no file ${imageKey(sha256)}`);
  return bytes;
}

function imageKey(sha256: string): string {
  return storageKey("images", sha256);
}
