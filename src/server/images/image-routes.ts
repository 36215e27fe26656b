/**
 * Pictures by GET (Spec 7). A picture that does not exist is a placeholder with status 200, and so is one of a
 * merchant, order or product that does not: the answer does not disclose which numbers are in use (threat 2.5, row 29).
 */
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import { readLinkIdentity, readOrderNumber } from "#core/crockford.ts";
import type { Log } from "#core/ports.ts";
import type { DocumentsDatabase, ImageVariant } from "#db/documents-schema.ts";
import { type FileReply, mountFile } from "../http/file-reply.ts";
import { createByteCache } from "../storage/byte-cache.ts";
import type { Storage } from "../storage/storage.ts";
import { findImageFile, type ImageFile, type ImageOwner, readImageFile } from "./image-store.ts";
import { drawPlaceholder, type Placeholder } from "./placeholder.ts";

export type ImageRouteServices = {
  readonly db: { readonly kysely: Kysely<DocumentsDatabase> };
  readonly storage: Storage;
  readonly log: Log;
  /** The merchant of a product link by its identity in canonical form, or null. */
  readonly merchantOfLink: (linkIdentity: string) => Promise<number | null>;
};

/** An address that names the picture itself never shows another one. */
const permanently = "public, max-age=31536000, immutable";
/** An address that names its owner shows a new picture soon after it was changed. */
const forMinutes = "public, max-age=300";
const forAMoment = "public, max-age=60";

/** Logos are on every page; the store is asked once for each. */
const cachedBytes = 32 * 1024 * 1024;

/** Mounts every picture call. */
export function mountImages(app: FastifyInstance, services: ImageRouteServices): void {
  const serve = imageServer(services);
  const ofMerchant =
    (variant: ImageVariant) =>
    (parsed: { params: { merchantId: string }; query: { v?: string | undefined } }) =>
      serve(
        byNumber(parsed.params.merchantId, (merchantId) => ({ merchantId })),
        variant,
        parsed.query.v,
      );
  const ofProduct =
    (variant: ImageVariant) =>
    (parsed: { params: { productId: string }; query: { v?: string | undefined } }) =>
      serve(
        byNumber(parsed.params.productId, (productId) => ({ productId, imageId: parsed.query.v })),
        variant,
        parsed.query.v,
      );

  mountFile(app, "GET /openApi/loadMerchantImage/:merchantId", ofMerchant("full"));
  mountFile(app, "GET /openApi/loadMerchantImage/:merchantId/300/300", ofMerchant("medium"));
  mountFile(app, "GET /openApi/loadMerchantImage/:merchantId/100/100", ofMerchant("small"));
  mountFile(app, "GET /openApi/loadMerchantImage/o/:orderNumber", ({ params, query }) => {
    const orderNumber = readOrderNumber(params.orderNumber);
    return serve(orderNumber === null ? null : { orderNumber }, "medium", query.v);
  });
  mountFile(app, "GET /openApi/loadMerchantImage/l/:linkIdentity", async ({ params, query }) => {
    const linkIdentity = readLinkIdentity(params.linkIdentity);
    const merchantId = linkIdentity === null ? null : await services.merchantOfLink(linkIdentity);
    return serve(merchantId === null ? null : { merchantId }, "medium", query.v);
  });
  mountFile(app, "GET /openApi/downloadSoldProductImageBytes/:id", ({ params, query }) => {
    const variant = query.size === "100" ? "small" : query.size === "300" ? "medium" : "full";
    return serve({ imageId: params.id }, variant, params.id);
  });
  mountFile(app, "GET /openApi/downloadProductThumbnailImageBytes/:productId", ofProduct("medium"));
  mountFile(app, "GET /openApi/downloadProductImageBytes/:productId", ofProduct("full"));
}

type Serve = (
  owner: ImageOwner | null,
  variant: ImageVariant,
  version: string | undefined,
) => Promise<FileReply>;

function imageServer({ db, storage, log }: ImageRouteServices): Serve {
  const cache = createByteCache(cachedBytes);
  const read = ({ sha256 }: ImageFile): Promise<Buffer> =>
    cache.get(sha256, () => readImageFile(storage, sha256));
  const placeholders = new Map<ImageVariant, Promise<Placeholder>>();
  const placeholderOf = (variant: ImageVariant): Promise<Placeholder> => {
    const drawn = placeholders.get(variant) ?? drawPlaceholder(variant);
    placeholders.set(variant, drawn);
    return drawn;
  };
  return async (owner, variant, version) => {
    const file = owner && (await findImageFile(db.kysely, owner, variant));
    const bytes = file && (await read(file).catch((error: unknown) => reportLost(log, file, error)));
    if (!file || !bytes) {
      const placeholder = await placeholderOf(variant);
      return {
        fileName: "placeholder.png",
        contentType: "image/png",
        tag: placeholder.sha256,
        cacheControl: forAMoment,
        load: async () => placeholder.bytes,
      };
    }
    return {
      fileName: `${variant}.${file.contentType === "image/png" ? "png" : "jpg"}`,
      contentType: file.contentType,
      tag: file.sha256,
      cacheControl: version === file.imageId ? permanently : forMinutes,
      load: async () => bytes,
    };
  };
}

/** A file that the store has lost, or a store that is away, becomes a placeholder and not a broken page. */
function reportLost(log: Log, file: ImageFile, error: unknown): null {
  log.error("image_not_read", { imageId: file.imageId, sha256: file.sha256, error });
  return null;
}

/** Ids are whole numbers; whatever is none owns nothing. */
function byNumber(text: string, toOwner: (id: number) => ImageOwner): ImageOwner | null {
  return /^[1-9]\d{0,14}$/.test(text) ? toOwner(Number(text)) : null;
}
