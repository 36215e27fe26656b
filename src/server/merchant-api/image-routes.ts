/** Pictures of the merchant API: uploads as the bytes of a file, and which of them is the logo. */
import type { FastifyInstance } from "fastify";
import { imageCalls, type MerchantLogo } from "#contract/images.ts";
import { Problem } from "#core/problem.ts";
import { mountCall } from "../http/mount.ts";
import { maxImageBytes } from "../images/image-encoding.ts";
import { findImageFile, isImageOf, readImageFile, storeImage } from "../images/image-store.ts";
import { logoAddress } from "../images/logo-address.ts";
import type { Services } from "../services.ts";
import { merchantOf } from "./authenticate.ts";
import { mountFileCall } from "./file-call.ts";
import { unknownImage } from "./own-images.ts";
import { wrongFields } from "./validation.ts";

type ImageServices = Pick<Services, "config" | "db" | "storage" | "ids">;

/** Mounts the calls in a scope that requires an API key. */
export function mountImageCalls(scope: FastifyInstance, services: ImageServices): void {
  void scope.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    const types = [...imageCalls["POST /api/v1/images"].upload];
    uploads.addContentTypeParser<Buffer>(types, { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    mountUpload(uploads, services);
  });
  mountPicture(scope, services);
  mountLogo(scope, services);
}

/** For people and programs that see a picture before any buyer does; buyers' pages have addresses of their own. */
function mountPicture(scope: FastifyInstance, services: ImageServices): void {
  const { storage } = services;
  const db = services.db.kysely;
  mountFileCall(scope, imageCalls, "GET /api/v1/images/:imageId", async ({ params, query }, request) => {
    const { imageId } = params;
    const isOwn = await isImageOf(db, merchantOf(request).id, imageId);
    const file = isOwn ? await findImageFile(db, { imageId }, query.size ?? "medium") : null;
    if (file === null) throw new Problem("not_found");
    const { contentType, sha256 } = file;
    const fileName = `${imageId}.${contentType === "image/png" ? "png" : "jpg"}`;
    return { contentType, fileName, content: await readImageFile(storage, sha256) };
  });
}

function mountUpload(uploads: FastifyInstance, services: ImageServices): void {
  mountCall(
    uploads,
    imageCalls,
    "POST /api/v1/images",
    async (_parsed, { request, reply }) => {
      const bytes = request.body;
      if (!Buffer.isBuffer(bytes)) throw new Problem("unsupported_media_type");
      const { isNew, ...image } = await storeImage(services, { merchantId: merchantOf(request).id, bytes });
      reply.code(isNew ? 201 : 200);
      return image;
    },
    { bodyLimit: maxImageBytes },
  );
}

function mountLogo(scope: FastifyInstance, services: ImageServices): void {
  const db = services.db.kysely;

  const setLogo = async (merchantId: number, imageId: string | null): Promise<MerchantLogo> => {
    await db.updateTable("merchants").set({ logo_image_id: imageId }).where("id", "=", merchantId).execute();
    return toLogo(merchantId, imageId);
  };
  const toLogo = (merchantId: number, imageId: string | null): MerchantLogo => ({
    imageId,
    url: imageId && logoAddress(services.config.serverUrl, { merchantId, imageId }),
  });

  mountCall(scope, imageCalls, "GET /api/v1/merchant/logo", async (_parsed, { request }) => {
    const { id } = merchantOf(request);
    const row = await db
      .selectFrom("merchants")
      .select("logo_image_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return toLogo(id, row.logo_image_id);
  });

  mountCall(scope, imageCalls, "PUT /api/v1/merchant/logo", async ({ body }, { request }) => {
    const { id } = merchantOf(request);
    if (!(await isImageOf(db, id, body.imageId))) throw wrongFields([unknownImage("imageId")]);
    return await setLogo(id, body.imageId);
  });

  mountCall(scope, imageCalls, "DELETE /api/v1/merchant/logo", async (_parsed, { request }) =>
    setLogo(merchantOf(request).id, null),
  );
}
